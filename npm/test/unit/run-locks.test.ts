/** A run that is under way belongs to one bank: nobody pays for it twice (BX-02). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FileStore } from "../../src/file-store.ts";
import type { NamedLocks } from "../../src/named-locks.ts";
import { RunLocks, runsAtWork, unlessAtWork } from "../../src/run-locks.ts";
import { Origin } from "../fake-tabs.ts";
import { FaultyFiles } from "../faulty-files.ts";
import { newRun } from "../stored-runs.ts";

const refused = { code: "stored_run_at_work", message: /run a is at work/, retryable: true };

test("BX-02: of two tabs one goes on with a run; the other is told, and may once it has ended", async () => {
  const origin = new Origin();
  const [first, second] = [origin.tab(), origin.tab()];
  const [one, other] = [new RunLocks(first.locks, 20), new RunLocks(second.locks, 20)];
  await one.hold("a");
  await one.hold("a");
  await assert.rejects(other.hold("a"), refused);
  await other.hold("b");
  assert.deepEqual(await runsAtWork(second.locks), ["a", "b"]);
  await one.releaseAll();
  await other.hold("a");
  first.kill();
  await other.releaseAll();
  assert.deepEqual(await runsAtWork(second.locks), []);
});

test("BX-02: a run whose tab goes can be gone on with, and a moment's wait is enough", async () => {
  const origin = new Origin();
  const [first, second] = [origin.tab(), origin.tab()];
  await new RunLocks(first.locks).hold("a");
  const waiting = new RunLocks(second.locks, 1000);
  setTimeout(() => first.kill(), 30);
  await waiting.hold("a");
  assert.deepEqual(await runsAtWork(second.locks), ["a"]);
});

test("BX-02: a lock that nobody has is waited for, however long it is in coming", async () => {
  const { locks } = new Origin().tab();
  const late: NamedLocks = {
    query: () => locks.query(),
    request: async (name, options, held) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      options.signal?.throwIfAborted();
      return locks.request(name, options, held);
    },
  };
  await new RunLocks(late, 10).hold("a");
  assert.deepEqual(await runsAtWork(locks), ["a"]);
});

test("BX-02: a new run is held before it is in the store", async () => {
  const { locks } = new Origin().tab();
  const store = new FileStore(new FaultyFiles());
  const heldThen: string[][] = [];
  const noting = {
    createRun: async (run: Parameters<FileStore["createRun"]>[0]) => {
      heldThen.push(await runsAtWork(locks));
      await store.createRun(run);
    },
  };
  const holding = new RunLocks(locks).holding(Object.assign(Object.create(store), noting));
  await holding.createRun(newRun("a"));
  assert.deepEqual(heldThen, [["a"]]);
});

test("BX-02: a run that is under way is not deleted", async () => {
  const origin = new Origin();
  const [first, second] = [origin.tab(), origin.tab()];
  const one = new RunLocks(first.locks);
  await one.hold("a");
  let deleted = 0;
  const remove = async () => {
    deleted += 1;
  };
  await assert.rejects(unlessAtWork(second.locks, "a", remove), refused);
  assert.equal(deleted, 0);
  await one.releaseAll();
  await unlessAtWork(second.locks, "a", remove);
  assert.equal(deleted, 1);
  const full = () => Promise.reject(new Error("full"));
  await assert.rejects(unlessAtWork(second.locks, "a", full), { message: "full" });
});
