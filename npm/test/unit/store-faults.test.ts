/** What holds while writing fails (`crates/store/src/contract/faults.rs`): the old state or the new one, never a third. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { FileStore } from "../../src/file-store.ts";
import type { EngineStore } from "../../src/host.ts";
import { FAILURES, type Failure, FaultyFiles, REMAINS, type Remains } from "../faulty-files.ts";
import { batch, body, newRun, sight } from "../stored-runs.ts";

/** Every kind of call that writes, done to what `prepared` left. */
const STEPS: Record<string, (store: EngineStore) => Promise<void>> = {
  createRun: (store) =>
    store.createRun(newRun("third", 3, { lines: ["asked"], bodies: [body("c"), body("shared")] })),
  append: (store) =>
    store.append("first", {
      ...batch(2, ["2", "3"], ["b", "c", "shared"]),
      state: { state: "paused" },
    }),
  putBlob: (store) => store.putBlob("first", "huge", new Uint8Array(50_000).fill(1)),
  deleteBlob: (store) => store.deleteBlob("first", "image"),
  deleteRun: (store) => store.deleteRun("second"),
};

/** Files with two runs in them that share a body. */
async function prepared(): Promise<FaultyFiles> {
  const files = new FaultyFiles();
  const store = new FileStore(files);
  for (const [id, name] of [
    ["first", "a"],
    ["second", "b"],
  ] as const) {
    await store.createRun(newRun(id));
    await store.append(id, batch(0, ["0", "1"], [name, "shared"]));
    await store.putBlob(id, "image", body("image").bytes);
  }
  await store.deleteBlob("second", "image");
  return files;
}

/** What is seen before a step, and after it. */
async function expected(step: (typeof STEPS)[string]): Promise<[object, object]> {
  const store = new FileStore(await prepared());
  const old = await sight(store);
  await step(store);
  return [old, await sight(store)];
}

/** Does the step while its `number`-th change fails, and looks; gives back whether the change came. */
async function fails(
  step: (typeof STEPS)[string],
  number: number,
  failure: Failure,
  remains: Remains | null,
): Promise<boolean> {
  const files = await prepared();
  const [old, fresh] = await expected(step);
  const store = new FileStore(files);
  await sight(store);
  files.fail(number, failure);
  const error = await step(store).then(
    () => null,
    (thrown: unknown) => thrown as { code: string; store: { kind: string } },
  );
  const isAllowed = (seen: object) =>
    isDeepStrictEqual(seen, fresh) || (error !== null && isDeepStrictEqual(seen, old));
  const hasFailed = files.heal();
  let before: object | null = null;
  if (Number.isFinite(FAILURES[failure].times)) {
    before = await sight(store);
    assert.ok(isAllowed(before), "going on, it is in a third state");
  }
  if (remains !== null) files.cutPower(remains);
  const seen = await sight(new FileStore(files));
  assert.ok(isAllowed(seen), "opened again, it is in a third state");
  if (before !== null) assert.deepEqual(seen, before, "what was seen before was not kept");
  if (error === null) {
    assert.ok(!hasFailed, "a failure was not told");
  } else {
    const isFull = ["ENOSPC", "EDQUOT"].includes(FAILURES[failure].code);
    const told = [error.code, error.store.kind];
    assert.deepEqual(told, isFull ? ["store_full", "full"] : ["store_io", "io"]);
  }
  if (isDeepStrictEqual(seen, old)) {
    const again = new FileStore(files);
    await step(again);
    assert.deepEqual(await sight(again), fresh, "done again, it is in a third state");
  }
  return hasFailed;
}

for (const [name, step] of Object.entries(STEPS)) {
  for (const failure of Object.keys(FAILURES) as Failure[]) {
    test(`BX-02 ${name}, each of its changes ${failure}: the old state or the new one`, async () => {
      for (const remains of [null, ...REMAINS]) {
        let number = 1;
        while (await fails(step, number, failure, remains)) number += 1;
        assert.ok(number > 1, "it wrote nothing");
      }
    });
  }
}
