/** An engine that runs out of memory: the process, the next call and the store's journal go on (BX-02). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MemoryBank, RunStore } from "agentic-memory-bank/node";
import { limited } from "../limited-memory.ts";
import { folder } from "./program.ts";

const ENGINE = new Uint8Array(
  readFileSync(new URL("../../artefacts/engine.wasm", import.meta.url)),
);

const LONG = Array.from(
  { length: 600 },
  (_, number) => `Lighthouse ${number} was lit with oil of kind ${number * 7} in its first year.`,
).join("\n\n");

const LONG_RUN = {
  question: "What was lighthouse 19 lit with?",
  documents: [{ name: "long.txt", text: LONG }],
  keep: true,
};

/** The pages of memory that the long run has at its start, and at its end. */
async function pagesOfLongRun(): Promise<[start: number, end: number]> {
  const bank = await MemoryBank.open({ embedder: false });
  const pages = async () => (await bank.memoryUse()).engine / 65_536;
  const run = bank.research(LONG_RUN);
  let start: number | undefined;
  for await (const _ of run) start ??= await pages();
  const end = await pages();
  bank.close();
  return [start ?? end, end];
}

test("BX-02 PL-03 an engine out of memory ends its run with a typed error, the next call has a fresh one, the journal resumes", async () => {
  const [start, end] = await pagesOfLongRun();
  const store = await RunStore.open({ folder: join(folder, "crash") });
  const engine = limited(ENGINE, Math.floor((start + end) / 2));
  const small = await MemoryBank.open({ embedder: false, store, wasm: { engine } });
  const failure = await small.research(LONG_RUN).result.catch((thrown) => thrown);
  assert.deepEqual([failure.code, failure.retryable], ["engine_crashed", true]);
  assert.match(failure.message, /resumeRun\(docId\)/);

  const question = "What was the lantern lit with?";
  const documents = [{ name: "short.txt", text: "The lantern was lit with colza oil at first." }];
  const { answer } = await small.research({ question, documents }).result;
  assert.match(answer?.text ?? "", /colza oil/);
  small.close();

  const [cut] = await store.runs();
  assert.equal(cut?.question, LONG_RUN.question);
  const bank = await MemoryBank.open({ embedder: false, store });
  const resumed = await bank.resumeRun(cut?.id ?? "").result;
  assert.equal(resumed.termination, "answer");
  assert.match(resumed.answer?.text ?? "", /Lighthouse 19 was lit/);
  bank.close();
  await store.close();
});
