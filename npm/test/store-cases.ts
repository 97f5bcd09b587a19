/** The cases of the contract of stores (`crates/store/src/contract`), for stores that JavaScript has. */
import assert from "node:assert/strict";
import type { EngineStore } from "../src/host.ts";
import { batch, body, bytesOf, newRun, sight } from "./stored-runs.ts";

/** A case of the contract; `open` opens the same store anew. */
export type Case = (open: () => EngineStore) => Promise<void>;

const missing = (run: string) => ({
  code: "stored_run_not_found",
  store: { kind: "run_not_found", run },
});

/** The cases by their names. */
export const STORE_CASES: Record<string, Case> = {
  "runs are listed and read back": async (open) => {
    const store = open();
    assert.deepEqual([await store.runs(), await store.bytes()], [[], 0]);
    const begun: [string, number][] = [
      ["old", 1],
      ["b", 7],
      ["a", 7],
    ];
    for (const [id, created] of begun) await store.createRun(newRun(id, created));
    const heads = await store.runs();
    assert.deepEqual(
      heads.map(({ id }) => id),
      ["a", "b", "old"],
    );
    const first = { id: "old", question: "What became of old?", format: 1, created: 1, updated: 1 };
    assert.deepEqual(heads[2], { ...first, state: { state: "running" }, lines: 0, bytes: 0 });
    await store.createRun(newRun("asked", 0, { lines: ["asked"], bodies: [body("b"), body("b")] }));
    await store.append("asked", batch(1, ["more"]));
    const asked = await store.load("asked");
    assert.deepEqual([asked.head.lines, asked.head.bytes], [2, 9 + 3000]);
    assert.deepEqual(asked.lines, ["asked", "more"]);

    const state = { state: "failed", code: "host" } as const;
    await store.append("old", { ...batch(0, ["one", "two"], ["a"]), state });
    const stored = await store.load("old");
    assert.deepEqual(stored.lines, ["one", "two"]);
    assert.deepEqual(stored.head.state, state);
    assert.deepEqual([stored.head.updated, stored.head.bytes], [1000, 6 + 3000]);
    await store.append("old", batch(2, []));
    const kept = await store.load("old");
    assert.deepEqual(kept.head.state, state);
  },

  "a journal grows at its end alone": async (open) => {
    const store = open();
    await store.createRun(newRun("run"));
    await store.append("run", batch(0, ["0", "1"]));
    const before = await sight(store);
    for (const given of [0, 1, 3]) {
      const wrong = { kind: "wrong_index", run: "run", expected: 2, given };
      const refused = store.append("run", batch(given, ["x"], ["a"]));
      await assert.rejects(refused, { code: "stored_run_wrong_index", store: wrong });
    }
    assert.deepEqual(await sight(store), before);
    await store.append("run", batch(2, ["2"], ["a"]));
    assert.deepEqual((await store.load("run")).lines, ["0", "1", "2"]);
  },

  "what is not there is told": async (open) => {
    const store = open();
    await store.createRun(newRun("here"));
    const exists = { code: "stored_run_exists", store: { kind: "run_exists", run: "here" } };
    await assert.rejects(store.createRun(newRun("here", 2)), exists);
    const calls: ((run: string) => Promise<unknown>)[] = [
      (run) => store.load(run),
      (run) => store.deleteRun(run),
      (run) => store.append(run, batch(0, ["x"], ["a"])),
      (run) => store.putBlob(run, "a", bytesOf("a")),
      (run) => store.blob(run, "a"),
      (run) => store.deleteBlob(run, "a"),
    ];
    for (const call of calls) await assert.rejects(call("nobody"), missing("nobody"));
    assert.deepEqual([await store.bodies(["a"]), await store.bytes()], [[null], 0]);
  },

  "bytes go with the last run that has them": async (open) => {
    const store = open();
    for (const id of ["one", "two"]) {
      await store.createRun(newRun(id));
      await store.append(id, batch(0, ["line"], ["shared", id]));
    }
    assert.equal(await store.bytes(), 8 + 18_000 + 2 * 9000);
    assert.deepEqual(
      (await store.runs()).map(({ bytes }) => bytes),
      [4 + 27_000, 4 + 27_000],
    );
    const names = ["shared", "one", "two"];
    await store.deleteRun("one");
    const left = await store.bodies(names);
    assert.deepEqual(left, [body("shared").bytes, null, body("two").bytes]);
    await store.deleteRun("two");
    assert.deepEqual([await store.bodies(names), await store.bytes()], [[null, null, null], 0]);
    await store.createRun(newRun("one", 2));
    assert.deepEqual((await store.load("one")).lines, []);
  },

  "blobs and bodies are told apart": async (open) => {
    const store = open();
    await store.createRun(newRun("run"));
    await store.createRun(newRun("other"));
    await store.append("run", batch(0, ["line"], ["a"]));
    assert.equal(await store.blob("run", "a"), null);
    for (let twice = 0; twice < 2; twice += 1) await store.putBlob("run", "a", body("a").bytes);
    await store.putBlob("run", "image", bytesOf("png"));
    assert.deepEqual(await store.blob("run", "a"), body("a").bytes);
    assert.equal(await store.blob("other", "a"), null);
    assert.equal(await store.bytes(), 4 + 3000 + 3);
    assert.equal((await store.load("run")).head.bytes, 4 + 3000 + 3);
    for (let twice = 0; twice < 2; twice += 1) {
      await store.deleteBlob("run", "a");
      await store.deleteBlob("run", "image");
    }
    assert.equal(await store.blob("run", "a"), null);
    assert.deepEqual(await store.bodies(["a", "image"]), [body("a").bytes, null]);
  },

  "any text and any bytes are kept": async (open) => {
    const store = open();
    const hostile = ["", "量子计算", "nul \0 inside", "../../etc/x", "\ufeff\u202e😀\r\n"];
    const far = Number.MAX_SAFE_INTEGER;
    const huge = new Uint8Array(300_000).fill(7);
    for (const [index, created] of [0, -1, far, -far, 5].entries()) {
      const id = hostile[index] ?? "";
      await store.createRun(newRun(id, created, { question: id }));
      await store.putBlob(id, "huge", huge);
      await store.putBlob(id, id, new Uint8Array());
      await store.append(id, batch(0, hostile));
      const { head, lines } = await store.load(id);
      assert.deepEqual([head.id, head.question, head.created, lines], [id, id, created, hostile]);
      assert.deepEqual(await store.blob(id, "huge"), huge);
      assert.deepEqual(await store.blob(id, id), new Uint8Array());
    }
    const bytes = Buffer.byteLength(hostile.join(""));
    assert.equal(await store.bytes(), 300_000 + 5 * bytes);
  },

  "an open store finds what the former wrote": async (open) => {
    const store = open();
    const state = { state: "finished", termination: "answer" } as const;
    await store.createRun(newRun("run"));
    await store.append("run", batch(0, ["0", "1"], ["a"]));
    await store.append("run", { ...batch(2, ["two"], ["b"]), state });
    await store.putBlob("run", "image", bytesOf("png"));
    const written = await sight(store);
    for (let twice = 0; twice < 2; twice += 1) assert.deepEqual(await sight(open()), written);
  },

  "overlapping calls take effect one by one": async (open) => {
    const store = open();
    const calls = [store.createRun(newRun("run"))];
    for (let at = 0; at < 8; at += 1) calls.push(store.append("run", batch(at, ["line"], ["a"])));
    await Promise.all(calls);
    assert.equal((await store.load("run")).head.lines, 8);
  },
};
