/** The embedding model for any number of banks. */
import type { WasmSources } from "./artefacts.ts";
import { LastingEmbedder } from "./embedder.ts";
import { closed, typed } from "./errors.ts";
import { type Shape, shaped } from "./fields.ts";
import type { LoadedEmbedder } from "./in-thread-bank.ts";
import { checkedModels, type ModelProgress, type ModelSource } from "./model-files.ts";
import type { TextEmbedder } from "./text-embedder.ts";

/** How the embedding model is loaded. */
export interface EmbedderOptions {
  /**
   * The model, as a bank takes it; or a function that gives it. The function is called again after a trap, which a `Response`
   * needs, because its body can be read once.
   */
  models?: ModelSource | (() => ModelSource | Promise<ModelSource>);
  /** The wasm of the embedder, where it is not found by itself. */
  wasm?: Pick<WasmSources, "embed-baseline" | "embed-relaxed">;
  /** Called while the model loads. */
  onModelProgress?: (progress: ModelProgress) => void;
}

/** The embedding model, loaded. A trap fails the calls under way, and the next call loads the model anew. */
export interface ModelEmbedder extends TextEmbedder {
  /** Bytes of WebAssembly memory of the model and its work. */
  memoryBytes(): number;
  /** Gives the memory back; later calls fail with `closed`. */
  close(): void;
}

const OPTIONS: Shape<EmbedderOptions> = { models: "any", wasm: "any", onModelProgress: "function" };

/** The parts of the options, checked. */
export interface CheckedEmbedderOptions extends Omit<EmbedderOptions, "models"> {
  /** The model, where it is named. */
  models: () => Promise<ModelSource | undefined>;
}

/** Loads the model. `load` is called again after a trap. */
export function openModel(
  options: unknown,
  load: (options: CheckedEmbedderOptions) => Promise<LoadedEmbedder>,
): Promise<ModelEmbedder> {
  return typed(async () => {
    const { models, ...rest } = shaped<EmbedderOptions>(options ?? {}, "the options", OPTIONS);
    const named = async () => checkedModels(typeof models === "function" ? await models() : models);
    const again = () => load({ ...rest, models: named });
    const { embedder } = await again();
    return new SharedModel(new LastingEmbedder(embedder, async () => (await again()).embedder));
  });
}

class SharedModel implements ModelEmbedder {
  readonly modelId: string;
  readonly dimensions: number;
  #embedder: LastingEmbedder | null;

  constructor(embedder: LastingEmbedder) {
    this.#embedder = embedder;
    this.modelId = embedder.info.modelId;
    this.dimensions = embedder.info.dimensions;
  }

  embed(texts: string[]): Promise<Float32Array[]> {
    return typed(async () => {
      const { vectors } = await this.#open().embed(texts);
      const at = (index: number) => index * this.dimensions;
      return texts.map((_, index) => vectors.subarray(at(index), at(index + 1)));
    });
  }

  coverage(texts: string[]): Promise<number[]> {
    return typed(async () => this.#open().coverage(texts));
  }

  memoryBytes(): number {
    return this.#embedder?.memoryBytes() ?? 0;
  }

  close(): void {
    this.#embedder?.free();
    this.#embedder = null;
  }

  #open(): LastingEmbedder {
    if (this.#embedder === null) throw closed();
    return this.#embedder;
  }
}
