/** Pages in the tables of a Durable Object (BX-02), over a stand-in of its storage. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ObjectPages } from "../../src/object-pages.ts";
import type { Page } from "../../src/page-segments.ts";
import { ObjectStandIn } from "../object-stand-in.ts";

const PAGE = 8192;
const SEGMENT = 512 * 1024;

const page = (byte: number, size = PAGE) => new Uint8Array(size).fill(byte);

async function read(pages: ObjectPages): Promise<[number, Uint8Array][]> {
  return Array.from(await pages.load(), ([number, bytes]) => [number, bytes.slice()]);
}

async function seen(storage: ObjectStandIn): Promise<Map<number, Uint8Array>> {
  return new Map(await read(new ObjectPages(storage)));
}

async function opened(storage: ObjectStandIn): Promise<ObjectPages> {
  const pages = new ObjectPages(storage);
  await read(pages);
  return pages;
}

/** Numbers that look random, the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    yield state >>> 8;
  }
}

/** A storage of some segments, and what it has. */
async function filled(): Promise<ObjectStandIn> {
  const storage = new ObjectStandIn();
  const pages = await opened(storage);
  for (let at = 0; at < 30; at += 1) {
    await pages.commit([...Array(10)].map((_, number) => [at * 10 + number, page(at + 1)]));
  }
  assert.ok((storage.tables.get("amb_segments")?.length ?? 0) >= 3);
  return storage;
}

test("PL-02 BX-02 an object without tables has no pages, and is left as it is", async () => {
  const storage = new ObjectStandIn();
  assert.equal((await seen(storage)).size, 0);
  assert.equal(storage.tables.size, 0);
});

test("PL-02 BX-02 pages are read back as they were last kept, whatever was kept", async () => {
  for (const seed of [1, 2, 3]) {
    const random = numbers(seed);
    const next = (below: number) => random.next().value % below;
    const storage = new ObjectStandIn();
    let pages = await opened(storage);
    const expected = new Map<number, Uint8Array>();
    for (let turn = 0; turn < 300; turn += 1) {
      const commit: Page[] = [...Array(1 + next(turn % 50 === 0 ? 150 : 12))].map(() => {
        const bytes = next(10) === 0 ? null : page(next(256), next(4) === 0 ? 4096 : PAGE);
        return [next(300), bytes];
      });
      await pages.commit(commit);
      for (const [number, bytes] of commit) {
        if (bytes === null) expected.delete(number);
        else expected.set(number, bytes);
      }
      if (next(40) === 0) pages = await opened(storage);
    }
    assert.deepEqual(await seen(storage), expected);
    const size = [...expected.values()].reduce((sum, { length }) => sum + length, 0);
    // Twice the pages, what is loose, the open segment, and one that is not cleared yet.
    assert.ok(storage.bytes().length < 2 * size + 1024 * 1024 + 2 * SEGMENT);
  }
});

test("PL-02 a commit of ten pages writes two rows on the average", async () => {
  const storage = new ObjectStandIn();
  const pages = await opened(storage);
  await pages.commit([...Array(2000)].map((_, number) => [number, page(1)]));
  storage.written = 0;
  const random = numbers(5);
  for (let turn = 0; turn < 1000; turn += 1) {
    await pages.commit([...Array(10)].map(() => [random.next().value % 2000, page(turn % 256)]));
  }
  assert.ok(storage.written / 1000 < 2, `${storage.written / 1000}`);
});

test("PL-02 BX-02 what a segment lacks or has wrong is damage, and changes nothing", async () => {
  const damages: Record<string, (tables: ObjectStandIn["tables"]) => void> = {
    "the first segment is missing": (tables) => tables.get("amb_segments")?.shift(),
    "the last segment is missing": (tables) => tables.get("amb_segments")?.pop(),
    "all segments are missing": (tables) => tables.set("amb_segments", []),
    "the store's row is missing": (tables) => tables.set("amb_store", []),
    "the store's row is there twice": (tables) => {
      const rows = tables.get("amb_store") ?? [];
      tables.set("amb_store", [...rows, ...rows]);
    },
    "a table is missing": (tables) => tables.delete("amb_segments"),
    "a byte is another": (tables) => {
      const bytes = tables.get("amb_segments")?.[1]?.bytes as ArrayBuffer;
      new Uint8Array(bytes)[1000] = 99;
    },
    "a byte of the open segment is another": (tables) => {
      new Uint8Array(tables.get("amb_store")?.[0]?.bytes as ArrayBuffer)[20] = 99;
    },
    "segments have changed places": (tables) => {
      const rows = tables.get("amb_segments") ?? [];
      const ids = rows.map(({ id }) => id).reverse();
      for (const [at, row] of rows.entries()) Object.assign(row, { id: ids[at] });
    },
    "a number is none": (tables) =>
      Object.assign(tables.get("amb_store")?.[0] ?? {}, { open: "x" }),
  };
  for (const [what, damage] of Object.entries(damages)) {
    const storage = await filled();
    damage(storage.tables);
    const before = structuredClone(storage.tables);
    const pages = new ObjectPages(storage);
    const failure = { code: "store_corrupt", retryable: false, store: { kind: "corrupt" } };
    await assert.rejects(read(pages), ({ code, retryable, store }) => {
      assert.deepEqual({ code, retryable, store: { kind: store.kind } }, failure, what);
      return true;
    });
    await assert.rejects(pages.commit([[0, page(1)]]), { code: "store_corrupt" }, what);
    assert.deepEqual(storage.tables, before, what);
  }
});

test("PL-02 BX-02 tables of a newer version are left as they are", async () => {
  const storage = await filled();
  Object.assign(storage.tables.get("amb_store")?.[0] ?? {}, { version: 2, sum: 0 });
  const before = structuredClone(storage.tables);
  const store = { kind: "too_new", found: 2, supported: 1 };
  await assert.rejects(read(new ObjectPages(storage)), { code: "store_too_new", store });
  assert.deepEqual(storage.tables, before);
});

test("PL-02 BX-02 a commit that fails anywhere changes nothing, and the next one holds", async () => {
  const failures: [string, string][] = [
    ["database or disk is full: SQLITE_FULL", "store_full"],
    ["Exceeded allowed rows written in Durable Objects free tier.", "store_full"],
    ["disk I/O error: SQLITE_IOERR", "store_io"],
  ];
  for (const [message, code] of failures) {
    for (let after = 0; after < 8; after += 1) {
      const storage = await filled();
      const pages = await opened(storage);
      const before = structuredClone(storage.tables);
      const commit: Page[] = [...Array(300)].map((_, number) => [number, page(77)]);
      storage.failure = { after, message };
      try {
        await pages.commit(commit);
      } catch (thrown) {
        const { code: told, retryable } = thrown as { code: string; retryable: boolean };
        assert.deepEqual([told, retryable], [code, true]);
        assert.deepEqual(storage.tables, before);
      }
      storage.failure = null;
      await pages.commit(commit);
      await pages.commit([[5, null]]);
      const kept = await seen(storage);
      assert.deepEqual([kept.size, kept.get(299)?.[0], kept.has(5)], [299, 77, false]);
    }
  }
});

test("PL-02 pages that replace all others are alone there", async () => {
  const storage = await filled();
  const pages = await opened(storage);
  await pages.replace([[0, page(200)]]);
  await pages.commit([[1, page(201)]]);
  assert.deepEqual([...(await seen(storage)).keys()].sort(), [0, 1]);
  assert.equal(storage.bytes().includes(Buffer.alloc(100, 3)), false);
});

test("PL-02 where no trace is to be left, a commit leaves nothing of what pages had", async () => {
  const storage = await filled();
  const pages = await opened(storage);
  const secret = Buffer.from("I prefer green tea.");
  const written = page(0);
  written.set(secret, 100);
  await pages.commit([[42, written]]);
  await pages.commit([[43, page(9)]]);
  const before = await seen(storage);
  await pages.commit([[42, page(1)]]);
  assert.ok(storage.bytes().includes(secret));
  await pages.markTraces();
  await pages.markTraces();
  await pages.leaveNoTrace();
  await pages.commit([[44, page(2)]]);
  await pages.leaveNoTrace();
  assert.equal(storage.bytes().includes(secret), false);
  const after = await seen(storage);
  assert.deepEqual(after, before.set(42, page(1)).set(44, page(2)));
});
