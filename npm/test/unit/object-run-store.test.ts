/** Stores in a Durable Object, with the artefact, over a stand-in of the object's storage. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryRequest } from "../../src/generated.ts";
import { answerOf } from "../../src/memory-calls.ts";
import { ObjectRunStore } from "../../src/object-run-store.ts";
import { limited } from "../limited-memory.ts";
import { ObjectStandIn } from "../object-stand-in.ts";
import { opener, openStore, STORE_WASM } from "../object-stores.ts";
import { STORE_CASES } from "../store-cases.ts";
import { batch, newRun } from "../stored-runs.ts";

for (const [name, holds] of Object.entries(STORE_CASES)) {
  test(`PL-02 BX-02 a store in an object: ${name}`, async () => {
    const { open, end } = opener(new ObjectStandIn());
    await holds(open);
    await end();
  });
}

/** Asks the long-term memory of a store, which gets no vectors. */
function ask(store: ObjectRunStore, request: object): Promise<unknown> {
  const { memory } = ObjectRunStore.link(store);
  return answerOf(memory, request as MemoryRequest, {}, async () => ({ supply: "nothing" }));
}

const observe = (...contents: string[]) => ({
  memory: "hierarchy",
  op: "observe",
  observations: contents.map((content) => ({
    content,
    memoryType: "conversation",
    speaker: "user",
    trust: "given",
  })),
});

const STATS = { memory: "hierarchy", op: "stats" };

async function episodic(store: ObjectRunStore): Promise<number> {
  return ((await ask(store, STATS)) as { episodic: number }).episodic;
}

/** The identifier of the only memory that was kept. */
async function kept(store: ObjectRunStore, content: string): Promise<string> {
  const answer = await ask(store, observe(content));
  const [id] = JSON.stringify(answer).match(/[0-9a-f]{8}-[0-9a-f-]{27}/) ?? [];
  return id ?? "";
}

test("PL-02 options that are wrong are told", async () => {
  const sql = { exec: () => ({ toArray: () => [] }) };
  const wrong: unknown[] = [
    {},
    { storage: {} },
    { storage: { sql } },
    { storage: { sql: {}, transactionSync: () => {} } },
    { storage: new ObjectStandIn(), folder: "runs" },
    { storage: new ObjectStandIn(), passphrase: "" },
  ];
  for (const options of wrong) {
    await assert.rejects(openStore(options as never), { code: "invalid_argument" });
  }
  const another = Promise.resolve({}) as never;
  await assert.rejects(ObjectRunStore.link(another).store.runs(), { code: "invalid_argument" });
  assert.throws(() => ObjectRunStore.link({}), { code: "invalid_argument" });
});

test("PL-02 BX-06 runs and memory outlive the store, which gives its memory back", async () => {
  const storage = new ObjectStandIn();
  const store = await openStore({ storage });
  assert.deepEqual(store.place, { kept: "object", isDurable: true });
  assert.ok(store.memoryBytes() > 1_000_000);
  await ObjectRunStore.link(store).store.createRun(newRun("run"));
  await ask(store, observe("I prefer green tea.", "I live in Westby."));
  await assert.rejects(openStore({ storage }), { code: "store_busy", retryable: true });
  await store.close();
  await store.close();
  assert.equal(store.memoryBytes(), 0);
  await assert.rejects(store.runs(), { code: "closed" });
  const again = await openStore({ storage });
  assert.deepEqual(
    (await again.runs()).map(({ id }) => id),
    ["run"],
  );
  assert.equal(await episodic(again), 2);
  await again.delete("run");
  await assert.rejects(again.delete("run"), { code: "stored_run_not_found" });
  await again.close();
});

test("PL-02 BX-06 a store that ran out of memory fails typed, and the next call opens it again", async () => {
  const storage = new ObjectStandIn();
  const full = await openStore({ storage });
  await ask(full, observe("I prefer green tea."));
  const pages = full.memoryBytes() / 65_536;
  await full.close();
  const store = await openStore({ storage }, { store: limited(STORE_WASM, pages + 20) });
  const { store: runs } = ObjectRunStore.link(store);
  await runs.createRun(newRun("run"));
  const huge = Array.from({ length: 40 }, (_, at) => `${at} ${"x".repeat(100_000)}`);
  const failure = {
    code: "store_crashed",
    retryable: true,
    message: /the next call opens it again/,
  };
  await assert.rejects(runs.append("run", batch(0, huge)), failure);
  assert.equal(store.memoryBytes(), 0);
  assert.equal((await runs.load("run")).lines.length, 0);
  assert.equal(await episodic(store), 1);
  await runs.append("run", batch(0, ["line"]));
  await store.close();
});

test("PL-02 BX-06 a full object is told as one, and what was kept before stays", async () => {
  const storage = new ObjectStandIn();
  const store = await openStore({ storage });
  await ask(store, observe("I prefer green tea."));
  for (let after = 0; after < 3; after += 1) {
    storage.failure = { after, message: "database or disk is full: SQLITE_FULL" };
    const refused = await ask(store, observe("I live in Westby.")).then(
      () => null,
      ({ code, retryable }) => ({ code, retryable }),
    );
    const wasFull = storage.failure.after < 0;
    storage.failure = null;
    assert.deepEqual(refused, wasFull ? { code: "store_full", retryable: true } : null);
    assert.equal(await episodic(store), wasFull ? 1 : 2);
  }
  await store.close();
});

test("PL-02 BX-06 what is damaged under an open store is told by the call that reads it", async () => {
  const storage = new ObjectStandIn();
  const store = await openStore({ storage });
  await ask(store, observe("I prefer green tea."));
  const whole = structuredClone(storage.tables);
  // A failed commit has the pages read anew.
  storage.failure = { after: 0, message: "disk I/O error: SQLITE_IOERR" };
  await assert.rejects(ask(store, observe("I live in Westby.")), { code: "store_io" });
  storage.failure = null;
  storage.tables.set("amb_segments", [{ id: 99, sum: 0, bytes: new ArrayBuffer(1) }]);
  await assert.rejects(ask(store, STATS), { code: "store_corrupt", retryable: false });
  storage.tables = whole;
  assert.equal(await episodic(store), 1);
  await store.close();
});

test("PL-02 BX-02 an encrypted store is opened by its passphrase alone", async () => {
  const storage = new ObjectStandIn();
  const store = await openStore({ storage, passphrase: "first" });
  await ask(store, observe("I prefer green tea."));
  await store.changePassphrase("second");
  await ask(store, observe("I live in Westby."));
  await store.close();
  assert.equal(storage.bytes().includes("green tea"), false);
  const refusals: [object, string][] = [
    [{ storage }, "passphrase_needed"],
    [{ storage, passphrase: "first" }, "passphrase_wrong"],
  ];
  for (const [options, code] of refusals) {
    const before = structuredClone(storage.tables);
    await assert.rejects(openStore(options as never), { code });
    assert.deepEqual(storage.tables, before);
  }
  const again = await openStore({ storage, passphrase: "second" });
  assert.equal(await episodic(again), 2);
  await again.changePassphrase(null);
  await again.close();
  const plain = await openStore({ storage });
  assert.equal(await episodic(plain), 2);
  await plain.close();
});

test("PL-02 BX-06 what was purged, or a run that was deleted, is in no row any more", async () => {
  const storage = new ObjectStandIn();
  const store = await openStore({ storage });
  const { store: runs } = ObjectRunStore.link(store);
  const id = await kept(store, "I prefer green tea.");
  await runs.createRun(newRun("run", 1, { lines: ["The harbour of Westby"] }));
  await ask(store, { memory: "hierarchy", op: "forget", ids: [id] });
  for (const words of ["green tea", "harbour of Westby"])
    assert.ok(storage.bytes().includes(words));
  await ask(store, { memory: "hierarchy", op: "purge", ids: [id] });
  await store.delete("run");
  for (const words of ["green tea", "harbour of Westby"]) {
    assert.equal(storage.bytes().includes(words), false, words);
  }
  await store.close();
});
