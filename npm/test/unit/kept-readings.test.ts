import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadDocument } from "../../src/document-reader.ts";
import { keepingReadings } from "../../src/kept-readings.ts";
import { LatestReadings } from "../../src/latest-readings.ts";
import type { DocumentReader } from "../../src/types.ts";

const PDF: DocumentReader = { reader: "pdf" };
const HTML: DocumentReader = { reader: "html", media: "html" };

function bytes(text: string) {
  return new TextEncoder().encode(text);
}

function going(): AbortSignal {
  return new AbortController().signal;
}

/** A reader that tells how often it read, and empties what it is given, as a transfer to a worker does. */
function counting(fails = false): { read: ReadDocument; times: number } {
  const counted = {
    times: 0,
    read: (async (given) => {
      counted.times += 1;
      if (fails) throw new Error("broken");
      const text = new TextDecoder().decode(given);
      structuredClone(given, { transfer: [given.buffer] });
      return { text };
    }) satisfies ReadDocument,
  };
  return counted;
}

test("MB-04 a document is read once by each reader, whatever it is called", async () => {
  const counted = counting();
  const read = keepingReadings(counted.read);
  const first = await read(bytes("one"), PDF, going());
  assert.deepEqual(first, { text: "one" });
  assert.equal(await read(bytes("one"), PDF, going()), first);
  assert.equal(counted.times, 1);
  await read(bytes("one"), HTML, going());
  await read(bytes("two"), PDF, going());
  assert.equal(counted.times, 3);
});

test("MB-04 of many documents the latest readings are kept", async () => {
  const counted = counting();
  const read = keepingReadings(counted.read, new LatestReadings(8));
  for (const text of ["one", "two", "one", "six"]) await read(bytes(text), PDF, going());
  assert.equal(counted.times, 3);
  await read(bytes("one"), PDF, going());
  assert.equal(counted.times, 3);
  await read(bytes("two"), PDF, going());
  assert.equal(counted.times, 4);
});

test("MB-04 a failure and a stop are kept by nobody", async () => {
  const counted = counting(true);
  const read = keepingReadings(counted.read);
  await assert.rejects(read(bytes("one"), PDF, going()), /broken/);
  await assert.rejects(read(bytes("one"), PDF, going()), /broken/);
  assert.equal(counted.times, 2);
  const stopped = AbortSignal.abort(new Error("stopped"));
  await assert.rejects(keepingReadings(counting().read)(bytes("one"), PDF, stopped), /stopped/);
});

test("MB-04 readers of several banks share a cache, which is asked by content", async () => {
  const [first, second] = [counting(), counting()];
  const readings = new LatestReadings();
  await keepingReadings(first.read, readings)(bytes("one"), PDF, going());
  assert.deepEqual(await keepingReadings(second.read, readings)(bytes("one"), PDF, going()), {
    text: "one",
  });
  assert.equal(second.times, 0);
  const [entry] = readings.of("");
  assert.match(entry?.[0] ?? "", /^[0-9a-f]{64} \{"reader":"pdf"\}$/);
  const hash = (entry?.[0] ?? "").slice(0, 64);
  readings.forget(hash);
  assert.deepEqual(readings.of(hash), []);
});

test("MB-04 a cache that fails costs a reading, and no more", async () => {
  const counted = counting();
  const broken = {
    get: () => Promise.reject(new Error("no get")),
    set: () => {
      throw new Error("no set");
    },
  };
  const read = keepingReadings(counted.read, broken);
  assert.deepEqual(await read(bytes("one"), PDF, going()), { text: "one" });
  assert.deepEqual(await read(bytes("one"), PDF, going()), { text: "one" });
  assert.equal(counted.times, 2);
});
