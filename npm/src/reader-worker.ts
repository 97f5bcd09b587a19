/** Reads one document in a tab, in a worker that the engine's worker starts for it and ends. */
import { answerWith } from "./document-reader.ts";
import type { DocumentReader } from "./types.ts";
import { loadReader } from "./wasm-modules.ts";

/** What this worker is asked, once. */
export interface ReaderTask {
  /** Where the artefacts are: a URL that ends in a slash. */
  artefacts: string;
  bytes: Uint8Array;
  reader: DocumentReader;
}

addEventListener("message", async ({ data }: MessageEvent<ReaderTask>) => {
  const { artefacts, bytes, reader } = data;
  postMessage(await answerWith(() => loadReader(artefacts, reader), bytes, reader));
});
