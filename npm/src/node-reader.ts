/** Reads one document in Node, in a thread that is started for it and ended. */
import { parentPort, workerData } from "node:worker_threads";
import type { ArtefactName } from "./artefacts.ts";
import { answerWith } from "./document-reader.ts";
import type { DocumentReader } from "./types.ts";
import { loadReader } from "./wasm-modules.ts";

/** The start data of this thread. */
export interface ReaderThreadTask {
  /** The compiled artefact of this reader. */
  module: WebAssembly.Module;
  bytes: Uint8Array;
  reader: DocumentReader;
}

const { module, bytes, reader }: ReaderThreadTask = workerData;
const load = async (_: ArtefactName) => module;
void answerWith(() => loadReader(load, reader), bytes, reader).then((answer) =>
  parentPort?.postMessage(answer),
);
