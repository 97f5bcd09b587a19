/**
 * PDF files, each read in a worker of its own: a file that breaks its reader, or keeps it at work, does so to nothing
 * else. Worker and artefact are loaded when there is a file, and not before.
 */
import { deferred } from "./deferred.ts";
import { flattenFailure, MemoryBankError, type PlainFailure, reviveFailure } from "./errors.ts";

/** A file that can move to a worker. */
export type FileBytes = Uint8Array<ArrayBuffer>;

/** Reads a PDF file: resolves to what `readPdf` of the artefact `pdf` returns, as it is. The bytes move away. */
export type ReadPdf = (bytes: FileBytes, signal: AbortSignal) => Promise<unknown>;

/** What wasm-bindgen makes of the artefact `pdf`, once its wasm is there. */
export interface PdfModule {
  readPdf(bytes: Uint8Array): unknown;
}

/** What a worker says, once. */
export type PdfAnswer = { reading: unknown } | { failure: PlainFailure };

/** Starts a worker on a file, and hands over its answer, or how it died. What it returns ends the worker. */
export type StartPdfWorker = (bytes: FileBytes, tell: (answer: PdfAnswer) => void) => () => void;

/** Milliseconds that a file may take. */
const PATIENCE = 60_000;

/**
 * A reader that starts a worker for each file, and ends it with the answer, with the signal, or after a minute.
 *
 * It rejects with `pdf_failed` where the file broke the worker or took too long, with `wasm_unreachable` where the
 * artefact could not be loaded, and with the signal's reason.
 */
export function pdfReader(start: StartPdfWorker, patience = PATIENCE): ReadPdf {
  return async (bytes, signal) => {
    signal.throwIfAborted();
    const answered = deferred<PdfAnswer>();
    const end = start(bytes, answered.resolve);
    const onAbort = () => answered.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(() => answered.reject(tooSlow(patience)), patience);
    try {
      const answer = await answered.promise;
      if ("failure" in answer) throw reviveFailure(answer.failure);
      return answer.reading;
    } finally {
      end();
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  };
}

/** The worker's side: loads the artefact and reads the file. Never rejects. */
export async function answerWith(
  load: () => Promise<PdfModule>,
  bytes: Uint8Array,
): Promise<PdfAnswer> {
  let module: PdfModule;
  try {
    module = await load();
  } catch (thrown) {
    return { failure: flattenFailure(thrown) };
  }
  try {
    return { reading: module.readPdf(bytes) };
  } catch (thrown) {
    return broken(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** What stands for the answer of a worker that died: without a message its program could not be loaded. */
export function died(message: string | undefined): PdfAnswer {
  return message ? broken(message) : { failure: flattenFailure(notLoaded()) };
}

function broken(detail: string): PdfAnswer {
  return { failure: flattenFailure(failed(`it broke its reader: ${detail}`)) };
}

function notLoaded(): MemoryBankError {
  const message = "the worker that reads PDF files cannot be loaded";
  return new MemoryBankError("wasm_unreachable", message, { retryable: true });
}

function tooSlow(patience: number): MemoryBankError {
  return failed(`it was not read after ${patience / 1000} s`);
}

function failed(message: string): MemoryBankError {
  return new MemoryBankError("pdf_failed", message);
}
