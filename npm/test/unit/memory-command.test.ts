/** What the command line tells of what it did to memory where the store fails on the way. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import type { MemoryAction } from "../../src/cli/arguments.ts";
import { type RememberingBank, remember } from "../../src/cli/memory.ts";
import { MemoryBankError } from "../../src/errors.ts";
import type { RunStore } from "../../src/node.ts";

async function broken(): Promise<never> {
  throw new MemoryBankError("store_io", "the disk is gone");
}

/** What is written where a bank's memory is told to do something and fails when it is asked what was made of that. */
async function told(action: MemoryAction, ...words: string[]) {
  const said = { output: "", errors: "" };
  const output = (to: keyof typeof said) => ({
    write: (text: string) => {
      said[to] += text;
    },
  });
  const memory = { forget: async () => {}, purge: async () => {}, derivedFrom: broken };
  const bank = { memory, trajectories: {}, close: () => {} } as unknown as RememberingBank;
  const wanted = { action, words, runs: tmpdir(), json: false, forgotten: false, useModel: false };
  const status = await remember(wanted, {
    openStore: async () => ({ close: async () => {} }) as RunStore,
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
    const { status, errors } = await told(action, "a");
    assert.equal(status, 1);
    assert.ok(errors.startsWith(`${line}\n`), errors);
    assert.ok(errors.endsWith("error: the disk is gone\n"), errors);
  });
}
