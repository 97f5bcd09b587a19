/** Reads one PDF file in a tab, in a worker that the engine's worker starts for it and ends. */
import { answerWith } from "./pdf-reader.ts";
import { loadPdf } from "./wasm-modules.ts";

/** What this worker is asked, once. */
export interface PdfTask {
  /** Where the artefacts are: a URL that ends in a slash. */
  artefacts: string;
  bytes: Uint8Array;
}

addEventListener("message", async ({ data }: MessageEvent<PdfTask>) => {
  postMessage(await answerWith(() => loadPdf(data.artefacts), data.bytes));
});
