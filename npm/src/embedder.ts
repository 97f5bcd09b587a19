/** The embedding model, as the engine uses it. */
import type { WasmObject } from "./engine.ts";
import { damaged, type ModelBytes } from "./model-files.ts";
import { crashed, type Fault } from "./wasm-instance.ts";

/** The class that the embedder's wasm exports. */
export interface WasmEmbedder extends WasmObject {
  readonly modelId: string;
  readonly dimensions: number;
  embed(texts: string[]): Float32Array;
  coverage(text: string): number;
}

/** An instance of the embedder's wasm. */
export interface EmbedderModule {
  Embedder: new (model: Uint8Array, tokenizer: Uint8Array) => WasmEmbedder;
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

/** Embeds texts with one loaded model. */
export class Embedder {
  readonly info: EmbedderInfo;
  readonly #wasm: WasmEmbedder;
  readonly #module: EmbedderModule;

  /** Throws `model_damaged` when the wasm cannot read the files, `embedder_crashed` when they do not fit its memory. */
  constructor(module: EmbedderModule, bytes: ModelBytes) {
    this.#module = module;
    try {
      this.#wasm = new module.Embedder(bytes.model, bytes.tokenizer);
    } catch (cause) {
      if (module.fault.reason !== null) throw crashed("embedder", module.fault.reason);
      throw damaged(cause instanceof Error ? cause.message : String(cause), cause);
    }
    this.info = { modelId: this.#wasm.modelId, dimensions: this.#wasm.dimensions };
  }

  /** True if a trap has ended its instance. */
  get isCrashed(): boolean {
    return this.#module.fault.reason !== null;
  }

  /** The vectors of these texts, in order. Throws `embedder_crashed`. */
  embed(texts: string[]): Embeddings {
    const vectors = this.#unlessCrashed(() => this.#wasm.embed(texts));
    return { vectors, coverage: Float32Array.from(this.coverage(texts)) };
  }

  /** For each text the share of its tokens that the model knows, 0 to 1. Throws `embedder_crashed`. */
  coverage(texts: string[]): number[] {
    return this.#unlessCrashed(() => texts.map((text) => this.#wasm.coverage(text)));
  }

  /** Bytes of wasm memory that the model and its work take. */
  memoryBytes(): number {
    return this.#module.memory.buffer.byteLength;
  }

  /** Gives the memory back. */
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

/** An embedder that is loaded anew after a trap. */
export class LastingEmbedder {
  readonly info: EmbedderInfo;
  readonly #load: () => Promise<Embedder>;
  #embedder: Embedder;

  /** `load` makes another of the same model. */
  constructor(embedder: Embedder, load: () => Promise<Embedder>) {
    this.info = embedder.info;
    this.#embedder = embedder;
    this.#load = load;
  }

  /** As {@link Embedder.embed}; the call that meets a trap fails, and the next one works again. */
  async embed(texts: string[]): Promise<Embeddings> {
    return (await this.#working()).embed(texts);
  }

  /** As {@link Embedder.coverage}, with the same reload after a trap. */
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
  async #working(): Promise<Embedder> {
    if (!this.#embedder.isCrashed) return this.#embedder;
    const fresh = await this.#load();
    if (this.#embedder.isCrashed) this.#embedder = fresh;
    else fresh.free();
    return this.#embedder;
  }
}
