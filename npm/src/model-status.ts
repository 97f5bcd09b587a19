/** The status of a bank's embedding model. */
import { MemoryBankError } from "./errors.ts";
import type { TextEmbedder } from "./text-embedder.ts";
import type { EmbedArtefact } from "./wasm-modules.ts";

/** The state of the embedding model, once it is known. */
export type ModelStatus =
  | {
      state: "ready";
      modelId: string;
      /**
       * The artefact of the first model: `onnx` for an ONNX file, else a build of all-MiniLM-L6-v2, of which the faster
       * one needs relaxed SIMD; `null` for an embedder that the bank was given.
       */
      artefact: EmbedArtefact | null;
      /** Bytes that came over the network; 0 when everything was cached. */
      downloaded: number;
      loadMilliseconds: number;
    }
  /** The caller chose keywords alone. */
  | { state: "off" }
  /** Keywords alone, for this reason. */
  | { state: "unavailable"; code: string; message: string };

/** The status after a load that failed. */
export function unavailable(thrown: unknown): ModelStatus {
  const { code, message } = MemoryBankError.from(thrown);
  return { state: "unavailable", code, message };
}

/** The status over an embedder that the caller gave. */
export function given({ modelId }: TextEmbedder): ModelStatus {
  return { state: "ready", modelId, artefact: null, downloaded: 0, loadMilliseconds: 0 };
}
