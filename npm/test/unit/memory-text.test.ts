/** What the command line says of what is remembered, in words (BX-06). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keptText } from "../../src/cli/memory-text.ts";
import { MemoryEvents } from "../../src/cli/memory-told.ts";
import type { MemoryItem, Methodology } from "../../src/types.ts";

const CORE = { persona: "", user_info: "", instructions: "" };

function given(kind: MemoryItem["kind"], trust: MemoryItem["trust"]): string[] {
  const item = { id: "i", kind, isWarning: false, text: "Look first.", trust, foundBy: [] };
  return new MemoryEvents().take({ type: "memoryUsed", purpose: "planning", items: [item] });
}

test("BX-06 of what runs have taught is said that an agent did it, not that a model wrote it", () => {
  const words = { situation: "A page refuses", strategy: "Read another" };
  const advice = { id: "a", kind: "advice", created: 0, trust: "model", ...words } as Methodology;
  const text = keptText({ core: CORE, memories: [], methodologies: [advice], runs: [] });
  assert.match(
    text,
    /^a +advice from runs, from what an agent did +A page refuses: Read another\n$/,
  );

  const line = (source: string) => [`memory, for the plan: “Look first.” (${source}; i)`];
  assert.deepEqual(given("methodology", "model"), line("from runs, from what an agent did"));
  assert.deepEqual(given("fragment", "model"), line("from a run, from what an agent did"));
  assert.deepEqual(
    given("fragment", "snippet"),
    line("from a run, search result only, page not read"),
  );
  assert.deepEqual(given("memory", "model"), line("of you, a model’s words"));
});
