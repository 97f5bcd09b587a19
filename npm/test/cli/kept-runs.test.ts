/** Runs that a program keeps in a folder, through the built package. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MemoryBank, MemoryBankError, RunStore } from "agentic-memory-bank/node";
import { everythingIn } from "../stored-runs.ts";
import { folder } from "./program.ts";

const REQUEST = {
  question: "How tall is the tower?",
  documents: [{ name: "guide.txt", text: "The tower is 42 metres tall." }],
  keep: true,
};

const open = (store: RunStore) => MemoryBank.open({ embedder: false, store });

test("BX-02 a run that is kept is there for the next bank, and a further question takes its place", async () => {
  const store = await RunStore.open({ folder: join(folder, "next") });
  const bank = await open(store);
  const first = await bank.research(REQUEST).result;
  await bank.research({ ...REQUEST, keep: false }).result;
  const further = { question: "What is 42 metres tall?", continueFrom: first.docId, keep: true };
  const second = await bank.research(further).result;
  bank.close();
  const heads = await store.runs();
  assert.deepEqual(
    heads.map(({ id, question }) => [id, question]),
    [[second.docId, "What is 42 metres tall?"]],
  );
  const next = await open(store);
  const shown = await next.openRun(second.docId).result;
  assert.deepEqual([shown.answer, shown.queryGraph], [second.answer, second.queryGraph]);
  assert.equal((await next.resumeRun(second.docId).result).termination, "answer");
  next.close();
  await store.close();
});

test("BX-02 what a folder cannot take does not stop a run, and is told with its code", async () => {
  const runs = join(folder, "gone");
  const store = await RunStore.open({ folder: runs });
  const bank = await open(store);
  rmSync(runs, { recursive: true });
  const run = bank.research(REQUEST);
  const warned = [];
  for await (const event of run) if (event.type === "warning") warned.push(event);
  assert.equal((await run.result).termination, "answer");
  // Long-term memory is kept in the same folder.
  assert.deepEqual(
    warned.map(({ code }) => code),
    ["store_io", "store_io"],
  );
  assert.match(warned[1]?.message ?? "", /^Long-term memory: /);
  bank.close();
  await store.close();
});

test("BX-02 the engine knows the errors of a store in files", async () => {
  const runs = join(folder, "errors");
  const store = await RunStore.open({ folder: runs });
  const bank = await open(store);
  const missing = { name: "MemoryBankError", code: "stored_run_not_found" };
  await assert.rejects(bank.openRun("nobody").result, missing);
  const { docId } = await bank.research(REQUEST).result;
  const [name = ""] = readdirSync(runs).filter((each) => each.endsWith(".run"));
  const text = readFileSync(join(runs, name), "utf8");
  assert.ok(text.includes(docId));
  writeFileSync(join(runs, name), text.replace('"version":1', '"version":7'));
  await assert.rejects(bank.openRun(docId).result, { code: "store_too_new", message: /7/ });
  bank.close();
  await store.close();
});

test("BX-02 the text of a document is in its run's file, and no key is", async () => {
  const runs = join(folder, "keys");
  const store = await RunStore.open({ folder: runs });
  // Nobody answers at this port.
  const llm = { provider: "http://127.0.0.1:9/v1", model: "m", apiKey: "sk-for-the-model" };
  const [search, reader] = [{ apiKey: "sk-for-search" }, { apiKey: "sk-for-pages" }];
  const bank = await MemoryBank.open({ embedder: false, store, llm, search, reader });
  const result = await bank.research(REQUEST).result;
  assert.equal(result.termination, "error");
  const everything = everythingIn(runs);
  for (const said of ["http://127.0.0.1:9/v1", "42 metres tall"]) {
    assert.ok(everything.includes(said), said);
  }
  assert.doesNotMatch(everything, /sk-for/);
  bank.close();
  await store.close();
});

test("a store of something else is refused by name", async () => {
  const store = { runs: () => [] } as unknown as RunStore;
  await assert.rejects(MemoryBank.open({ store }), (thrown: unknown) => {
    assert.ok(thrown instanceof MemoryBankError);
    assert.deepEqual([thrown.code, /RunStore/.test(thrown.message)], ["invalid_argument", true]);
    return true;
  });
});
