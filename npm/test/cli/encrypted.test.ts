/** A folder in Node with a passphrase, with the artefacts: runs and memory in one encrypted database (BX-02). */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { MemoryBank, RunStore } from "agentic-memory-bank/node";
import { run } from "./program.ts";

const root = mkdtempSync(join(tmpdir(), "encrypted-"));
after(() => rmSync(root, { recursive: true }));

const SECRET = "I prefer green tea, and I live in Westby.";
const DOCUMENT = "The harbour of Westby was dredged in 1931. The work took two years.";

/** All bytes of a folder, and the names of its files. */
function bytesOf(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}

async function withStore<T>(
  folder: string,
  passphrase: string | undefined,
  work: (store: RunStore, bank: MemoryBank) => Promise<T>,
): Promise<T> {
  const store = await RunStore.open({ folder, ...(passphrase && { passphrase }) });
  const bank = await MemoryBank.open({ store, embedder: false });
  try {
    return await work(store, bank);
  } finally {
    bank.close();
    await store.close();
    // It has let go already.
    await store.close();
  }
}

async function fill(store: RunStore, bank: MemoryBank): Promise<string> {
  await bank.memory.observe([SECRET]);
  const { docId } = await bank.research({
    question: "When was the harbour dredged?",
    documents: [{ name: "harbour.txt", text: DOCUMENT }],
    keep: true,
  }).result;
  assert.equal((await store.runs()).length, 1);
  return docId;
}

async function isThere(store: RunStore, bank: MemoryBank, docId: string): Promise<void> {
  assert.deepEqual(
    (await store.runs()).map(({ id }) => id),
    [docId],
  );
  assert.match(await bank.journal(docId), /harbour/);
  const { recollection } = await bank.memory.recall("Which tea do I prefer?");
  assert.equal(recollection.memories[0]?.entry.content, SECRET);
}

const holdsPlainText = (folder: string) =>
  ["green tea", "Westby", "harbour"].some((word) => bytesOf(folder).includes(word));

test("BX-02: nothing in an encrypted folder is plain, and its passphrase alone opens it", async () => {
  const folder = join(root, "one");
  const docId = await withStore(folder, "open sesame", fill);
  assert.equal(holdsPlainText(folder), false);
  const before = bytesOf(folder);
  const refusals: [string | undefined, string][] = [
    ["Open sesame", "passphrase_wrong"],
    [undefined, "passphrase_needed"],
    ["", "invalid_argument"],
  ];
  for (const [passphrase, code] of refusals) {
    const options = { folder, ...(passphrase !== undefined && { passphrase }) };
    await assert.rejects(RunStore.open(options), (thrown: { code: string; message: string }) => {
      assert.equal(thrown.code, code);
      assert.ok(!thrown.message.includes("sesame"));
      return true;
    });
  }
  const told = await run(["runs", "--runs", folder], "", { AMB_PASSPHRASE: "" });
  assert.deepEqual([told.status, told.stdout], [2, ""]);
  assert.match(told.stderr, /encrypted.*AMB_PASSPHRASE/);
  assert.deepEqual(bytesOf(folder), before);
  await withStore(folder, "open sesame", (store, bank) => isThere(store, bank, docId));
});

test("BX-02: the command line opens a folder by the passphrase of its environment", async () => {
  const folder = join(root, "program");
  const docId = await withStore(folder, "open sesame", fill);
  const listed = await run(["runs", "--runs", folder], "", { AMB_PASSPHRASE: "open sesame" });
  assert.ok(listed.status === 0 && listed.stdout.includes(docId), listed.stderr);
  const refused = await run(["runs", "--runs", folder], "", { AMB_PASSPHRASE: "other words" });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /not the passphrase/);
  assert.ok(!refused.stderr.includes("other words"));
});

test("BX-02: another passphrase opens an encrypted folder from the moment on in which it is given", async () => {
  const folder = join(root, "two");
  const docId = await withStore(folder, "first", fill);
  await withStore(folder, "first", async (store, bank) => {
    await assert.rejects(store.changePassphrase(""), { code: "invalid_argument" });
    await store.changePassphrase("second");
    await isThere(store, bank, docId);
  });
  await assert.rejects(RunStore.open({ folder, passphrase: "first" }), {
    code: "passphrase_wrong",
  });
  await withStore(folder, "second", (store, bank) => isThere(store, bank, docId));
  assert.equal(holdsPlainText(folder), false);
});

test("BX-02: a plain folder is left as it is, and says that it is plain", async () => {
  const folder = join(root, "plain");
  const docId = await withStore(folder, undefined, fill);
  assert.equal(holdsPlainText(folder), true);
  const before = bytesOf(folder);
  const refused = RunStore.open({ folder, passphrase: "any" });
  await assert.rejects(refused, { code: "store_not_encrypted" });
  const store = await RunStore.open({ folder });
  await assert.rejects(store.changePassphrase("any"), { code: "store_not_encrypted" });
  await store.close();
  assert.deepEqual(bytesOf(folder), before);
  await withStore(folder, undefined, (opened, bank) => isThere(opened, bank, docId));
});
