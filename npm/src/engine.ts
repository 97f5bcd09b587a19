/** The engine's wasm as wasm-bindgen presents it. */
import type { ReadDocument } from "./document-reader.ts";
import type { Embeddings } from "./embedder.ts";
import type { Provider, ProxyOptions } from "./language-model.ts";
import type { EngineRequest } from "./request.ts";
import type { Batch } from "./types/Batch.ts";
import type { NewRun } from "./types/NewRun.ts";
import type { StoredRun } from "./types/StoredRun.ts";
import type { Estimate, Event, ResearchResult, RunHead, RunSummary, Settings } from "./types.ts";

/** What the engine asks of JavaScript; without an embedder it searches by keywords alone, without `readDocument` it reads plain text alone. */
export interface HostCallbacks {
  embedder?: { modelId: string; dimensions: number } | null;
  embed?(texts: string[]): Promise<Embeddings>;
  readDocument?: ReadDocument;
  /** Where runs with `keep` are kept while they are at work, and after. */
  store?: EngineStore;
  /** The addresses that a name leads to, where the platform tells. */
  resolve?(host: string): Promise<string[]>;
  network?: NetworkOptions;
}

/** What keeps runs, as the engine asks it; what is asked and answered, the artefact `store` knows. */
export interface EngineStore {
  /** Whether runs outlive the page. */
  readonly isDurable: boolean;
  createRun(run: NewRun): Promise<void>;
  append(run: string, batch: Batch): Promise<void>;
  runs(): Promise<RunHead[]>;
  load(run: string): Promise<StoredRun>;
  bodies(hashes: string[]): Promise<(Uint8Array | null)[]>;
  putBlob(run: string, hash: string, bytes: Uint8Array): Promise<void>;
  blob(run: string, hash: string): Promise<Uint8Array | null>;
  deleteBlob(run: string, hash: string): Promise<void>;
  deleteRun(run: string): Promise<void>;
  bytes(): Promise<number>;
}

/** The user's keys and proxy; in memory alone, apart from the settings, which journals and exports hold. */
export interface NetworkOptions {
  keys?: { llm?: string; search?: string; reader?: string };
  proxy?: ProxyOptions;
}

/** Settings that differ from the defaults; `llm`, `search` and `reader` with all that belongs to them but keys. */
export type EngineSettings = Partial<Settings>;

/** What lives in the wasm memory until it is freed; not while a call of it is under way. */
export interface WasmObject {
  free(): void;
}

/** The adapter alone, for an agent framework of one's own. */
export interface WasmTask extends WasmObject {
  addContext(name: string, text: string): Promise<void>;
  enhancePrompt(): Promise<string>;
  interceptContext(context: string): Promise<void>;
  export(): Promise<string>;
}

/** The engine's memory bank. Every failure is an `Error` with `code` and `retryable`. */
export interface WasmBank extends WasmObject {
  research(
    request: EngineRequest,
    onEvent: (event: Event) => void,
    signal?: AbortSignal,
  ): Promise<ResearchResult>;
  estimate(request: EngineRequest): Promise<Estimate>;
  export(docId: string): string;
  import(json: string): ResearchResult;
  journal(docId: string): Promise<string>;
  replay(journal: string, onEvent: (event: Event) => void): Promise<ResearchResult>;
  resume(
    journal: string,
    onEvent: (event: Event) => void,
    signal?: AbortSignal,
  ): Promise<ResearchResult>;
  openRun(docId: string, onEvent: (event: Event) => void): Promise<ResearchResult>;
  resumeRun(
    docId: string,
    onEvent: (event: Event) => void,
    signal?: AbortSignal,
  ): Promise<ResearchResult>;
  runs(): RunSummary[];
  discard(docId: string): boolean;
  task(question: string): WasmTask;
}

/** The engine, once its wasm is there. */
export interface EngineModule {
  Bank: {
    new (host: HostCallbacks, settings?: EngineSettings): WasmBank;
    defaults(): Settings;
    /** What is known of an endpoint, by its name or address; `undefined` for a name that is neither. */
    provider(nameOrUrl: string): Provider | undefined;
  };
  memory: WebAssembly.Memory;
}
