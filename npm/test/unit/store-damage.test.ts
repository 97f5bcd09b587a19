/** Files that were cut off, damaged, copied, or written by a newer version. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FileStore } from "../../src/file-store.ts";
import { type Change, encodeChange } from "../../src/run-lines.ts";
import { fileName } from "../../src/run-names.ts";
import { FaultyFiles } from "../faulty-files.ts";
import { batch, bytesOf, newRun, sight } from "../stored-runs.ts";

const ID = "642fb6ae-e2d9-423d-9983-153fa0d3bb1a";
const FILE = `${ID}.run`;

/** Files with a run of three lines, and one beside it; what is seen of them with only two of its lines. */
async function someRuns() {
  const files = new FaultyFiles();
  const store = new FileStore(files);
  await store.createRun(newRun("beside", 9));
  await store.createRun(newRun(ID));
  await store.append(ID, batch(0, ["0", "1"], ["a"]));
  const before = await sight(store);
  const end = files.get(FILE).length;
  await store.append(ID, batch(2, ["2"], ["b"]));
  return { files, before, end, whole: files.get(FILE) };
}

test("BX-02 wherever the last line of a file was cut off, it counts as not written", async () => {
  const { files, before, end, whole } = await someRuns();
  const cuts = [0, 1, 9, 100, whole.length - end - 1].map((more) => whole.subarray(0, end + more));
  // Power went: the file has its length, and not yet its bytes.
  const zeros = Buffer.concat([whole.subarray(0, end), Buffer.alloc(500)]);
  const holed = Buffer.from(whole).fill(0, end + 20, end + 60);
  for (const torn of [...cuts, zeros, holed]) {
    files.set(FILE, torn);
    const store = new FileStore(files);
    assert.deepEqual(await sight(store), before);
    await store.append(ID, batch(2, ["2"], ["b"]));
    assert.deepEqual(files.get(FILE), whole, "what was cut off is gone before the next line");
  }
});

test("BX-02 a file that was begun and holds no run is none, and may become one", async () => {
  const { whole } = await someRuns();
  const header = whole.indexOf("\n") + 1;
  for (const size of [0, 10, header, header + 50]) {
    const files = new FaultyFiles();
    files.set(FILE, whole.subarray(0, size));
    const store = new FileStore(files);
    assert.deepEqual(await store.runs(), []);
    await assert.rejects(store.load(ID), { code: "stored_run_not_found" });
    await store.createRun(newRun(ID));
    assert.equal((await new FileStore(files).runs()).length, 1);
  }
});

test("BX-02 a file of an earlier version, whose lines name a checkpoint, is read", async () => {
  const { files, before, end, whole } = await someRuns();
  const grown = { change: "grown", at: 2, lines: ["2"], bodies: [], state: null, updated: 1002 };
  for (const checkpoint of [null, "AAEC"]) {
    const line = encodeChange({ ...grown, checkpoint } as Change);
    files.set(FILE, Buffer.concat([whole.subarray(0, end), line]));
    const store = new FileStore(files);
    assert.notDeepEqual(await sight(store), before);
    assert.deepEqual((await store.load(ID)).lines, ["0", "1", "2"]);
  }
});

test("BX-02 damage anywhere but at the end is told, listed, and left as it is", async () => {
  const { files, end, whole } = await someRuns();
  const header = whole.indexOf("\n") + 1;
  for (const at of [3, header - 1, header + 2, header + 40, end - 30]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    files.set(FILE, damaged);
    const store = new FileStore(files);
    const refused = { code: "store_corrupt", message: /\.run, line [1-3]\)$/, retryable: false };
    await assert.rejects(store.load(ID), refused);
    await assert.rejects(store.append(ID, batch(3, ["3"])), refused);
    await assert.rejects(store.createRun(newRun(ID)), refused);
    const [beside, run] = await store.runs();
    assert.equal(beside?.id, "beside");
    assert.deepEqual([run?.id, run?.bytes], [ID, whole.length]);
    assert.deepEqual(run?.state, { state: "failed", code: "store_corrupt" });
    assert.deepEqual(await store.bodies(["a"]), [null]);
    assert.deepEqual(files.get(FILE), damaged);
  }
  const store = new FileStore(files);
  await store.deleteRun(ID);
  assert.equal((await store.runs()).length, 1);
});

test("BX-02 a line that does not follow, or a copy of a file, is no run", async () => {
  const { files, end, whole } = await someRuns();
  files.set(FILE, Buffer.concat([whole, whole.subarray(end)]));
  await assert.rejects(new FileStore(files).load(ID), { code: "store_corrupt" });
  const copy = ID.replace("6", "7");
  files.set(fileName(copy), whole);
  await assert.rejects(new FileStore(files).load(copy), { code: "store_corrupt" });
});

test("BX-02 a file of a newer version is left for it", async () => {
  const { files, whole } = await someRuns();
  const newer = Buffer.from(whole.toString().replace('"version":1', '"version":2'));
  files.set(FILE, newer);
  const store = new FileStore(files);
  const tooNew = { kind: "too_new", found: 2, supported: 1 };
  await assert.rejects(store.load(ID), { code: "store_too_new", store: tooNew });
  assert.deepEqual((await store.runs())[1]?.state, { state: "failed", code: "store_too_new" });
  assert.deepEqual(files.get(FILE), newer);
});

test("BX-02 a run that another writer continued, or deleted, is not written over", async () => {
  const { files, whole } = await someRuns();
  const [mine, other] = [new FileStore(files), new FileStore(files)];
  await mine.load(ID);
  await other.append(ID, batch(3, ["3"]));
  const lost = { kind: "wrong_index", run: ID, expected: 4, given: 3 };
  await assert.rejects(mine.append(ID, batch(3, ["mine"])), { store: lost });
  assert.ok(files.get(FILE).length > whole.length);
  await other.deleteRun(ID);
  await assert.rejects(mine.append(ID, batch(4, ["4"])), { code: "stored_run_not_found" });
});

test("no identifier leads out of the folder, and none is another's file", async () => {
  const ids = [
    ID,
    ID.toUpperCase(),
    "../x",
    "..",
    "",
    "/etc/passwd",
    "C:\\x",
    "lock",
    "x\0",
    "CON",
  ];
  const names = [...ids, "a".repeat(5000)].map(fileName);
  for (const name of names) assert.match(name, /^=?[0-9a-f-]{36,64}\.run$/);
  assert.equal(new Set(names).size, names.length);
  const files = new FaultyFiles();
  const store = new FileStore(files);
  await store.createRun(newRun("../x"));
  assert.equal((await store.runs())[0]?.id, "../x");
  files.set("notes.txt", bytesOf("not a run"));
  files.set("x.run", bytesOf("not a run"));
  assert.equal((await store.runs()).length, 1);
});

test("a closed store ends what is under way, and takes nothing more", async () => {
  const files = new FaultyFiles();
  const store = new FileStore(files);
  const begun = store.createRun(newRun(ID));
  await store.close();
  await begun;
  await assert.rejects(store.runs(), { code: "closed" });
});
