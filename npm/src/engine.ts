/** The engine's wasm as wasm-bindgen presents it. */
import type { HostCallbacks } from "./host.ts";
import type { Provider } from "./language-model.ts";
import type { EngineRequest } from "./request.ts";
import type {
  Estimate,
  Event,
  ResearchResult,
  RunSummary,
  ServiceName,
  ServiceReply,
  Settings,
} from "./types.ts";
import type { Fault } from "./wasm-instance.ts";

/** Settings that differ from the defaults; `llm`, `search` and `reader` in full, but without keys. */
export type EngineSettings = Partial<Settings>;

/** An object in wasm memory until it is freed, which must not happen during a call of it. */
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
  /** Asks a service once. */
  tryService(service: ServiceName): Promise<ServiceReply>;
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
  /** Has the bank's language model put something into words; without one, `undefined`. */
  putIntoWords?(request: unknown): Promise<unknown>;
}

/** The engine, once its wasm is there. */
export interface EngineModule {
  Bank: {
    new (host: HostCallbacks, settings?: EngineSettings): WasmBank;
    defaults(): Settings;
    /** The known properties of an endpoint, by its name or address; `undefined` for a name that is neither. */
    provider(nameOrUrl: string): Provider | undefined;
  };
  memory: WebAssembly.Memory;
  /** The end of this instance by a trap. */
  fault: Fault;
}
