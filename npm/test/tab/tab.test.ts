import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { MemoryBank as Bank } from "../../src/memory-bank.ts";
import { Site } from "./site.ts";

/** What the site puts into the page's global scope. */
declare const MemoryBank: typeof Bank;

const site = await Site.open();
after(() => site.close());

test("PL-03 a run in a tab: events, vectors over the two workers, result, memory", async () => {
  const page = await site.tab();
  const seen = await page.evaluate(async () => {
    const bank = await MemoryBank.open();
    const bytes = new Uint8Array(10);
    const run = bank.research({ question: "q", documents: [{ name: "a", bytes }] });
    const types: string[] = [];
    for await (const { type } of run) types.push(type);
    const result = await run.result;
    const memory = await bank.memoryUse();
    bank.close();
    return { types, result, memory, left: bytes.length };
  });
  assert.deepEqual(seen.types, ["runStarted", ...Array(10).fill("progress")]);
  assert.deepEqual(seen.result as unknown, {
    termination: "answer",
    embedder: "stand-in",
    bytes: 10,
    vectors: 10,
  });
  assert.deepEqual(seen.memory, { engine: 131_072, embedder: 196_608 });
  assert.equal(seen.left, 0, "the bytes have moved to the worker");
});

test("MB-05 the model is downloaded once; a damaged copy in the cache is replaced", async () => {
  const page = await site.tab();
  const load = () =>
    page.evaluate(async () => {
      const progress: number[] = [];
      const bank = await MemoryBank.open({
        onModelProgress: ({ loaded }) => progress.push(loaded),
      });
      const model = await bank.model;
      bank.close();
      return { downloaded: model.state === "ready" ? model.downloaded : -1, last: progress.at(-1) };
    });
  assert.deepEqual(await load(), { downloaded: 13, last: 13 });
  assert.deepEqual(await load(), { downloaded: 0, last: 13 });
  await page.evaluate(async () => {
    const cache = await caches.open("agentic-memory-bank-models");
    for (const key of await cache.keys()) await cache.put(key, new Response("?"));
  });
  assert.deepEqual(await load(), { downloaded: 13, last: 13 });
});

test("BX-01 without its model a tab searches by keywords alone, and says so", async () => {
  const page = await site.tab();
  site.hasModel = false;
  const seen = await page.evaluate(async () => {
    const bank = await MemoryBank.open();
    const run = bank.research({ question: "q" });
    const events: unknown[] = [];
    for await (const event of run) events.push(event);
    return { model: await bank.model, warning: events[1], result: await run.result };
  });
  site.hasModel = true;
  assert.equal(seen.model.state, "unavailable");
  assert.equal((seen.warning as { code: string }).code, "model_unreachable");
  assert.deepEqual([seen.result.termination, seen.result.embedder], ["answer", null]);
});

test("PL-03 a signal cancels a run in the worker; the result says aborted", async () => {
  const page = await site.tab();
  const termination = await page.evaluate(async () => {
    const bank = await MemoryBank.open({ embedder: false });
    const abort = new AbortController();
    const run = bank.research({ question: "q" }, { signal: abort.signal });
    for await (const { type } of run) if (type === "progress") abort.abort();
    return (await run.result).termination;
  });
  assert.equal(termination, "aborted");
});

test("PL-03 failures cross the workers with their codes", async () => {
  const page = await site.tab();
  const codes = await page.evaluate(async () => {
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "none",
        (thrown) => `${thrown.name} ${thrown.code}`,
      );
    const bank = await MemoryBank.open({ embedder: false });
    const faulty = await MemoryBank.open({ embedder: false, settings: { retrievalK: 0 } });
    const codes = [
      await codeOf(bank.research({ question: "" }).result),
      await codeOf(bank.export("none")),
      await codeOf(faulty.runs()),
      await codeOf(MemoryBank.open({ artefacts: "/npm/" })),
      await codeOf(MemoryBank.open({ settings: { retrievalk: 1 } as never })),
      await codeOf(MemoryBank.open({ llm: { provider: "nobody" } })),
      await codeOf(bank.task("")),
      await codeOf(bank.task("q").then((task) => task.addContext("e", ""))),
      await codeOf(bank.task("q").then((task) => task.interceptContext(" "))),
    ];
    const run = bank.research({ question: "q" });
    bank.close();
    return [...codes, await codeOf(run.result), await codeOf(bank.runs())];
  });
  assert.deepEqual(
    codes,
    [
      "empty_question",
      "unknown_run",
      "invalid_setting",
      "wasm_unreachable",
      "invalid_argument",
      "invalid_argument",
      "empty_question",
      "empty",
      "empty",
      "closed",
      "closed",
    ].map((code) => `MemoryBankError ${code}`),
  );
});

test("MB-26 the adapter alone, over the worker's boundary", async () => {
  const page = await site.tab();
  const prompt = await page.evaluate(async () => {
    const bank = await MemoryBank.open({ embedder: false });
    const task = await bank.task("the question");
    await task.addContext("a document", "its text");
    return task.enhancePrompt();
  });
  assert.equal(prompt, "the question a document");
});
