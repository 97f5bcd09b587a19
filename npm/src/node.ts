/**
 * The package in Node: engine and embedder in a thread of their own, each document that is not plain text in another.
 */
import { setImmediate } from "node:timers/promises";
import { checkedSources, type WasmSources } from "./artefacts.ts";
import type { Backend } from "./backend.ts";
import { BankFace } from "./bank-face.ts";
import {
  type Configuration,
  checkPlaces,
  configurationOf,
  ENGINE_OPTIONS,
  type EngineOptions,
} from "./configuration.ts";
import { typed } from "./errors.ts";
import { invalid, type Shape, shaped } from "./fields.ts";
import type { EngineStore } from "./host.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import {
  type EmbedderOptions,
  type ModelEmbedder,
  type ModelHost,
  openModel,
} from "./model-embedder.ts";
import type { ModelProgress } from "./model-files.ts";
import { checkedModels, type ModelSources } from "./model-files.ts";
import type { ModelStatus } from "./model-status.ts";
import { nodeModules } from "./node-files.ts";
import { loadNodeModels } from "./node-model.ts";
import { RunStore } from "./node-run-store.ts";
import { type Given, openThread } from "./node-thread.ts";
import { checkNode } from "./node-version.ts";
import type { RunHolds } from "./run-locks.ts";
import { comingHolds, comingMemory, comingStore } from "./store-calls.ts";
import { checkedEmbedder, type TextEmbedder } from "./text-embedder.ts";
import type { Settings } from "./types.ts";
import type { WasmModules } from "./wasm-compiling.ts";

export { type EmbeddingEndpointOptions, embeddingEndpoint } from "./embedding-endpoint.ts";
export { MemoryBankError } from "./errors.ts";
export { type JournalOptions, journalOptions } from "./journal.ts";
export type { EmbedderOptions, ModelEmbedder } from "./model-embedder.ts";
export { RunStore, type RunStoreOptions, type StorePlace } from "./node-run-store.ts";
export type * from "./public.ts";
export type { TextEmbedder } from "./text-embedder.ts";

/** Options of a bank. */
export interface OpenOptions extends EngineOptions {
  /**
   * The embedding model: a folder with its files and `manifest.json`, or what `agentic-memory-bank-minilm` exports. Of
   * several, each text is embedded by the first that knows it. Default the environment's `AMB_MODELS`, else that
   * package where it is installed.
   */
  models?: ModelSources;
  /** The wasm of artefacts that are not found by themselves: path, URL, bytes, `Response` or `WebAssembly.Module`. */
  wasm?: WasmSources;
  /** Called once, when the model's files are read. */
  onModelProgress?: (progress: ModelProgress) => void;
  /**
   * `false`: keywords alone. Or an embedder, in place of the model: of `openEmbedder`, of `embeddingEndpoint`, or of
   * your own.
   */
  embedder?: false | TextEmbedder;
  /**
   * The store of runs with `keep`, so that they outlive the process; without one they are in memory alone. A store
   * that is still opening may be given as a promise: the bank does not wait for it, but the first kept run does. If
   * the promise is rejected, runs are in memory alone, and each has a warning with the reason.
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
  /** The default settings. */
  readonly defaults: Settings;

  private constructor(backend: Backend, model: Promise<ModelStatus>, defaults: Settings) {
    super(backend, model);
    this.defaults = defaults;
  }

  /**
   * Opens a bank. Resolves once the engine is ready; the model goes on loading, runs wait for it, and `bank.model`
   * shows its status. An unavailable model is no failure: the bank then searches by keywords alone, and every run has
   * a warning about it. Rejects with `invalid_argument` for options that are misspelled or of another type.
   */
  static open(options: OpenOptions = {}): Promise<MemoryBank> {
    return typed(async () => {
      checkNode();
      const checked = shaped<OpenOptions>(options, "the options", OPTIONS);
      const configuration = configurationOf(checked);
      const given = givenOf(checked, configuration);
      const { backend, model, defaults } = await openThread(configuration, given);
      return new MemoryBank(backend, model, defaults);
    });
  }
}

function givenOf(options: OpenOptions, configuration: Configuration): Given {
  checkPlaces(configuration, options.store);
  const { embedder, llm, onModelProgress } = options;
  if ((llm?.idleTimeout ?? 0) > LONGEST_SILENCE) {
    throw invalid(
      `idleTimeout of llm is at most ${LONGEST_SILENCE} in Node, whose fetch then gives up`,
    );
  }
  const models = checkedModels(options.models);
  const wasm = checkedSources(options.wasm);
  const modules = nodeModules(wasm);
  return {
    wasm,
    store: options.store && {
      runs: linked(options.store),
      memory: remembering(options.store, modules),
      runLocks: holding(options.store),
    },
    embedder: checkedEmbedder(embedder),
    models,
    onModelProgress,
  };
}

/**
 * Loads the embedding model, for any number of banks. Rejects with `model_missing`, `model_unreachable` or
 * `model_damaged`.
 */
export function openEmbedder(options: EmbedderOptions = {}): Promise<ModelEmbedder> {
  const load: ModelHost["load"] = async ({ models, wasm, onModelProgress }) => {
    checkNode();
    return loadNodeModels(nodeModules(checkedSources(wasm)), await models(), onModelProgress);
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

/** The locks of a bank's runs in a store, which may still be opening. */
function holding(store: RunStore | Promise<RunStore>): RunHolds {
  if (store instanceof RunStore) return store.runLocks();
  return comingHolds(store.then((opened) => opened.runLocks()));
}
