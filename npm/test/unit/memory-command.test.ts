/** What the command line tells of what it did to memory, where it takes a bank that is made up to see it. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import type { MemoryAction } from "../../src/cli/arguments.ts";
import { type RememberingBank, remember } from "../../src/cli/memory.ts";
import { MemoryBankError } from "../../src/errors.ts";

async function broken(): Promise<never> {
  throw new MemoryBankError("store_io", "the disk is gone");
}

/** Runs of the folder. */
let kept: { id: string }[] = [];

/** What is written where such a bank is told to do something. */
async function told(parts: object, action: MemoryAction, ...words: string[]) {
  const said = { output: "", errors: "" };
  const output = (to: keyof typeof said) => ({
    write: (text: string) => {
      said[to] += text;
    },
  });
  const bank = { close: () => {}, ...parts } as RememberingBank;
  const wanted = { action, words, runs: tmpdir(), json: false, forgotten: false, useModel: false };
  const status = await remember(wanted, {
    dataFolder: async () => tmpdir(),
    openStore: async () => ({ runs: async () => kept, close: async () => {} }) as never,
    openBank: async () => bank,
    output: output("output"),
    errors: output("errors"),
    environment: {},
  });
  return { status, ...said };
}

for (const [action, line] of [
  ["forget", "forgot a; memory restore a brings it back"],
  ["purge", "deleted for good: a"],
] as const) {
  test(`AF-13 what ${action} did is told where nobody knows what was made of it`, async () => {
    const memory = { forget: async () => {}, purge: async () => {}, derivedFrom: broken };
    const { status, errors } = await told({ memory }, action, "a");
    assert.equal(status, 1);
    assert.ok(errors.startsWith(`${line}\n`), errors);
    assert.ok(errors.endsWith("error: the disk is gone\n"), errors);
  });
}

test("BX-06 CG-08 a part that runs share is forgotten with all of them", async () => {
  const unknown = async () => {
    throw new MemoryBankError("memory_not_found", "there is no memory");
  };
  const trajectories = {
    forget: async () => false,
    forgetMethodology: async () => false,
    cases: async (fragment: string) => ({
      hasFragment: [
        { trajectory: "one", order: 0, fragment },
        { trajectory: "two", order: 0, fragment },
        { trajectory: "two", order: 1, fragment },
      ],
    }),
  };
  const bank = { memory: { forget: unknown }, trajectories };
  const { status, errors } = await told(bank, "forget", "one#0");
  assert.equal(status, 2);
  assert.equal(
    errors,
    "error: one#0 is a part of the runs one, two: memory forget one two forgets these runs with all their parts\n",
  );
});

test("AF-13 what is deleted for good may be in runs, which is told where there are any", async () => {
  const purged = async (stats: () => Promise<{ trajectories: number }>) => {
    const memory = { purge: async () => {}, derivedFrom: async () => [] };
    const { status, errors } = await told({ memory, trajectories: { stats } }, "purge", "a", "b");
    assert.equal(status, 0);
    const [one, other, ...rest] = errors.trimEnd().split("\n");
    assert.deepEqual([one, other], ["deleted for good: a", "deleted for good: b"]);
    return rest;
  };
  const learned = (trajectories: number) => async () => ({ trajectories });
  const stays = [
    "runs in which this was said or used keep it until they are deleted, and what a run asked stays in what was learned of it until that is forgotten",
  ];
  assert.deepEqual(await purged(learned(0)), []);
  assert.deepEqual(await purged(learned(1)), stays);
  assert.deepEqual(await purged(broken), stays);
  kept = [{ id: "run" }];
  assert.deepEqual(await purged(learned(0)), stays);
});
