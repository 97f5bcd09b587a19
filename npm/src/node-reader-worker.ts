/** Reads one document in Node, in a thread that is started for it and ended. */
import { parentPort, workerData } from "node:worker_threads";
import { answerWith } from "./document-reader.ts";
import { loadReader } from "./node-files.ts";
import type { DocumentReader } from "./types.ts";

/** What this thread is started with. */
export interface ReaderThreadTask {
  /** Folder of the artefacts. */
  artefacts: string;
  bytes: Uint8Array;
  reader: DocumentReader;
}

const { artefacts, bytes, reader }: ReaderThreadTask = workerData;
const answer = await answerWith(() => loadReader(artefacts, reader), bytes, reader);
parentPort?.postMessage(answer);
