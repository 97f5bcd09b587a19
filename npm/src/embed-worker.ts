/** The embedder's role of a worker: embedding never holds up the engine's or the page's thread. */
import { expose, transfer } from "comlink";
import type { PortableSources } from "./artefacts.ts";
import { type Embeddings, LastingEmbedder } from "./embedder.ts";
import { MemoryBankError } from "./errors.ts";
import type { ModelPlace, ModelProgress } from "./model-files.ts";
import { fetchModels } from "./model-loading.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { wasmModules } from "./wasm-compiling.ts";
import { fetchWasm } from "./wasm-fetching.ts";

/** The calls of the page to this worker. */
class EmbedWorker {
  #embedder: LastingEmbedder | null = null;

  /** Loads wasm and models. Never rejects: the status shows a failure. */
  async load(
    wasm: PortableSources,
    models: ModelPlace[],
    onProgress: (progress: ModelProgress) => void,
  ): Promise<ModelStatus> {
    const start = performance.now();
    const modules = wasmModules(wasm, fetchWasm);
    const anew = async () => (await fetchModels(modules, models, undefined)).embedder;
    try {
      const { embedder, artefact, downloaded } = await fetchModels(modules, models, onProgress);
      this.#embedder = new LastingEmbedder(embedder, anew);
      return {
        state: "ready",
        modelId: embedder.info.modelId,
        artefact,
        downloaded,
        loadMilliseconds: performance.now() - start,
      };
    } catch (thrown) {
      return unavailable(thrown);
    }
  }

  /** Serves the engine's worker over this port. */
  connect(port: MessagePort): void {
    expose(new EmbedPort(this.#loaded()), port);
  }

  #loaded(): LastingEmbedder {
    if (this.#embedder === null) {
      throw new MemoryBankError("model_unreachable", "the embedding model is not loaded");
    }
    return this.#embedder;
  }
}

/** The calls of the engine's worker to this one. */
class EmbedPort {
  readonly #embedder: LastingEmbedder;

  constructor(embedder: LastingEmbedder) {
    this.#embedder = embedder;
  }

  info(): LastingEmbedder["info"] {
    return this.#embedder.info;
  }

  async embed(texts: string[]): Promise<Embeddings> {
    const embeddings = await this.#embedder.embed(texts);
    return transfer(embeddings, [embeddings.vectors.buffer, embeddings.coverage.buffer]);
  }

  memoryBytes(): number {
    return this.#embedder.memoryBytes();
  }
}

export type { EmbedPort, EmbedWorker };

/** Takes this role on. */
export function serveEmbedder(): void {
  expose(new EmbedWorker());
}
