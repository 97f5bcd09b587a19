/**
 * Documents that are not plain text, each read in a worker of its own: one that breaks or blocks its reader harms
 * nothing else. Worker and artefact are loaded for the first such document.
 */
import { deferred } from "./deferred.ts";
import { flattenFailure, MemoryBankError, type PlainFailure, reviveFailure } from "./errors.ts";
import type { DocumentReader } from "./types.ts";
import type { Fault } from "./wasm-instance.ts";

/** Bytes that can move to a worker. */
export type FileBytes = Uint8Array<ArrayBuffer>;

/** Reads a document: resolves to the unchanged result of the artefact's `read`. The bytes are transferred. */
export type ReadDocument = (
  bytes: FileBytes,
  reader: DocumentReader,
  signal: AbortSignal,
) => Promise<unknown>;

/** A reader's artefact as wasm-bindgen exports it, once its wasm is loaded. */
export interface ReaderModule {
  read(bytes: Uint8Array, reader: DocumentReader): unknown;
  fault: Fault;
}

/** A worker's single message. */
export type ReaderAnswer = { reading: unknown } | { failure: PlainFailure };

/** Starts a worker on a document, and passes on its answer, or its death. The returned function ends the worker. */
export type StartReader = (
  bytes: FileBytes,
  reader: DocumentReader,
  tell: (answer: ReaderAnswer) => void,
) => () => void;

/** Milliseconds that a document may take. */
const PATIENCE = 60_000;

/**
 * A reader that starts a worker for each document, and ends it with the answer, with the signal, or after a minute.
 *
 * It rejects with `reader_failed` if the document broke the worker or took too long, with `wasm_unreachable` if the
 * artefact could not be loaded, and with the signal's reason.
 */
export function documentReader(start: StartReader, patience = PATIENCE): ReadDocument {
  return async (bytes, reader, signal) => {
    signal.throwIfAborted();
    const answered = deferred<ReaderAnswer>();
    const end = start(bytes, reader, answered.resolve);
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

/** The worker's side: loads the artefact and reads the document. Never rejects. */
export async function answerWith(
  load: () => Promise<ReaderModule>,
  bytes: Uint8Array,
  reader: DocumentReader,
): Promise<ReaderAnswer> {
  let module: ReaderModule;
  try {
    module = await load();
  } catch (thrown) {
    return { failure: flattenFailure(thrown) };
  }
  try {
    const reading = module.read(bytes, reader);
    if (module.fault.reason === null) return { reading };
    return broken(module.fault.reason.message);
  } catch (thrown) {
    const { message } = module.fault.reason ?? (thrown as Error);
    return broken(message ?? String(thrown));
  }
}

/** The answer of a worker that died: without a message its program could not be loaded. */
export function died(message: string | undefined): ReaderAnswer {
  return message ? broken(message) : { failure: flattenFailure(notLoaded()) };
}

function broken(detail: string): ReaderAnswer {
  return { failure: flattenFailure(failed(`it broke its reader: ${detail}`)) };
}

function notLoaded(): MemoryBankError {
  const message = "the worker that reads such documents cannot be loaded";
  return new MemoryBankError("wasm_unreachable", message, { retryable: true });
}

function tooSlow(patience: number): MemoryBankError {
  return failed(`it was not read after ${patience / 1000} s`);
}

function failed(message: string): MemoryBankError {
  return new MemoryBankError("reader_failed", message);
}
