/** The operations of a memory bank, in this thread or behind a worker's boundary. */

import type { MemoryRequest } from "./generated.ts";
import type { Provider } from "./language-model.ts";
import type { EngineRequest } from "./request.ts";
import type {
  Estimate,
  Event,
  ResearchResult,
  RunSummary,
  ServiceName,
  ServiceReply,
} from "./types.ts";

/** Takes the events of a run. */
export type Emit = (event: Event) => void;

/** The adapter alone (enhance a prompt, intercept a context), for an agent framework of one's own. */
export interface Task {
  /** Reads a document into the task's memory. */
  addContext(name: string, text: string): Promise<void>;
  /** The next task and what memory holds for it, as text for a prompt. */
  enhancePrompt(): Promise<string>;
  /** Takes the results of the task into memory. */
  interceptContext(context: string): Promise<void>;
  /** The memory so far, as JSON text. */
  export(): Promise<string>;
  /** Frees the task's memory once its calls have ended. Later calls reject with `closed`. */
  close(): Promise<void>;
}

/** Bytes of wasm memory in use. */
export interface MemoryUse {
  engine: number;
  /** `null` without a model of the bank's own. */
  embedder: number | null;
}

/** A memory bank without its face. Methods reject with a failure that has a `code`. */
export interface Backend {
  research(request: EngineRequest, emit: Emit, signal?: AbortSignal): Promise<ResearchResult>;
  estimate(request: EngineRequest): Promise<Estimate>;
  tryService(service: ServiceName): Promise<ServiceReply>;
  replay(journal: string, emit: Emit): Promise<ResearchResult>;
  resume(journal: string, emit: Emit, signal?: AbortSignal): Promise<ResearchResult>;
  openRun(docId: string, emit: Emit): Promise<ResearchResult>;
  resumeRun(docId: string, emit: Emit, signal?: AbortSignal): Promise<ResearchResult>;
  export(docId: string): Promise<string>;
  import(json: string): Promise<ResearchResult>;
  journal(docId: string): Promise<string>;
  runs(): Promise<RunSummary[]>;
  discard(docId: string): Promise<boolean>;
  task(question: string): Promise<Task>;
  /**
   * The reply of long-term memory, of the request's kind. Rejects with `no_store` without a store. In plain words no
   * language model is called.
   */
  askMemory(request: MemoryRequest, inPlainWords?: boolean): Promise<unknown>;
  provider(nameOrAddress: string): Promise<Provider | undefined>;
  memoryUse(): Promise<MemoryUse>;
  close(): void;
}
