/** Reads one PDF file in Node, in a thread that is started for it and ended. */
import { parentPort, workerData } from "node:worker_threads";
import { loadPdf } from "./node-files.ts";
import { answerWith } from "./pdf-reader.ts";

/** What this thread is started with. */
export interface PdfThreadTask {
  /** Folder of the artefacts. */
  artefacts: string;
  bytes: Uint8Array;
}

const { artefacts, bytes }: PdfThreadTask = workerData;
parentPort?.postMessage(await answerWith(() => loadPdf(artefacts), bytes));
