/** The embedding model as the engine asks for it. */
import type { WasmObject } from "./engine.ts";
import { damaged, type ModelBytes } from "./model-files.ts";

/** The class that the embedder's wasm exports. */
export interface WasmEmbedder extends WasmObject {
  readonly modelId: string;
  readonly dimensions: number;
  embed(texts: string[]): Float32Array;
  coverage(text: string): number;
}

/** What wasm-bindgen makes of the embedder, once its wasm is there. */
export interface EmbedderModule {
  Embedder: new (model: Uint8Array, tokenizer: Uint8Array) => WasmEmbedder;
  memory: WebAssembly.Memory;
}

/** Texts as vectors. */
export interface Embeddings {
  /** One vector after the other, `dimensions` numbers each, L2-normalised. */
  vectors: Float32Array;
  /** For each text the share of its tokens that the model knows, 0 to 1. */
  coverage: Float32Array;
}

/** Who embeds. */
export interface EmbedderInfo {
  modelId: string;
  dimensions: number;
}

/** Embeds texts with one loaded model. */
export class Embedder {
  readonly info: EmbedderInfo;
  readonly #wasm: WasmEmbedder;
  readonly #memory: WebAssembly.Memory;

  /** Throws `model_damaged` when the wasm cannot read the files. */
  constructor(module: EmbedderModule, bytes: ModelBytes) {
    try {
      this.#wasm = new module.Embedder(bytes.model, bytes.tokenizer);
    } catch (cause) {
      throw damaged(cause instanceof Error ? cause.message : String(cause), cause);
    }
    this.#memory = module.memory;
    this.info = { modelId: this.#wasm.modelId, dimensions: this.#wasm.dimensions };
  }

  /** The vectors of these texts, in order. */
  embed(texts: string[]): Embeddings {
    const vectors = this.#wasm.embed(texts);
    const coverage = Float32Array.from(texts, (text) => this.#wasm.coverage(text));
    return { vectors, coverage };
  }

  /** Bytes of wasm memory that the model and its work take. */
  memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Gives the memory back. */
  free(): void {
    this.#wasm.free();
  }
}
