/** A memory bank over the engine's wasm, in the thread that the wasm runs in. */
import type { Backend, Emit, MemoryUse, Task } from "./backend.ts";
import { type Configuration, engineSettings } from "./configuration.ts";
import { deferred } from "./deferred.ts";
import type { EmbedderInfo, Embeddings } from "./embedder.ts";
import type { EngineModule, EngineSettings, NetworkOptions, WasmBank } from "./engine.ts";
import type { ModelStatus } from "./model-status.ts";
import type { Event, ResearchRequest, ResearchResult, RunSummary } from "./types.ts";
import { wellFormed } from "./well-formed.ts";

/** Who embeds for the engine, in this thread or another. */
export interface EmbeddingService {
  info: EmbedderInfo;
  embed(texts: string[]): Promise<Embeddings>;
  memoryBytes(): Promise<number>;
}

type Warning = Extract<Event, { type: "warning" }>;

/** Serves one bank. Calls wait until `attach` has said how the model stands. */
export class BankService implements Backend {
  readonly #engine: EngineModule;
  readonly #settings: EngineSettings;
  readonly #network: NetworkOptions;
  readonly #bank = deferred<WasmBank>();
  #status: ModelStatus = { state: "off" };
  #embedder: EmbeddingService | null = null;

  /** Throws `invalid_argument` for settings that this engine does not have. */
  constructor(engine: EngineModule, configuration: Configuration = { settings: {}, network: {} }) {
    this.#engine = engine;
    this.#settings = engineSettings(engine, configuration.settings);
    this.#network = configuration.network;
    // Settings out of range are told by whoever calls first, and must not be an unhandled rejection before.
    this.#bank.promise.catch(() => {});
  }

  /** Says how the model stands, once; `embedder` is `null` unless it is ready. */
  attach(status: ModelStatus, embedder: EmbeddingService | null): void {
    this.#status = status;
    this.#embedder = embedder;
    const embedding = embedder && {
      embedder: embedder.info,
      embed: (texts: string[]) => embedder.embed(texts),
    };
    try {
      const host = { ...embedding, network: this.#network };
      this.#bank.resolve(new this.#engine.Bank(host, this.#settings));
    } catch (thrown) {
      this.#bank.reject(thrown);
    }
  }

  async research(
    request: ResearchRequest,
    emit: Emit,
    signal?: AbortSignal,
  ): Promise<ResearchResult> {
    const { request: sound, mended } = wellFormed(request);
    const bank = await this.#bankUnlessAborted(signal);
    const warnings = [...modelWarning(this.#status), ...surrogateWarning(mended)];
    return bank.research(sound, withWarnings(warnings, emit), signal);
  }

  async replay(journal: string, emit: Emit): Promise<ResearchResult> {
    return (await this.#bank.promise).replay(journal.toWellFormed(), emit);
  }

  async resume(journal: string, emit: Emit, signal?: AbortSignal): Promise<ResearchResult> {
    const bank = await this.#bankUnlessAborted(signal);
    const warnings = modelWarning(this.#status);
    return bank.resume(journal.toWellFormed(), withWarnings(warnings, emit), signal);
  }

  async export(docId: string): Promise<string> {
    return (await this.#bank.promise).export(docId);
  }

  async import(json: string): Promise<ResearchResult> {
    return (await this.#bank.promise).import(json.toWellFormed());
  }

  async journal(docId: string): Promise<string> {
    return (await this.#bank.promise).journal(docId);
  }

  async runs(): Promise<RunSummary[]> {
    return (await this.#bank.promise).runs();
  }

  async discard(docId: string): Promise<boolean> {
    return (await this.#bank.promise).discard(docId);
  }

  async task(question: string): Promise<Task> {
    const task = (await this.#bank.promise).task(question.toWellFormed());
    return {
      addContext: (name, text) => task.addContext(name.toWellFormed(), text.toWellFormed()),
      enhancePrompt: () => task.enhancePrompt(),
      interceptContext: (context) => task.interceptContext(context.toWellFormed()),
      export: () => task.export(),
    };
  }

  async memoryUse(): Promise<MemoryUse> {
    const embedder = (await this.#embedder?.memoryBytes()) ?? null;
    return { engine: this.#engine.memory.buffer.byteLength, embedder };
  }

  close(): void {}

  /**
   * The bank, or, when the run is cancelled while the model still loads, one without a model: the cancelled run then
   * ends as every cancelled run does, at once, and the download goes on for the next.
   */
  async #bankUnlessAborted(signal: AbortSignal | undefined): Promise<WasmBank> {
    if (signal === undefined) return this.#bank.promise;
    const aborted = deferred<null>();
    const onAbort = () => aborted.resolve(null);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    const bank = await Promise.race([this.#bank.promise, aborted.promise]);
    signal.removeEventListener("abort", onAbort);
    return bank ?? new this.#engine.Bank({ network: this.#network }, this.#settings);
  }
}

/** Puts the warnings behind the run's first event. */
function withWarnings(warnings: Warning[], emit: Emit): Emit {
  let waiting = warnings;
  return (event) => {
    emit(event);
    const due = waiting;
    waiting = [];
    for (const warning of due) emit(warning);
  };
}

function modelWarning(status: ModelStatus): Warning[] {
  if (status.state !== "unavailable") return [];
  const message = `searching by keywords alone, which finds less: ${status.message}`;
  return [{ type: "warning", code: status.code, message }];
}

function surrogateWarning(mended: string[]): Warning[] {
  if (mended.length === 0) return [];
  const message = `half characters (lone surrogates) became U+FFFD in ${mended.join(", ")}`;
  return [{ type: "warning", code: "lone_surrogates", message }];
}
