/** Long-term memory before a scenario and after it, through the same package as the scenario itself. */
import type { BankFace } from "../../src/bank-face.ts";
import { ask, type BankOptions, type Opens } from "./perform.ts";
import type { Part, Remembered } from "./stage.ts";

/** Fills the store of this name with what memory holds before a scenario. */
export async function prepare(opens: Opens, name: string, memory: Remembered): Promise<void> {
  if (memory.isAway) return;
  const store = await opens.store(name);
  try {
    if (memory.learned.length + memory.said.length > 0) {
      await within(opens, { store }, async (bank) => {
        for (const run of memory.learned) await bank.trajectories.learn(run);
        if (memory.said.length > 0) await bank.memory.observe(memory.said);
      });
    }
    for (const before of memory.after) {
      await within(opens, { ...before.options, store }, async (bank) => {
        const { error } = await ask(bank, before).result;
        if (error) throw new Error(`what was asked before failed: ${error.message}`);
      });
      // As it is where nothing else is to be done after a run; without a model there is nobody to ask for words.
      await within(opens, { store }, (bank) => bank.keepUp());
    }
  } finally {
    await store.close();
  }
}

/** All that memory holds, consolidated before: what could be made of it is made. */
export async function remembered(opens: Opens, { id, memory }: Part): Promise<string | null> {
  if (memory === null || memory.isAway) return null;
  const store = await opens.store(id);
  try {
    return await within(opens, { store, embedder: false }, async (bank) => {
      await bank.trajectories.consolidate();
      await bank.memory.consolidate();
      let text = "";
      for await (const part of bank.memory.export()) text += part;
      for await (const part of bank.trajectories.export()) text += part;
      return text;
    });
  } finally {
    await store.close();
  }
}

async function within<T>(
  opens: Opens,
  options: BankOptions,
  work: (bank: BankFace) => Promise<T>,
): Promise<T> {
  const bank = await opens.bank(options);
  try {
    return await work(bank);
  } finally {
    bank.close();
  }
}
