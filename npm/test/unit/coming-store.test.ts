/** A store that is still opening when a bank is opened: in the same thread, and over a worker's boundary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expose } from "comlink";
import { carryFailures } from "../../src/comlink-errors.ts";
import { type Deferred, deferred } from "../../src/deferred.ts";
import { FileStore } from "../../src/file-store.ts";
import type { EngineStore } from "../../src/host.ts";
import { comingHolds, comingStore, passedOn } from "../../src/store-calls.ts";
import { storeFailure } from "../../src/store-failure.ts";
import { linkOver, storeOver } from "../../src/store-link.ts";
import { FaultyFiles } from "../faulty-files.ts";
import { batch, newRun } from "../stored-runs.ts";

/** Ways to a store that is still opening, and how each is let go of. */
const WAYS: Record<string, (coming: Promise<EngineStore>) => [EngineStore, () => void]> = {
  "in the same thread": (coming) => [comingStore(coming), () => {}],
  "over a worker's boundary": (coming) => {
    const ports: MessagePort[] = [];
    const link = linkOver(true, async (port) => {
      ports.push(port);
      const store = await coming;
      expose(
        passedOn((call) => call(store)),
        port,
      );
    });
    ports.push(link.port, link.end);
    return [storeOver(link), () => ports.forEach((port) => void port.close())];
  },
};

carryFailures();

for (const [name, way] of Object.entries(WAYS)) {
  const coming = async (work: (store: EngineStore, opening: Deferred<EngineStore>) => unknown) => {
    const opening = deferred<EngineStore>();
    const [store, end] = way(opening.promise);
    try {
      await work(store, opening);
    } finally {
      end();
    }
  };

  test(`BX-02 ${name}: calls wait for a store that is opening, in their order`, () =>
    coming(async (store, opening) => {
      const calls = [store.createRun(newRun("run")), store.append("run", batch(0, ["one"], ["a"]))];
      const opened = new FileStore(new FaultyFiles());
      opening.resolve(opened);
      await Promise.all(calls);
      assert.deepEqual((await opened.load("run")).lines, ["one"]);
      assert.deepEqual(await store.load("run"), await opened.load("run"));
    }));

  test(`BX-02 ${name}: calls fail as the opening did, with the store's own error`, () =>
    coming(async (store, opening) => {
      const early = store.runs();
      const busy = storeFailure({ kind: "busy", detail: "another tab" });
      opening.reject(busy);
      const expected = { code: "store_busy", retryable: true, store: busy.store };
      await assert.rejects(early, expected);
      await assert.rejects(store.createRun(newRun("run")), expected);
    }));
}

test("BX-10 the runs of a store that cannot be opened are in memory alone, and need no locks", async () => {
  const held: string[] = [];
  const locks = {
    hold: async (run: string) => held.push(run) > 0,
    release: async () => {},
    releaseAll: async () => {},
  };
  for (const coming of [Promise.resolve(locks), Promise.reject(new Error("no disk"))]) {
    const holds = comingHolds(coming);
    await holds.hold("a");
    await holds.release("a");
    await holds.releaseAll();
  }
  assert.deepEqual(held, ["a"]);
});
