/** The embedding model for any number of banks. */
import type { WasmSources } from "./artefacts.ts";
import { LastingEmbedder } from "./embedder.ts";
import { closed, typed } from "./errors.ts";
import { type Shape, shaped } from "./fields.ts";
import type { LoadedEmbedder } from "./in-thread-bank.ts";
import {
  checkedModels,
  type ModelProgress,
  type ModelSource,
  type ModelSources,
} from "./model-files.ts";
import type { TextEmbedder } from "./text-embedder.ts";

/** Options for loading the embedding model. */
export interface EmbedderOptions {
  /**
   * The model, as a bank takes it; or a function that gives it. The function is called again after a trap, which a
   * `Response` needs, because its body can be read once.
   */
  models?: ModelSources | (() => ModelSources | Promise<ModelSources>);
  /** The wasm of the embedder, if it is not found by default. */
  wasm?: Pick<WasmSources, "embed-baseline" | "embed-relaxed" | "onnx">;
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
  /** The model, if it is named. */
  models: () => Promise<ModelSource[] | undefined>;
}

/** The parts that a host has for a shared model. */
export interface ModelHost {
  /** Loads it, and again after a trap. */
  load(options: CheckedEmbedderOptions): Promise<LoadedEmbedder>;
  /** Waits until the event loop had its turn. */
  turn(): Promise<void>;
}

/** Loads the models. */
export function openModel(options: unknown, { load, turn }: ModelHost): Promise<ModelEmbedder> {
  return typed(async () => {
    const { models, ...rest } = shaped<EmbedderOptions>(options ?? {}, "the options", OPTIONS);
    const named = async () => checkedModels(typeof models === "function" ? await models() : models);
    const again = () => load({ ...rest, models: named });
    const { embedder } = await again();
    const lasting = new LastingEmbedder(embedder, async () => (await again()).embedder);
    return new SharedModel(lasting, turn);
  });
}

class SharedModel implements ModelEmbedder {
  readonly modelId: string;
  readonly dimensions: number;
  readonly #turn: ModelHost["turn"];
  #embedder: LastingEmbedder | null;

  constructor(embedder: LastingEmbedder, turn: ModelHost["turn"]) {
    this.#embedder = embedder;
    this.#turn = turn;
    this.modelId = embedder.info.modelId;
    this.dimensions = embedder.info.dimensions;
  }

  /** One text at a time, which takes no longer: meanwhile others have their turn. */
  embed(texts: string[]): Promise<Float32Array[]> {
    return typed(async () => {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        await this.#turn();
        vectors.push((await this.#open().embed([text])).vectors);
      }
      return vectors;
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
