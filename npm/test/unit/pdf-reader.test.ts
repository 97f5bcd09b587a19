import assert from "node:assert/strict";
import { test } from "node:test";
import { isAbort, MemoryBankError } from "../../src/errors.ts";
import {
  answerWith,
  died,
  type PdfAnswer,
  pdfReader,
  type StartPdfWorker,
} from "../../src/pdf-reader.ts";

const READING = { Ok: { title: null, pages: ["one", "two"] } };
const BYTES = new TextEncoder().encode("%PDF-");

/** Workers that answer so, or never; what was started and ended is counted. */
function workers(answer?: PdfAnswer): { start: StartPdfWorker; started: number; ended: number } {
  const counted = {
    started: 0,
    ended: 0,
    start: ((_bytes, tell) => {
      counted.started += 1;
      if (answer !== undefined) queueMicrotask(() => tell(answer));
      return () => {
        counted.ended += 1;
      };
    }) satisfies StartPdfWorker,
  };
  return counted;
}

function going(): AbortSignal {
  return new AbortController().signal;
}

test("MB-04 each PDF file has a worker of its own, which ends with its answer", async () => {
  const counted = workers({ reading: READING });
  const read = pdfReader(counted.start);
  assert.equal(counted.started, 0);
  assert.equal(await read(BYTES, going()), READING);
  assert.equal(await read(BYTES, going()), READING);
  assert.deepEqual([counted.started, counted.ended], [2, 2]);
});

test("MB-04 a PDF file that keeps its reader at work is given up", async () => {
  const counted = workers();
  const reading = pdfReader(counted.start, 10)(BYTES, going());
  await assert.rejects(reading, { code: "pdf_failed", message: /not read after 0.01 s/ });
  assert.equal(counted.ended, 1);
});

test("MB-04 who cancels a run ends the reading of its PDF files", async () => {
  const counted = workers();
  const cancel = new AbortController();
  const reading = pdfReader(counted.start)(BYTES, cancel.signal);
  cancel.abort();
  await assert.rejects(reading, isAbort);
  await assert.rejects(pdfReader(counted.start)(BYTES, cancel.signal), isAbort);
  assert.deepEqual([counted.started, counted.ended], [1, 1]);
});

test("MB-04 a PDF file that breaks its reader is told apart from a reader that is not there", async () => {
  const breaking = async () => ({
    readPdf: () => {
      throw new WebAssembly.RuntimeError("unreachable");
    },
  });
  const missing = async () => {
    throw new MemoryBankError("wasm_unreachable", "it cannot be loaded", { retryable: true });
  };
  const answers = [
    [await answerWith(breaking, BYTES), "pdf_failed"],
    [await answerWith(missing, BYTES), "wasm_unreachable"],
    [died("out of memory"), "pdf_failed"],
    [died(undefined), "wasm_unreachable"],
  ] as const;
  for (const [answer, code] of answers) {
    const counted = workers(answer);
    await assert.rejects(pdfReader(counted.start)(BYTES, going()), { code });
    assert.equal(counted.ended, 1);
  }
});

test("MB-04 what the artefact says of a file is handed on as it is", async () => {
  const given: Uint8Array[] = [];
  const readPdf = (bytes: Uint8Array) => {
    given.push(bytes);
    return READING;
  };
  assert.deepEqual(await answerWith(async () => ({ readPdf }), BYTES), { reading: READING });
  assert.deepEqual(given, [BYTES]);
});
