import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import type { MemoryBank as Bank, RunStore as Store } from "../../src/browser.ts";
import { Site } from "./site.ts";

/** What the site puts into the page's global scope. */
declare const MemoryBank: typeof Bank;
declare const RunStore: typeof Store;
/** What a test leaves there for its next step. */
declare const store: Store;
declare const bank: Bank;
declare const underWay: Promise<unknown>[];

const site = await Site.open();
after(() => site.close());

test("PL-03 a run in a tab: events, vectors over the two workers, result, memory", async () => {
  const page = await site.tab();
  const seen = await page.evaluate(async () => {
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 1 });
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
    vectors: 20,
    together: 2,
  });
  assert.deepEqual(seen.memory, { engine: 131_072, embedder: 196_608 });
  assert.equal(seen.left, 0, "the bytes have moved to the worker");
});

test("MB-05 where there are two cores, two workers embed, and the model is downloaded once", async () => {
  const before = site.asked.length;
  const page = await site.tab();
  const seen = await page.evaluate(async () => {
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 });
    const bank = await MemoryBank.open();
    const model = await bank.model;
    const embedders = async () => ((await bank.memoryUse()).embedder ?? 0) / 196_608;
    for (let tries = 0; (await embedders()) < 2 && tries < 200; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const bytes = new Uint8Array(10);
    const run = bank.research({ question: "q", documents: [{ name: "a", bytes }] });
    const { vectors, together } = (await run.result) as unknown as Record<string, number>;
    const [count, state] = [await embedders(), model.state];
    bank.close();
    return { count, state, vectors, together };
  });
  assert.deepEqual(seen, { count: 2, state: "ready", vectors: 20, together: 1 });
  const downloads = site.asked.slice(before).filter((path) => /model\.bin|tokenizer/.test(path));
  assert.equal(downloads.length, 2, "each file once");
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
      await codeOf(MemoryBank.open({ wasm: { engine: "/npm/none.wasm" } })),
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

/** Ends the worker of the page's store, its first, as the browser may: without a word to anybody. */
async function endStoreWorker(page: Page): Promise<void> {
  const [worker] = page.workers();
  assert.ok(worker);
  const gone = new Promise((resolve) => worker.once("close", resolve));
  worker.evaluate(() => self.close()).catch(() => {});
  await gone;
}

test("BX-02 the worker of a store is ended: every call is told, and what was written is there when it is opened anew", async () => {
  const page = await site.tab();
  await page.evaluate(async () => {
    const opened = await RunStore.open();
    const memory = await MemoryBank.open({ embedder: false, store: opened });
    await memory.research({ question: "first", keep: true }).result;
    const calls = [opened.aside(), memory.journal("slow")];
    for (const call of calls) call.catch(() => {});
    Object.assign(globalThis, { store: opened, bank: memory, underWay: calls });
    // Answered behind those that are not.
    await Promise.all([opened.runs(), memory.journal("first")]);
  });
  await endStoreWorker(page);
  const seen = await page.evaluate(async () => {
    const failureOf = (call: Promise<unknown>) =>
      call.then(
        () => "none",
        ({ code, retryable, store, message }) => ({ code, retryable, kind: store?.kind, message }),
      );
    const calls = [
      ...underWay,
      store.runs(),
      store.bytes(),
      store.delete("first"),
      store.changePassphrase("any"),
      store.takeBack(1),
      bank.journal("first"),
      bank.research({ question: "second", keep: true }).result,
      bank.memory.observe("I live in Westby."),
    ];
    const failures = await Promise.all(calls.map(failureOf));
    await store.close();
    bank.close();
    const again = await RunStore.open();
    const next = await MemoryBank.open({ embedder: false, store: again });
    const first = await next.journal("first");
    await next.research({ question: "second", keep: true }).result;
    const runs = (await again.runs()).map(({ id }) => id);
    await again.close();
    const afterwards = await failureOf(next.journal("first"));
    next.close();
    return { failures, first, runs, afterwards };
  });
  const steps = Array.from({ length: 10 }, (_, at) => `step ${at + 1}`).join();
  assert.deepEqual([seen.first, seen.runs], [steps, ["first", "second"]]);
  assert.equal(seen.failures.length, 10);
  for (const failure of seen.failures) {
    assert.ok(typeof failure === "object");
    const { message, ...rest } = failure;
    assert.deepEqual(rest, { code: "store_io", retryable: true, kind: "io" });
    assert.match(message, /was ended.*reload the page, or open the store again/);
  }
  assert.equal((seen.afterwards as { code: string }).code, "closed");
});

test("BX-02 the worker of the store that a tab writes is ended: another tab goes on, and the tab itself follows that one", async () => {
  const page = await site.tab();
  const beside = await site.tabBeside(page.context());
  for (const tab of [page, beside]) {
    await tab.evaluate(async () => {
      Object.assign(globalThis, { store: await RunStore.open() });
    });
  }
  await endStoreWorker(page);
  const runs = (tab: Page) =>
    tab.evaluate(async () => {
      const runs = await store.runs().catch((thrown) => [{ id: thrown.code }]);
      return runs.map(({ id }) => id);
    });
  assert.deepEqual(await runs(page), ["store_io"]);
  await beside.evaluate(async () => {
    const memory = await MemoryBank.open({ embedder: false, store });
    await memory.research({ question: "first", keep: true }).result;
  });
  await page.evaluate(async () => {
    Object.assign(globalThis, { store: await RunStore.open() });
  });
  assert.deepEqual([await runs(page), await runs(beside)], [["first"], ["first"]]);
  await beside.evaluate(() => store.close());
  assert.deepEqual([await runs(page), await runs(beside)], [["first"], ["closed"]]);
});

test("BX-02 a store that another tab has open is opened by its passphrase alone", async () => {
  const page = await site.tab();
  const beside = await site.tabBeside(page.context());
  const open = (tab: Page, name: string, passphrase: string | null) =>
    tab.evaluate(
      async ([name, passphrase]) => {
        try {
          const opened = await RunStore.open({ name, ...(passphrase !== null && { passphrase }) });
          return (await opened.runs()).length;
        } catch (thrown) {
          return (thrown as { code: string }).code;
        }
      },
      [name, passphrase] as const,
    );
  assert.deepEqual(
    [
      await open(page, "encrypted", "open sesame"),
      await open(beside, "encrypted", null),
      await open(beside, "encrypted", "wrong"),
      await open(beside, "encrypted", "open sesame"),
      await open(page, "plain", null),
      await open(beside, "plain", "open sesame"),
      await open(beside, "plain", null),
    ],
    [0, "passphrase_needed", "passphrase_wrong", 0, 0, "store_not_encrypted", 0],
  );
});
