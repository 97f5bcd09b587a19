/** The options of a bank whose engine works in a worker. */
import type { WasmSources } from "./artefacts.ts";
import { ENGINE_OPTIONS, type EngineOptions } from "./configuration.ts";
import type { Shape } from "./fields.ts";
import type { ReadingCache } from "./latest-readings.ts";
import type { ModelProgress, ModelSources } from "./model-files.ts";
import type { WorkerStore } from "./run-store.ts";

/** Options of a bank whose engine works in a worker. */
export interface TabOptions extends EngineOptions {
  /**
   * The embedding model: the address of a folder with its files and `manifest.json`, or the export of
   * `agentic-memory-bank-minilm`. Of several, each text is embedded by the first that knows it. Found by default if
   * that package is installed.
   */
  models?: ModelSources;
  /** The wasm of artefacts that are not found by themselves: address, bytes, `Response` or `WebAssembly.Module`. */
  wasm?: WasmSources;
  /** Makes a worker of the script `agentic-memory-bank/worker`, if that is not found by default. */
  worker?: () => Worker;
  /** Called while the model loads; cached bytes count as loaded. */
  onModelProgress?: (progress: ModelProgress) => void;
  /** `false`: no model, keywords alone. */
  embedder?: false;
  /**
   * The store of runs with `keep`, so that they outlive the page; without one they are in memory alone. A store that
   * is still opening may be given as a promise: the bank does not wait for it, but the first kept run does. If the
   * promise is rejected, runs are in memory alone, and each has a warning with the reason.
   */
  store?: WorkerStore | Promise<WorkerStore>;
  /**
   * A cache of what was read from PDF files, pages, books and tables, by their content, in place of the bank's own in
   * memory. Readings come by structured clone. Web pages that a run visits are among them.
   */
  readings?: ReadingCache;
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
  readings: "object",
};
