/** The reader's role of a worker: reads one document, and is ended by the engine's worker that started it. */
import type { PortableSources } from "./artefacts.ts";
import { answerWith } from "./document-reader.ts";
import type { DocumentReader } from "./types.ts";
import { wasmModules } from "./wasm-compiling.ts";
import { fetchWasm } from "./wasm-fetching.ts";
import { loadReader } from "./wasm-modules.ts";

/** The one task of a reader. */
export interface ReaderTask {
  wasm: PortableSources;
  bytes: Uint8Array;
  reader: DocumentReader;
}

/** Takes this role on. */
export async function serveReader({ wasm, bytes, reader }: ReaderTask): Promise<void> {
  const { load } = wasmModules(wasm, fetchWasm);
  postMessage(await answerWith(() => loadReader(load, reader), bytes, reader));
}
