import type { OpenOptions } from "agentic-memory-bank";
import { describe, expect, it } from "vitest";
import { NO_MODEL } from "../../src/bank/model-choice.ts";
import { tryModel } from "../../src/bank/trial.ts";
import type { Event, MemoryBank } from "../../src/bank/types.ts";
import { resultWith } from "./results.ts";

const CHOICE = { ...NO_MODEL, provider: "ollama", model: "m", key: "k" } as const;
const CALL: Event = {
  type: "agentCall",
  agent: "planning",
  model: "m",
  inputTokens: 9,
  cachedTokens: 0,
  outputTokens: 2,
  cost: null,
  estimated: false,
};

/** A world in which a bank tells of these events, or fails with this code. */
function worldOf(events: readonly Event[], code = "", isThere = false) {
  const seen = { options: {} as OpenOptions, limits: {}, closed: false, asked: "" };
  const bank = {
    research: (_request: unknown, { budget }: { budget: object }) => {
      seen.limits = budget;
      async function* told(): AsyncGenerator<Event> {
        yield* events;
      }
      const failed = { termination: "error", error: { code, message: "said" } } as const;
      return { [Symbol.asyncIterator]: told, result: Promise.resolve(resultWith(failed)) };
    },
    provider: async () => ({ baseUrl: "http://localhost:11434/v1" }),
    close: () => {
      seen.closed = true;
    },
  };
  const world = {
    open: async (options: OpenOptions) => {
      seen.options = options;
      return bank as unknown as MemoryBank;
    },
    answers: async (address: string) => {
      seen.asked = address;
      return isThere;
    },
  };
  return { world, seen };
}

/** MB-25: the test of a connection makes one small call, and says what to do. */
describe("a trial of a language model (MB-25)", () => {
  it("ends at the first reply, and repeats nothing", async () => {
    const { world, seen } = worldOf([CALL, CALL]);
    expect(await tryModel(CHOICE, world)).toEqual({ works: true, call: CALL });
    expect(seen).toMatchObject({ limits: { requests: 1 }, closed: true });
    expect(seen.options.llm).toMatchObject({ maxTokens: 64, retry: { retries: 0 }, apiKey: "k" });
    expect(seen.options.embedder).toBe(false);
  });

  it.each([
    ["llm_unauthorized", true, "llm_unauthorized"],
    ["llm_not_found", true, "llm_not_found"],
    ["network_unreachable", true, "cors_refused"],
    ["network_unreachable", false, "network_unreachable"],
  ])("that ends with %s, where something answers: %s, is told as %s", async (code, there, told) => {
    const { world, seen } = worldOf([], code, there);
    expect(await tryModel(CHOICE, world)).toMatchObject({ works: false, problem: { code: told } });
    expect(seen.asked).toBe(code === "network_unreachable" ? "http://localhost:11434/v1" : "");
    expect(seen.closed).toBe(true);
  });

  it("that cannot even begin is told, too", async () => {
    const open = async () => Promise.reject(Object.assign(new Error("no"), { code: "x" }));
    const trial = await tryModel(CHOICE, { open, answers: async () => true });
    expect(trial).toEqual({ works: false, problem: { code: "x", message: "no" } });
  });
});
