import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadDocument } from "../../src/document-reader.ts";
import { keepingReadings } from "../../src/kept-readings.ts";
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
  const read = keepingReadings(counted.read, 8);
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
