/** Stores in Durable Objects of workerd: the contract, kills, damage, a full object, memory. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { STORE_CASES } from "../../npm/test/store-cases.ts";
import { batch, body, newRun, sight } from "../../npm/test/stored-runs.ts";
import { StoredHost } from "./stored-host.ts";

const DOCUMENT = "The harbour of Westby was dredged in 1931. The work took two years.";
const REQUEST = {
  question: "When was the harbour dredged?",
  documents: [{ name: "harbour.txt", text: DOCUMENT }],
  keep: true,
};

let started: Promise<StoredHost> | null = null;
after(async () => (await started)?.end());

/** The host of the tests that do not kill it. */
function host(): Promise<StoredHost> {
  started ??= StoredHost.start();
  return started;
}

for (const [name, holds] of Object.entries(STORE_CASES)) {
  test(`PL-02 BX-02 a store in a Durable Object: ${name}`, async () => {
    const stored = await host();
    const object = encodeURIComponent(name);
    await holds(stored.opener(object));
    await stored.call(object, "close");
  });
}

/** All rows of an object's tables. */
async function tables(stored: StoredHost, name: string): Promise<unknown> {
  const rows = (table: string) => stored.call(name, "sql", `SELECT * FROM ${table} ORDER BY 1`);
  return [await rows("amb_store"), await rows("amb_segments")];
}

/** An object with some segments, whose store is closed. */
async function filled(stored: StoredHost, name: string): Promise<void> {
  await stored.call(name, "open", {});
  const runs = stored.runs(name);
  await runs.createRun(newRun("run"));
  for (let at = 0; at < 6; at += 1) {
    await runs.putBlob("run", `image-${at}`, body(`${at}`.repeat(80)).bytes);
  }
  await stored.call(name, "close");
}

test("PL-02 BX-02 a store that is damaged or of a newer version is left as it is", async () => {
  const stored = await host();
  const damages: Record<string, [statement: string, code: string]> = {
    "a missing segment": [
      "DELETE FROM amb_segments WHERE id = (SELECT min(id) FROM amb_segments)",
      "store_corrupt",
    ],
    "the last segment missing": [
      "DELETE FROM amb_segments WHERE id = (SELECT max(id) FROM amb_segments)",
      "store_corrupt",
    ],
    "all segments missing": ["DELETE FROM amb_segments", "store_corrupt"],
    "a byte of a segment": [
      "UPDATE amb_segments SET bytes = CAST(substr(bytes, 1, 999) || x'7f' || substr(bytes, 1001) AS BLOB) WHERE id = 0",
      "store_corrupt",
    ],
    "the end of a segment missing": [
      "UPDATE amb_segments SET bytes = substr(bytes, 1, 9000) WHERE id = 0",
      "store_corrupt",
    ],
    "no store": ["DELETE FROM amb_store", "store_corrupt"],
    "a newer version": ["UPDATE amb_store SET version = 2", "store_too_new"],
  };
  for (const [name, [statement, code]] of Object.entries(damages)) {
    const object = encodeURIComponent(name);
    await filled(stored, object);
    await stored.call(object, "sql", statement);
    const before = await tables(stored, object);
    await assert.rejects(stored.call(object, "open", {}), { code, retryable: false }, name);
    await assert.rejects(stored.call(object, "open", {}), { code }, name);
    assert.deepEqual(await tables(stored, object), before, name);
  }
});

test("PL-02 BX-06 an object that is full says so, and keeps what it had", async () => {
  const stored = await host();
  await stored.call("full", "open", {});
  const runs = stored.runs("full");
  await runs.createRun(newRun("run"));
  for (let after = 0; after < 4; after += 1) {
    const before = await sight(runs);
    await stored.call("full", "fullAfter", after);
    const written = runs.putBlob("run", "huge", body(`${after}`.repeat(400)).bytes);
    const failure = await written.then(
      () => null,
      (thrown) => thrown,
    );
    await stored.call("full", "fullAfter", null);
    if (failure === null) break;
    const { code, retryable, store } = failure;
    assert.deepEqual([code, retryable, store.kind], ["store_full", true, "full"]);
    assert.deepEqual(await sight(runs), before);
  }
  await runs.append("run", batch(0, ["line"]));
  await stored.call("full", "close");
});

test("PL-02 an object without SQLite is told what it needs", async () => {
  const { code, message } = (await (await host()).plain()) as Record<string, string>;
  assert.equal(code, "store_unavailable");
  assert.match(message ?? "", /new_sqlite_classes/);
});

test("PL-02 BX-02 what was acknowledged outlives workerd, wherever it is killed", async () => {
  let stored = await StoredHost.start();
  let acknowledged = 0;
  try {
    await stored.call("run", "open", {});
    await stored.runs("run").createRun(newRun("run"));
    for (let life = 0; life < 4; life += 1) {
      const runs = stored.runs("run");
      const writing = (async () => {
        for (;;) {
          await runs.append("run", batch(acknowledged, [`line ${acknowledged}`], ["body"]));
          acknowledged += 1;
        }
      })();
      writing.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 150 + 70 * life));
      await stored.kill();
      await assert.rejects(writing);
      stored = await StoredHost.start(stored.data);
      await stored.call("run", "open", {});
      const { lines } = await stored.runs("run").load("run");
      // The last call may have been carried out, and its answer lost.
      assert.ok([acknowledged, acknowledged + 1].includes(lines.length));
      assert.equal(lines.at(-1), `line ${lines.length - 1}`);
      acknowledged = lines.length;
    }
    assert.ok(acknowledged > 10);
  } finally {
    await stored.end();
  }
});

test("PL-02 BX-06 a bank keeps runs and memory in an object, also encrypted", async () => {
  const stored = await host();
  for (const options of [{}, { passphrase: "a passphrase" }]) {
    const name = `bank-${Object.keys(options).length}`;
    await stored.call(name, "open", options);
    assert.equal(((await stored.call(name, "bank", false)) as { state: string }).state, "off");
    await stored.call(name, "observe", ["I prefer green tea, and I live in Westby."]);
    const run = (await stored.call(name, "research", REQUEST)) as { docId: string };
    await stored.call(name, "close");
    await stored.call(name, "open", options);
    await stored.call(name, "bank", false);
    const opened = (await stored.call(name, "openRun", run.docId)) as { answer: { text: string } };
    assert.match(opened.answer.text, /dredged in 1931/);
    assert.match(JSON.stringify(await stored.call(name, "recall", "Which tea?")), /green tea/);
    await stored.call(name, "close");
  }
  await assert.rejects(stored.call("bank-1", "open", {}), { code: "passphrase_needed" });
  const wrong = stored.call("bank-1", "open", { passphrase: "another" });
  await assert.rejects(wrong, { code: "passphrase_wrong" });
  const plain = stored.call("bank-0", "open", { passphrase: "a passphrase" });
  await assert.rejects(plain, { code: "store_not_encrypted" });
});

test("PL-02 an object has its store open once, and closing gives the memory back", async () => {
  const stored = await host();
  await stored.call("once", "open", {});
  assert.ok(((await stored.call("once", "memoryBytes")) as number) > 1_000_000);
  await stored.call("once", "close");
  assert.equal(await stored.call("once", "memoryBytes"), 0);
  await assert.rejects(stored.call("once", "list"), { code: "closed" });
});

test("PL-02 a call writes two rows on the average", async () => {
  const stored = await host();
  await stored.call("rows", "open", {});
  await stored.call("rows", "bank", false);
  await stored.call("rows", "observe", ["I prefer green tea."]);
  await stored.call("rows", "written");
  const calls = 40;
  for (let at = 0; at < calls; at += 1) {
    await stored.call("rows", "observe", [`On day ${at} my parrot said sentence ${at * 17}.`]);
  }
  const written = (await stored.call("rows", "written")) as number;
  assert.ok(written <= 2 * calls, `${written} rows of ${calls} calls`);
  await stored.call("rows", "close");
});

test("PL-02 BX-06 what was purged is in no row of the object any more", async () => {
  const stored = await host();
  await stored.call("purged", "open", {});
  await stored.call("purged", "bank", false);
  const answer = await stored.call("purged", "observe", ["I prefer green tea."]);
  const [id] = JSON.stringify(answer).match(/[0-9a-f]{8}-[0-9a-f-]{27}/) ?? [];
  await stored.call("purged", "forget", id);
  const isThere = async () => {
    const rows = (await tables(stored, "purged")) as { bytes: Uint8Array }[][];
    return rows.flat().some(({ bytes }) => Buffer.from(bytes).includes("green tea"));
  };
  assert.equal(await isThere(), true);
  await stored.call("purged", "purge", id);
  assert.equal(await isThere(), false);
  await stored.call("purged", "close");
});

test("PL-02 AF-14 vectors of another model, of other dimensions too, count as none", async () => {
  const stored = await host();
  const found = async () => {
    const { recollection } = (await stored.call("model", "recall", "Which tea do I prefer?")) as {
      recollection: { memories: { cosine: number | null }[] };
    };
    return recollection.memories[0]?.cosine;
  };
  await stored.call("model", "open", {});
  await stored.call("model", "bank", "hashed");
  await stored.call("model", "observe", ["I prefer green tea.", "I live in Westby."]);
  assert.ok(Number(await found()) > 0.5);
  await stored.call("model", "close");
  await stored.call("model", "open", {});
  const { modelId } = (await stored.call("model", "bank", "shared")) as { modelId: string };
  assert.match(modelId, /MiniLM/);
  assert.equal(await found(), null);
  await stored.call("model", "close");
});

test("PL-02 MB-05 one model serves the objects of an isolate", async () => {
  const stored = await host();
  for (const name of ["ann", "ben"]) {
    await stored.call(name, "open", {});
    const { state } = (await stored.call(name, "bank", "shared")) as { state: string };
    assert.equal(state, "ready");
    await stored.call(name, "observe", [`The cat of ${name} sleeps on the sofa.`]);
  }
  for (const [name, other] of [
    ["ann", "ben"],
    ["ben", "ann"],
  ]) {
    const told = JSON.stringify(
      await stored.call(name ?? "", "recall", "Where does the kitten rest?"),
    );
    assert.match(told, new RegExp(`cat of ${name}`));
    assert.doesNotMatch(told, new RegExp(`cat of ${other}`));
    await stored.call(name ?? "", "close");
  }
});
