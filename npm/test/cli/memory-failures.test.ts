/** What is told of memory's files in Node when they are damaged, or the disk is full (BX-06). */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MemoryBank, MemoryBankError, RunStore } from "agentic-memory-bank/node";
import type { OpenFile } from "../../src/folder-files.ts";
import { memoryIn } from "../../src/memory-folder.ts";
import { nodeModules } from "../../src/node-files.ts";
import { FaultyFiles } from "../faulty-files.ts";
import { folder } from "./program.ts";

const MODULES = nodeModules({ store: new URL("../../artefacts/store.wasm", import.meta.url) });

async function withMemory<T>(
  runs: string,
  work: (bank: MemoryBank) => Promise<T>,
  passphrase?: string,
): Promise<T> {
  const store = await RunStore.open({ folder: runs, ...(passphrase && { passphrase }) });
  const bank = await MemoryBank.open({ store, embedder: false });
  try {
    return await work(bank);
  } finally {
    bank.close();
    await store.close();
  }
}

function damagedIn(runs: string): { path: string; damaged: Buffer } {
  const [name = ""] = readdirSync(runs).filter((each) => each.endsWith(".pages"));
  const path = join(runs, name);
  const damaged = readFileSync(path);
  damaged[200] = (damaged[200] ?? 0) ^ 1;
  writeFileSync(path, damaged);
  return { path, damaged };
}

test("BX-06 a damaged file of memory is told as memory's, left as it is, and stops no run", async () => {
  const runs = join(folder, "damaged");
  await withMemory(runs, ({ memory }) => memory.observe("I prefer green tea."));
  const { path, damaged } = damagedIn(runs);
  await withMemory(runs, async (bank) => {
    await assert.rejects(bank.memory.recall("tea"), (thrown: MemoryBankError) => {
      assert.match(thrown.message, /^long-term memory is damaged.*keep a copy.*memory-0\.pages/);
      assert.doesNotMatch(thrown.message, /\brun\b|try again/);
      return thrown.code === "store_corrupt" && !thrown.retryable;
    });
    const text = "The tower is 42 metres tall.";
    const run = bank.research({ question: "How tall?", documents: [{ name: "a", text }] });
    const warned: string[] = [];
    for await (const event of run) if (event.type === "warning") warned.push(event.code);
    assert.equal((await run.result).termination, "answer");
    assert.deepEqual(warned, ["store_corrupt"]);
  });
  assert.deepEqual(readFileSync(path), damaged);
  rmSync(path);
  await withMemory(runs, async ({ memory }) => assert.equal((await memory.stats()).episodic, 0));
});

test("BX-06 a damaged encrypted folder is told as what it is", async () => {
  const runs = join(folder, "damaged-encrypted");
  await withMemory(runs, ({ memory }) => memory.observe("I prefer green tea."), "a passphrase");
  damagedIn(runs);
  await assert.rejects(RunStore.open({ folder: runs, passphrase: "a passphrase" }), {
    code: "store_corrupt",
    message: /runs and memory, is damaged/,
  });
});

/** A disk that is full for a while: what tries again fails again. */
class FillingFiles extends FaultyFiles {
  isFull = false;

  override async open(name: string, make: boolean): Promise<OpenFile> {
    const file = await super.open(name, make);
    const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    return {
      ...file,
      write: async (bytes, at) => {
        if (this.isFull) throw full;
        await file.write(bytes, at);
      },
    };
  }
}

test("BX-06 a full disk is told as one, and what was kept before stays", async () => {
  const files = new FillingFiles();
  const memory = memoryIn(files);
  const face = memory.memory(MODULES);
  const observe = (content: string) => {
    const observation = { content, memoryType: "conversation", speaker: "user", trust: "given" };
    const request = { memory: "hierarchy", op: "observe", observations: [observation] };
    return answer(request);
  };
  const answer = async (request: object) => {
    let step = await face.askMemory(request as never, {});
    while ("needs" in step) {
      step = await face.supplyMemory(step.needs.call, { supply: "nothing" });
    }
    return step.done;
  };
  await observe("I prefer green tea.");
  files.isFull = true;
  await assert.rejects(observe("I live in Westby."), (thrown) => {
    const { code, retryable, message } = MemoryBankError.from(thrown);
    assert.match(message, /no room left.*ENOSPC/);
    assert.doesNotMatch(message, /MemoryBankError|cannot be read/);
    return code === "store_full" && retryable;
  });
  files.isFull = false;
  const stats = { memory: "hierarchy", op: "stats" };
  assert.equal(((await answer(stats)) as { episodic: number }).episodic, 1);
  await observe("I live in Westby.");
  assert.equal(((await answer(stats)) as { episodic: number }).episodic, 2);
  await memory.close();
});
