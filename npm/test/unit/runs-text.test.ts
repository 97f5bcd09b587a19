import assert from "node:assert/strict";
import { test } from "node:test";
import { type ListedRun, runsText } from "../../src/cli/runs.ts";

function head(state: ListedRun["state"], changes: Partial<ListedRun> = {}): ListedRun {
  const updated = new Date(2026, 0, 2, 3, 4).getTime();
  return {
    id: "d1",
    question: "q?",
    format: 1,
    state,
    created: 1,
    updated,
    lines: 1,
    bytes: 1,
    atWork: false,
    ...changes,
  };
}

test("PL-06 the list of runs: a line each, in columns, and no word of a run's can break it", () => {
  const runs = [
    head({ state: "running" }, { bytes: 12_345_678 }),
    head({ state: "paused" }, { id: "longer", question: "\u001b[2Ja\nb" }),
    head({ state: "finished", termination: "budget" }, { bytes: 999_001 }),
    head({ state: "failed", code: "store_corrupt" }, { updated: 0, question: "" }),
    head({ state: "paused" }, { updated: 8.64e15 + 1 }),
    head({ state: "running" }, { atWork: true }),
  ];
  assert.deepEqual(runsText(runs).split("\n"), [
    "d1      cut off                2026-01-02 03:04  12.3 MB  q?",
    "longer  stopped                2026-01-02 03:04  1 kB     [2Ja b",
    "d1      ended: budget          2026-01-02 03:04  1000 kB  q?",
    "d1      failed: store_corrupt                    1 kB",
    "d1      stopped                —                 1 kB     q?",
    "d1      at work                2026-01-02 03:04  1 kB     q?",
    "",
  ]);
});
