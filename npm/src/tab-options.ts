/** The options of a bank whose engine works in a worker. */
import type { WasmSources } from "./artefacts.ts";
import { ENGINE_OPTIONS, type EngineOptions } from "./configuration.ts";
import type { Shape } from "./fields.ts";
import type { ModelProgress, ModelSource } from "./model-files.ts";
import type { WorkerStore } from "./run-store.ts";

/** How a bank is opened whose engine works in a worker. */
export interface TabOptions extends EngineOptions {
  /**
   * The embedding model: the address of a folder with its files and `manifest.json`, or what `agentic-memory-bank-minilm`
   * exports. Found by itself where that package is installed.
   */
  models?: ModelSource;
  /** The wasm of artefacts that are not found by themselves: address, bytes, `Response` or `WebAssembly.Module`. */
  wasm?: WasmSources;
  /** Makes a worker of the script `agentic-memory-bank/worker`, where that is not found by itself. */
  worker?: () => Worker;
  /** Called while the model loads; cached bytes count as loaded. */
  onModelProgress?: (progress: ModelProgress) => void;
  /** `false`: no model, keywords alone. */
  embedder?: false;
  /**
   * The store of runs with `keep`, so that they outlive the page; without one they are in memory alone. One that is still
   * opening may be given as a promise: the bank does not wait for it, a run does, when it is first to be kept. Where the
   * promise is rejected runs are in memory alone, and a warning of each says why.
   */
  store?: WorkerStore | Promise<WorkerStore>;
}

/** The shape of {@link TabOptions}. */
export const TAB_OPTIONS: Shape<TabOptions> = {
  ...ENGINE_OPTIONS,
  models: "any",
  wasm: "any",
  worker: "function",
  onModelProgress: "function",
  embedder: "any",
  store: "object",
};
