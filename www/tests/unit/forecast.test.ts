import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Forecaster, type Forecasting } from "../../src/bank/forecast.ts";
import { NO_MODEL } from "../../src/bank/model-choice.ts";
import type { Estimate, MemoryBank } from "../../src/bank/types.ts";

const ESTIMATE = { likely: { requests: 5 } } as unknown as Estimate;

/** A page on which a question to a model is drafted, with what was forecast of it. */
function drafting(changes: Partial<Forecasting> = {}) {
  const asked: unknown[] = [];
  const close = vi.fn();
  const bank = {
    estimate: async (request: unknown, limits: unknown) => {
      asked.push([request, limits]);
      return ESTIMATE;
    },
    close,
  } as unknown as MemoryBank;
  const told: (Estimate | null)[] = [];
  const now: Forecasting = {
    draft: { documents: [], pasted: "The pier is long.", question: "How long?" },
    choice: { ...NO_MODEL, provider: "ollama", model: "m", budget: "20 requests" },
    options: {},
    memory: null,
    open: async () => bank,
    ...changes,
  };
  return { forecaster: new Forecaster((estimate) => told.push(estimate)), now, told, asked, close };
}

/** BX-03: the likely cost is known before anything is asked. */
describe("the forecast of a question (BX-03)", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is made once a moment after the last change, within the budget", async () => {
    const { forecaster, now, told, asked, close } = drafting();
    forecaster.follow(() => now);
    await vi.advanceTimersByTimeAsync(100);
    forecaster.follow(() => now);
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toEqual([ESTIMATE]);
    const documents = [{ name: "text", text: "The pier is long." }];
    expect(asked).toEqual([[{ question: "How long?", documents }, { budget: { requests: 20 } }]]);
    expect(close).toHaveBeenCalledOnce();
  });

  it("is not made anew for another letter of the question", async () => {
    const { forecaster, now, told } = drafting();
    forecaster.follow(() => now);
    await vi.advanceTimersByTimeAsync(2000);
    forecaster.follow(() => ({ ...now, draft: { ...now.draft, question: "How long is it?" } }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toHaveLength(1);
    forecaster.follow(() => ({ ...now, choice: { ...now.choice, reads: "all" } }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toHaveLength(2);
  });

  it.each([
    ["no model", { choice: NO_MODEL }],
    ["a model without a name", { choice: { ...NO_MODEL, provider: "ollama" } as const }],
    ["no question", { draft: { documents: [], pasted: "", question: " " } }],
    [
      "a budget that is none",
      { choice: { ...NO_MODEL, provider: "ollama", model: "m", budget: "x" } as const },
    ],
    ["an engine that does not open", { open: () => Promise.reject(new Error("no")) }],
  ])("is none for %s", async (_, changes) => {
    const { forecaster, now, told } = drafting(changes);
    forecaster.follow(() => now);
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toEqual([null]);
  });

  it("reads nothing where a memory holds the documents", async () => {
    const { forecaster, now, asked } = drafting({ memory: "run" });
    forecaster.follow(() => now);
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toEqual([
      [{ question: "How long?", continueFrom: "run" }, { budget: { requests: 20 } }],
    ]);
  });
});
