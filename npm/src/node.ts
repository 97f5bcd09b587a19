/** The package in Node: engine and embedder in the caller's thread, each document that is not plain text in one of its own. */
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { checkedSources, type WasmSources } from "./artefacts.ts";
import { BankFace } from "./bank-face.ts";
import type { BankService } from "./bank-service.ts";
import {
  type Configuration,
  checkPlaces,
  configurationOf,
  ENGINE_OPTIONS,
  type EngineOptions,
} from "./configuration.ts";
import { died, documentReader, type StartReader } from "./document-reader.ts";
import { Embedder } from "./embedder.ts";
import { flattenFailure, typed } from "./errors.ts";
import { invalid, type Shape, shaped } from "./fields.ts";
import type { EngineStore } from "./host.ts";
import { type Host, openInThread } from "./in-thread-bank.ts";
import { installedModel } from "./installed-model.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import {
  type EmbedderOptions,
  type ModelEmbedder,
  type ModelHost,
  openModel,
} from "./model-embedder.ts";
import type { ModelProgress } from "./model-files.ts";
import { checkedModels, type ModelSource, notInstalled } from "./model-files.ts";
import type { ModelStatus } from "./model-status.ts";
import { nodeDialer } from "./node-dialer.ts";
import { nodeModules, readModel } from "./node-files.ts";
import type { ReaderThreadTask } from "./node-reader.ts";
import { RunStore } from "./node-run-store.ts";
import { checkNode } from "./node-version.ts";
import { comingMemory, comingStore } from "./store-calls.ts";
import { checkedEmbedder, type TextEmbedder } from "./text-embedder.ts";
import type { Settings } from "./types.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { loadEmbedder } from "./wasm-modules.ts";

export { type EmbeddingEndpointOptions, embeddingEndpoint } from "./embedding-endpoint.ts";
export { MemoryBankError } from "./errors.ts";
export { journalModel } from "./journal.ts";
export type { EmbedderOptions, ModelEmbedder } from "./model-embedder.ts";
export { RunStore, type RunStoreOptions, type StorePlace } from "./node-run-store.ts";
export type * from "./public.ts";
export type { TextEmbedder } from "./text-embedder.ts";

/** How a bank is opened. */
export interface OpenOptions extends EngineOptions {
  /**
   * The embedding model: a folder with its files and `manifest.json`, or what `agentic-memory-bank-minilm` exports. Default
   * the environment's `AMB_MODELS`, else that package where it is installed.
   */
  models?: ModelSource;
  /** The wasm of artefacts that are not found by themselves: path, URL, bytes, `Response` or `WebAssembly.Module`. */
  wasm?: WasmSources;
  /** Called once, when the model's files are read. */
  onModelProgress?: (progress: ModelProgress) => void;
  /** `false`: keywords alone. Or an embedder, in place of the model: of `openEmbedder`, of `embeddingEndpoint`, or of your own. */
  embedder?: false | TextEmbedder;
  /**
   * Where runs with `keep` are kept, so that they outlive the process; without one they are in memory alone. One that is
   * still opening may be given as a promise: the bank does not wait for it, a run does, when it is first to be kept. Where
   * the promise is rejected runs are in memory alone, and a warning of each says why.
   */
  store?: RunStore | Promise<RunStore>;
}

const OPTIONS: Shape<OpenOptions> = {
  ...ENGINE_OPTIONS,
  models: "any",
  wasm: "any",
  onModelProgress: "function",
  embedder: "any",
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
   * Opens a bank. Resolves once the engine is there; the model goes on loading, runs wait for it, and `bank.model` tells its
   * state. A model that cannot be had is no failure: the bank then searches by keywords alone, and every run says so in a
   * warning. Rejects with `invalid_argument` for options that are misspelled or of another type.
   */
  static open(options: OpenOptions = {}): Promise<MemoryBank> {
    return typed(async () => {
      checkNode();
      const checked = shaped<OpenOptions>(options, "the options", OPTIONS);
      const configuration = configurationOf(checked);
      const { service, model, defaults } = await openInThread(
        configuration,
        hostOf(checked, configuration),
      );
      return new MemoryBank(service, model, defaults);
    });
  }
}

function hostOf(options: OpenOptions, configuration: Configuration): Host {
  checkPlaces(configuration, options.store);
  const { embedder, llm } = options;
  if ((llm?.idleTimeout ?? 0) > LONGEST_SILENCE) {
    throw invalid(
      `idleTimeout of llm is at most ${LONGEST_SILENCE} in Node, whose fetch then gives up`,
    );
  }
  const models = checkedModels(options.models);
  const modules = nodeModules(checkedSources(options.wasm));
  const store = options.store && linked(options.store);
  const memory = options.store && remembering(options.store, modules);
  return {
    modules,
    platform: {
      readDocument: documentReader(readers(modules)),
      dialer: nodeDialer,
      ...(store && { store }),
      ...(memory && { memory }),
    },
    embedder:
      checkedEmbedder(embedder) ?? (() => embedderOf(modules, models, options.onModelProgress)),
    turn: () => setImmediate(),
  };
}

async function embedderOf(
  modules: WasmModules,
  models: ModelSource | undefined,
  onModelProgress: OpenOptions["onModelProgress"],
) {
  const model = models ?? process.env.AMB_MODELS ?? (await installedModel());
  if (model === null) throw notInstalled();
  const [{ module, artefact }, bytes] = await Promise.all([
    loadEmbedder(modules),
    readModel(model),
  ]);
  const total = bytes.model.length + bytes.tokenizer.length;
  onModelProgress?.({ loaded: total, total });
  return { embedder: new Embedder(module, bytes), artefact, downloaded: 0 };
}

/**
 * Loads the embedding model, for any number of banks. Rejects with `model_missing`, `model_unreachable` or `model_damaged`.
 */
export function openEmbedder(options: EmbedderOptions = {}): Promise<ModelEmbedder> {
  const load: ModelHost["load"] = async ({ models, wasm, onModelProgress }) => {
    checkNode();
    return embedderOf(nodeModules(checkedSources(wasm)), await models(), onModelProgress);
  };
  return openModel(options, { load, turn: () => setImmediate() });
}

/** The way of an engine to a store, which may still be opening. */
function linked(store: RunStore | Promise<RunStore>): EngineStore {
  if (store instanceof Promise) return comingStore(store.then(linked));
  if (store instanceof RunStore) return store.link();
  throw invalid("store of the options must be what RunStore.open() gives");
}

/** The way of an engine to the long-term memory of a store. */
function remembering(store: RunStore | Promise<RunStore>, modules: WasmModules): MemoryCalls {
  if (store instanceof RunStore) return store.linkMemory(modules);
  return comingMemory(store.then((opened) => opened.linkMemory(modules)));
}

/** Threads that read documents. */
function readers(modules: WasmModules): StartReader {
  return (bytes, reader, tell) => {
    let worker: Worker | null = null;
    let isOver = false;
    const start = async () => {
      const module = await modules.load(reader.reader);
      if (isOver) return;
      const workerData: ReaderThreadTask = { module, bytes, reader };
      const transferList = [bytes.buffer];
      worker = new Worker(new URL("./node-reader.js", import.meta.url), {
        workerData,
        transferList,
      });
      worker.once("message", tell);
      worker.once("error", ({ message }) => tell(died(message)));
    };
    start().catch((thrown: unknown) => tell({ failure: flattenFailure(thrown) }));
    return () => {
      isOver = true;
      void worker?.terminate();
    };
  };
}
