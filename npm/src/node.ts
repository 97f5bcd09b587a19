/** The memory bank in Node: engine and embedder in the caller's thread, each document that is not plain text in one of its own. */
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { BankFace } from "./bank-face.ts";
import { BankService, type EmbeddingService } from "./bank-service.ts";
import {
  checkPlaces,
  configurationOf,
  ENGINE_OPTIONS,
  type EngineOptions,
  engineArtefact,
} from "./configuration.ts";
import { died, documentReader, type StartReader } from "./document-reader.ts";
import { Embedder } from "./embedder.ts";
import { typed } from "./errors.ts";
import { invalid, type Shape, shaped } from "./fields.ts";
import type { EngineStore } from "./host.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import type { ModelProgress } from "./model-cache.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { Neo4jMemory } from "./neo4j.ts";
import { nodeDialer } from "./node-dialer.ts";
import { inProject, loadEmbedder, loadEngine, loadNeo4j, readModel } from "./node-files.ts";
import { comingMemory } from "./node-memory.ts";
import type { ReaderThreadTask } from "./node-reader-worker.ts";
import { RunStore } from "./node-run-store.ts";
import { comingStore } from "./store-calls.ts";
import type { Settings } from "./types.ts";

export type { MemoryUse, Task } from "./backend.ts";
export type { KeepUpOptions, ResearchOptions } from "./bank-face.ts";
export type * from "./budget.ts";
export type { LongTermOptions } from "./configuration.ts";
export { MemoryBankError } from "./errors.ts";
export type {
  ContextOptions,
  HierarchicalMemory,
  NewObservation,
  NewRecallQuery,
  PageOptions,
  WorkOptions,
} from "./hierarchical-memory.ts";
export { journalModel } from "./journal.ts";
export type * from "./language-model.ts";
export type { KeptUp } from "./memory-places.ts";
export type { ModelProgress } from "./model-cache.ts";
export type { ModelStatus } from "./model-status.ts";
export type { Neo4jOptions } from "./neo4j.ts";
export { RunStore, type RunStoreOptions, type StorePlace } from "./node-run-store.ts";
export type { Run } from "./run.ts";
export type { NewTrajectory, QueryOptions, TrajectoryMemory } from "./trajectory-memory.ts";
export type * from "./types.ts";

/** How a bank is opened. */
export interface OpenOptions extends EngineOptions {
  /** Folder of the model; default the environment's `AMB_MODELS`, else the project's `target/models`. */
  models?: string;
  /** Folder of the wasm artefacts (`engine/`, `engine-llm/`, `embed/`, `html/`, `pdf/`, `neo4j/`); default the project's `target/artefacts`. */
  artefacts?: string;
  /** Told once, when the model's files are read. */
  onModelProgress?: (progress: ModelProgress) => void;
  /** `false`: no model, keywords alone. */
  embedder?: false;
  /**
   * Where runs with `keep` are kept, so that they outlive the process; without one they are in memory alone. One that is
   * still opening may be given as a promise: the bank does not wait for it, a run does, when it is first to be kept. Where
   * the promise is rejected runs are in memory alone, and a warning of each says why.
   */
  store?: RunStore | Promise<RunStore>;
}

const OPTIONS: Shape<OpenOptions> = {
  ...ENGINE_OPTIONS,
  models: "text",
  artefacts: "text",
  onModelProgress: "function",
  embedder: "flag",
  store: "object",
};

/** Milliseconds of silence after which Node's own `fetch` ends an exchange. */
const LONGEST_SILENCE = 300_000;

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
   * so in a warning. Rejects with `invalid_argument` for options that are misspelled or of another type.
   */
  static open(options: OpenOptions = {}): Promise<MemoryBank> {
    return typed(() => MemoryBank.#open(shaped<OpenOptions>(options, "the options", OPTIONS)));
  }

  static async #open(options: OpenOptions): Promise<MemoryBank> {
    const configuration = configurationOf(options);
    checkPlaces(configuration, options.store);
    const { embedder, onModelProgress, llm } = options;
    if ((llm?.idleTimeout ?? 0) > LONGEST_SILENCE) {
      throw invalid(
        `idleTimeout of llm is at most ${LONGEST_SILENCE} in Node, whose fetch then gives up`,
      );
    }
    const store = options.store && linked(options.store);
    const artefacts = options.artefacts ?? inProject("target/artefacts");
    const models = options.models ?? process.env.AMB_MODELS ?? inProject("target/models");
    const engine = await loadEngine(artefacts, engineArtefact(configuration));
    const readDocument = documentReader(readers(artefacts));
    const memory = options.store && remembering(options.store, artefacts);
    const { neo4j: login } = configuration;
    const platform = {
      readDocument,
      dialer: nodeDialer,
      ...(store && { store }),
      ...(memory && { memory }),
      ...(login && { neo4j: new Neo4jMemory(login, () => loadNeo4j(artefacts)) }),
    };
    const service = new BankService(engine, configuration, platform);
    const model =
      embedder === false ? off(service) : attach(service, artefacts, models, onModelProgress);
    return new MemoryBank(service, model, engine.Bank.defaults());
  }
}

/** The way of an engine to a store, which may still be opening. */
function linked(store: RunStore | Promise<RunStore>): EngineStore {
  if (store instanceof Promise) return comingStore(store.then(linked));
  if (store instanceof RunStore) return store.link();
  throw invalid("store of the options must be what RunStore.open() gives");
}

/** The way of an engine to the long-term memory of a store. */
function remembering(store: RunStore | Promise<RunStore>, artefacts: string): MemoryCalls {
  if (store instanceof RunStore) return store.linkMemory(artefacts);
  return comingMemory(store.then((opened) => opened.linkMemory(artefacts)));
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
  onModelProgress: OpenOptions["onModelProgress"],
): Promise<ModelStatus> {
  const start = performance.now();
  try {
    const [{ module, artefact }, bytes] = await Promise.all([
      loadEmbedder(artefacts),
      readModel(models),
    ]);
    const total = bytes.model.length + bytes.tokenizer.length;
    onModelProgress?.({ loaded: total, total });
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
    close: () => embedder.free(),
  };
}

/** Threads that read documents, with artefacts from this folder. */
function readers(artefacts: string): StartReader {
  return (bytes, reader, tell) => {
    const workerData: ReaderThreadTask = { artefacts, bytes, reader };
    const transferList = [bytes.buffer];
    const program = new URL("./node-reader-worker.js", import.meta.url);
    const thread = new Worker(program, { workerData, transferList });
    thread.once("message", tell);
    thread.once("error", ({ message }) => tell(died(message)));
    return () => void thread.terminate();
  };
}
