/** The embedder in a dedicated worker of its own: embedding never holds up the engine's or the page's thread. */
import { expose, transfer } from "comlink";
import { carryFailures } from "./comlink-errors.ts";
import { Embedder, type Embeddings } from "./embedder.ts";
import { MemoryBankError } from "./errors.ts";
import { browserPlatform, loadModel, type ModelProgress } from "./model-cache.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { loadEmbedder } from "./wasm-modules.ts";

/** What the page asks of this worker. */
class EmbedWorker {
  #embedder: Embedder | null = null;

  /** Loads wasm and model; both addresses are URLs that end in a slash. Never rejects: the status says it. */
  async load(
    artefacts: string,
    models: string,
    onProgress: (progress: ModelProgress) => void,
  ): Promise<ModelStatus> {
    const start = performance.now();
    try {
      const [{ module, artefact }, loaded] = await Promise.all([
        loadEmbedder(artefacts),
        loadModel(models, browserPlatform(), { onProgress }),
      ]);
      this.#embedder = new Embedder(module, loaded);
      return {
        state: "ready",
        modelId: this.#embedder.info.modelId,
        artefact,
        downloaded: loaded.downloaded,
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

  #loaded(): Embedder {
    if (this.#embedder === null) {
      throw new MemoryBankError("model_unreachable", "the embedding model is not loaded");
    }
    return this.#embedder;
  }
}

/** What the engine's worker asks of this one. */
class EmbedPort {
  readonly #embedder: Embedder;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  info(): Embedder["info"] {
    return this.#embedder.info;
  }

  embed(texts: string[]): Embeddings {
    const embeddings = this.#embedder.embed(texts);
    return transfer(embeddings, [embeddings.vectors.buffer, embeddings.coverage.buffer]);
  }

  memoryBytes(): number {
    return this.#embedder.memoryBytes();
  }
}

export type { EmbedPort, EmbedWorker };

carryFailures();
expose(new EmbedWorker());
