import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerWith,
  died,
  documentReader,
  type ReaderAnswer,
  type StartReader,
} from "../../src/document-reader.ts";
import { isAbort, MemoryBankError } from "../../src/errors.ts";
import type { DocumentReader } from "../../src/types.ts";
import { Fault } from "../../src/wasm-instance.ts";

const READING = { Ok: { title: null, pages: ["one", "two"] } };
const PDF: DocumentReader = { reader: "pdf" };
const BYTES = new TextEncoder().encode("%PDF-");

/** Workers that answer so, or never; what was started and ended is counted. */
function workers(answer?: ReaderAnswer): { start: StartReader; started: number; ended: number } {
  const counted = {
    started: 0,
    ended: 0,
    start: ((_bytes, _reader, tell) => {
      counted.started += 1;
      if (answer !== undefined) queueMicrotask(() => tell(answer));
      return () => {
        counted.ended += 1;
      };
    }) satisfies StartReader,
  };
  return counted;
}

function going(): AbortSignal {
  return new AbortController().signal;
}

test("MB-04 each document has a worker of its own, which ends with its answer", async () => {
  const counted = workers({ reading: READING });
  const read = documentReader(counted.start);
  assert.equal(counted.started, 0);
  assert.equal(await read(BYTES, PDF, going()), READING);
  assert.equal(await read(BYTES, PDF, going()), READING);
  assert.deepEqual([counted.started, counted.ended], [2, 2]);
});

test("MB-04 a document that keeps its reader at work is given up", async () => {
  const counted = workers();
  const reading = documentReader(counted.start, 10)(BYTES, PDF, going());
  await assert.rejects(reading, { code: "reader_failed", message: /not read after 0.01 s/ });
  assert.equal(counted.ended, 1);
});

test("MB-04 who cancels a run ends the reading of its documents", async () => {
  const counted = workers();
  const cancel = new AbortController();
  const reading = documentReader(counted.start)(BYTES, PDF, cancel.signal);
  cancel.abort();
  await assert.rejects(reading, isAbort);
  await assert.rejects(documentReader(counted.start)(BYTES, PDF, cancel.signal), isAbort);
  assert.deepEqual([counted.started, counted.ended], [1, 1]);
});

test("MB-04 a document that breaks its reader is told apart from a reader that is not there", async () => {
  const breaking = async () => {
    const fault = new Fault();
    // As an instance does that traps.
    const read = () => fault.set(new WebAssembly.RuntimeError("unreachable"));
    return { read, fault };
  };
  const missing = async () => {
    throw new MemoryBankError("wasm_unreachable", "it cannot be loaded", { retryable: true });
  };
  const answers = [
    [await answerWith(breaking, BYTES, PDF), "reader_failed"],
    [await answerWith(missing, BYTES, PDF), "wasm_unreachable"],
    [died("out of memory"), "reader_failed"],
    [died(undefined), "wasm_unreachable"],
  ] as const;
  for (const [answer, code] of answers) {
    const counted = workers(answer);
    await assert.rejects(documentReader(counted.start)(BYTES, PDF, going()), { code });
    assert.equal(counted.ended, 1);
  }
});

test("MB-04 what the artefact says of a document is handed on as it is", async () => {
  const given: [Uint8Array, DocumentReader][] = [];
  const read = (bytes: Uint8Array, reader: DocumentReader) => {
    given.push([bytes, reader]);
    return READING;
  };
  assert.deepEqual(await answerWith(async () => ({ read, fault: new Fault() }), BYTES, PDF), {
    reading: READING,
  });
  assert.deepEqual(given, [[BYTES, PDF]]);
});
