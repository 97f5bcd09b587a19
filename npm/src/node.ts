/** The memory bank in Node: engine and embedder in the caller's thread. */
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BankFace } from "./bank-face.ts";
import { BankService, type EmbeddingService } from "./bank-service.ts";
import { Embedder } from "./embedder.ts";
import { MemoryBankError } from "./errors.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { loadEmbedder, loadEngine, readModel } from "./node-files.ts";
import type { Settings } from "./types.ts";

export type { MemoryUse, Task } from "./backend.ts";
export type { ResearchOptions } from "./bank-face.ts";
export { MemoryBankError } from "./errors.ts";
export type { ModelStatus } from "./model-status.ts";
export type { Run } from "./run.ts";
export type * from "./types.ts";

/** How a bank is opened. */
export interface OpenOptions {
  /** Folder of the model; default the environment's `AMB_MODELS`, else the project's `target/models`. */
  models?: string;
  /** Folder of the wasm artefacts (`engine/`, `embed/`); default the project's `target/artefacts`. */
  artefacts?: string;
  /** Settings that differ from the defaults. */
  settings?: Partial<Settings>;
  /** `false`: no model, keywords alone. */
  embedder?: false;
}

/** A memory bank in Node. */
export class MemoryBank extends BankFace {
  /** What every setting is unless it is said otherwise. */
  readonly defaults: Settings;

  private constructor(service: BankService, model: Promise<ModelStatus>, defaults: Settings) {
    super(service, model);
    this.defaults = defaults;
  }

  /**
   * Opens a bank. Resolves once the engine is there; the model goes on loading, runs wait for it, and `bank.model` says
   * how it went. A model that cannot be had is no failure: the bank then searches by keywords alone, and every run says
   * so in a warning.
   */
  static async open(options: OpenOptions = {}): Promise<MemoryBank> {
    const artefacts = options.artefacts ?? inProject("target/artefacts");
    const models = options.models ?? process.env.AMB_MODELS ?? inProject("target/models");
    try {
      const engine = await loadEngine(artefacts);
      const service = new BankService(engine, options.settings);
      const model = options.embedder === false ? off(service) : attach(service, artefacts, models);
      return new MemoryBank(service, model, engine.Bank.defaults());
    } catch (thrown) {
      throw MemoryBankError.from(thrown);
    }
  }
}

async function off(service: BankService): Promise<ModelStatus> {
  const status: ModelStatus = { state: "off" };
  service.attach(status, null);
  return status;
}

/** Loads the model and gives it to the service, or tells the service to do without. */
async function attach(
  service: BankService,
  artefacts: string,
  models: string,
): Promise<ModelStatus> {
  const start = performance.now();
  try {
    const [{ module, artefact }, bytes] = await Promise.all([
      loadEmbedder(artefacts),
      readModel(models),
    ]);
    const embedder = new Embedder(module, bytes);
    const loadMilliseconds = performance.now() - start;
    const { modelId } = embedder.info;
    const status = { state: "ready", modelId, artefact, downloaded: 0, loadMilliseconds } as const;
    service.attach(status, inThisThread(embedder));
    return status;
  } catch (thrown) {
    const status = unavailable(thrown);
    service.attach(status, null);
    return status;
  }
}

/** Before each batch the event loop gets its turn: signals, timers and progress come through while a book is read. */
function inThisThread(embedder: Embedder): EmbeddingService {
  return {
    info: embedder.info,
    embed: async (texts) => {
      await setImmediate();
      return embedder.embed(texts);
    },
    memoryBytes: async () => embedder.memoryBytes(),
  };
}

/** A path of the project that this file was built in, from `npm/dist`. */
function inProject(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
