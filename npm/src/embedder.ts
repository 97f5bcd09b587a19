/** The embedding model, as the engine uses it. */
import type { WasmObject } from "./engine.ts";
import { damaged, type ModelBytes, unsupported } from "./model-files.ts";
import { crashed, type Fault } from "./wasm-instance.ts";

/** The class that the embedder's wasm exports. */
export interface WasmEmbedder extends WasmObject {
  /** Model and build, if the weights name it: an ONNX file does not. */
  readonly modelId?: string;
  readonly dimensions: number;
  embed(texts: string[]): Float32Array;
  coverage(text: string): number;
}

/** An instance of the embedder's wasm. */
export interface EmbedderModule {
  /** `description`: of an encoder in an ONNX file, as JSON. */
  Embedder: new (
    model: Uint8Array,
    tokenizer: Uint8Array,
    description?: string,
  ) => WasmEmbedder;
  memory: WebAssembly.Memory;
  fault: Fault;
}

/** Texts as vectors. */
export interface Embeddings {
  /** One vector after the other, `dimensions` numbers each, L2-normalised. */
  vectors: Float32Array;
  /** For each text the share of its tokens that the model knows, 0 to 1. */
  coverage: Float32Array;
}

/** The identity of an embedder. */
export interface EmbedderInfo {
  modelId: string;
  dimensions: number;
}

/** Embeds texts in this thread. */
export interface EmbeddingModel {
  readonly info: EmbedderInfo;
  /** True if a trap has ended its instance. */
  readonly isCrashed: boolean;
  /** The vectors of these texts, in order. Throws `embedder_crashed`. */
  embed(texts: string[]): Embeddings;
  /** For each text the share of its tokens that the model knows, 0 to 1. Throws `embedder_crashed`. */
  coverage(texts: string[]): number[];
  /** Bytes of wasm memory that the model and its work take. */
  memoryBytes(): number;
  /** Gives the memory back. */
  free(): void;
}

/** Embeds texts with one loaded model. */
export class Embedder implements EmbeddingModel {
  readonly info: EmbedderInfo;
  readonly #wasm: WasmEmbedder;
  readonly #module: EmbedderModule;

  /**
   * Throws `model_damaged` when the wasm cannot read the files, `model_unsupported` when it cannot run the model,
   * `embedder_crashed` when they do not fit its memory.
   */
  constructor(module: EmbedderModule, { manifest, model, tokenizer }: ModelBytes) {
    this.#module = module;
    const { encoder, modelId } = manifest;
    try {
      this.#wasm = encoder
        ? new module.Embedder(model, tokenizer, JSON.stringify(encoder))
        : new module.Embedder(model, tokenizer);
    } catch (cause) {
      if (module.fault.reason !== null) throw crashed("embedder", module.fault.reason);
      throw refused(cause);
    }
    this.info = { modelId: this.#wasm.modelId ?? modelId, dimensions: this.#wasm.dimensions };
  }

  get isCrashed(): boolean {
    return this.#module.fault.reason !== null;
  }

  embed(texts: string[]): Embeddings {
    const vectors = this.#unlessCrashed(() => this.#wasm.embed(texts));
    return { vectors, coverage: Float32Array.from(this.coverage(texts)) };
  }

  coverage(texts: string[]): number[] {
    return this.#unlessCrashed(() => texts.map((text) => this.#wasm.coverage(text)));
  }

  memoryBytes(): number {
    return this.#module.memory.buffer.byteLength;
  }

  free(): void {
    if (!this.isCrashed) this.#wasm.free();
  }

  #unlessCrashed<T>(work: () => T): T {
    try {
      const done = work();
      if (!this.isCrashed) return done;
    } catch (thrown) {
      if (!this.isCrashed) throw thrown;
    }
    throw crashed("embedder", this.#module.fault.reason as Error);
  }
}

function refused(cause: unknown): Error {
  const what = cause instanceof Error ? cause.message : String(cause);
  const { code } = cause as { code?: unknown };
  return code === "embed_unsupported" ? unsupported(what, cause) : damaged(what, cause);
}

/** An embedder that is loaded anew after a trap. */
export class LastingEmbedder {
  readonly info: EmbedderInfo;
  readonly #load: () => Promise<EmbeddingModel>;
  #embedder: EmbeddingModel;

  /** `load` makes another of the same models. */
  constructor(embedder: EmbeddingModel, load: () => Promise<EmbeddingModel>) {
    this.info = embedder.info;
    this.#embedder = embedder;
    this.#load = load;
  }

  /** As {@link EmbeddingModel.embed}; the call that meets a trap fails, and the next one works again. */
  async embed(texts: string[]): Promise<Embeddings> {
    return (await this.#working()).embed(texts);
  }

  /** As {@link EmbeddingModel.coverage}, with the same reload after a trap. */
  async coverage(texts: string[]): Promise<number[]> {
    return (await this.#working()).coverage(texts);
  }

  memoryBytes(): number {
    return this.#embedder.memoryBytes();
  }

  free(): void {
    this.#embedder.free();
  }

  /** Concurrent calls each load: in a Worker, one request cannot wait for another's promise. */
  async #working(): Promise<EmbeddingModel> {
    if (!this.#embedder.isCrashed) return this.#embedder;
    const fresh = await this.#load();
    if (this.#embedder.isCrashed) this.#embedder = fresh;
    else fresh.free();
    return this.#embedder;
  }
}
