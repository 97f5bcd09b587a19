/** A memory bank over the engine's wasm, in the thread that the wasm runs in. */
import type { Backend, Emit, MemoryUse, Task } from "./backend.ts";
import { ClosableUse } from "./closable-use.ts";
import { type Configuration, engineSettings } from "./configuration.ts";
import { deferred } from "./deferred.ts";
import type { EmbedderInfo, Embeddings } from "./embedder.ts";
import type { EngineModule, EngineSettings, WasmBank } from "./engine.ts";
import { EngineSession } from "./engine-session.ts";
import { closed, MemoryBankError } from "./errors.ts";
import type { KeptVectors, MemoryReply, MemoryRequest } from "./generated.ts";
import type { HostCallbacks } from "./host.ts";
import type { Provider } from "./language-model.ts";
import type { MemoryCalls, MemoryNeed, MemorySupply, NewLongTermSettings } from "./memory-calls.ts";
import { MemoryPlaces } from "./memory-places.ts";
import type { ModelStatus } from "./model-status.ts";
import type { Neo4jMemory } from "./neo4j.ts";
import type { EngineRequest } from "./request.ts";
import type { RunHolds } from "./run-locks.ts";
import { modelWarning, surrogateWarning, withWarnings } from "./run-warnings.ts";
import type {
  Estimate,
  ResearchResult,
  RunSummary,
  ServiceName,
  ServiceReply,
  Settings,
} from "./types.ts";
import { letGo, UPKEEP_AFTER_MILLISECONDS, UpkeepTimer } from "./upkeep-timer.ts";
import { crashed } from "./wasm-instance.ts";
import { wellFormed } from "./well-formed.ts";

/** The engine's embedder, in this thread or another. */
export interface EmbeddingService {
  info: EmbedderInfo;
  embed(texts: string[]): Promise<Embeddings>;
  /** Bytes of wasm memory of the model; `null` for one that others use, too. */
  memoryBytes(): Promise<number | null>;
  /** Frees the model's memory. */
  close(): void;
}

/** The services of the engine's thread, beside the engine and its model. */
export interface Platform extends Pick<HostCallbacks, "readDocument" | "store" | "dialer"> {
  /** Long-term memory, if there is a place for it. */
  memory?: MemoryCalls;
  /** The place of trajectory memory, if that is a server. */
  neo4j?: Neo4jMemory;
  /** Locks of the runs that are under way here, if others might go on with a run of the store. */
  runLocks?: RunHolds;
}

/** The models that may be used for memory's needs: for words and vectors, or for vectors alone. */
type Supplier = "models" | "embedder";

/** Operations that add to memory, which may make upkeep due. */
const NEWS: ReadonlySet<string> = new Set(["observe", "learn", "import"]);

/**
 * Serves one bank. Calls wait until `attach` has said how the model stands, and fail once the bank is closed. A trap
 * in the engine fails the calls under way with `engine_crashed`; those that follow have an instance of their own.
 */
export class BankService implements Backend {
  readonly #newEngine: () => EngineModule;
  #session: EngineSession;
  readonly #settings: EngineSettings;
  readonly #runLocks: RunHolds | undefined;
  readonly #memory: MemoryPlaces | null;
  readonly #memorySettings: NewLongTermSettings;
  readonly #upkeep = new UpkeepTimer(() => this.#keptUp());
  /** The upkeep that was due when this bank first used memory, once it is done. */
  #caughtUp: Promise<void> | null = null;
  /** The timer of memory's next batch of vectors. */
  #vectors: ReturnType<typeof setTimeout> | undefined;
  /** True once memory was used: before, nothing of it is loaded for its vectors' sake. */
  #isMemoryInUse = false;
  /** The host callbacks of every bank, with a model or without. */
  readonly #host: HostCallbacks;
  /** `null` until the model's state is known. */
  #status: ModelStatus | null = null;
  #embedder: EmbeddingService | null = null;
  readonly #closing = new AbortController();
  readonly #closed = deferred<never>();
  readonly #freed = deferred<void>();

  /**
   * Throws `invalid_argument` for settings that this engine does not have. Without `readDocument`, plain text alone is
   * read; without a store, runs are kept in memory alone; without `dialer`, pages are judged by their names alone.
   */
  constructor(
    newEngine: () => EngineModule,
    configuration: Configuration = { settings: {}, network: {} },
    { readDocument, runLocks, memory: store, neo4j, ...platform }: Platform = {},
  ) {
    const engine = newEngine();
    this.#newEngine = newEngine;
    this.#runLocks = runLocks;
    const memory = store ? new MemoryPlaces(store, neo4j ?? null) : null;
    this.#memory = memory;
    this.#memorySettings = configuration.longTerm ?? {};
    this.#settings = engineSettings(engine, configuration.settings, this.#memorySettings);
    const closing = this.#closing.signal;
    this.#host = {
      network: configuration.network,
      ...platform,
      ...(memory && {
        remember: (call) =>
          this.#asked(memory, { memory: "run", call }, "embedder") as Promise<MemoryReply>,
      }),
      ...(readDocument && {
        readDocument: (bytes, reader, signal) =>
          readDocument(bytes, reader, AbortSignal.any([signal, closing])),
      }),
    };
    this.#closed.promise.catch(() => {});
    this.#session = this.#begin(engine);
  }

  /** Every setting with its default. */
  defaults(): Settings {
    return this.#session.engine.Bank.defaults();
  }

  /** Sets the model's status, once; `embedder` is `null` unless it is ready. */
  attach(status: ModelStatus, embedder: EmbeddingService | null): void {
    if (this.#closing.signal.aborted) {
      embedder?.close();
      return;
    }
    this.#status = status;
    this.#embedder = embedder;
    this.#openBank();
    if (this.#isMemoryInUse) this.#embedSoon();
  }

  research(request: EngineRequest, emit: Emit, signal?: AbortSignal): Promise<ResearchResult> {
    const { request: sound, mended } = wellFormed(request);
    const { continueFrom = "", keep = false } = sound;
    return this.#run(signal, keep, (bank, stop, held) => {
      if (this.#session.early.has(continueFrom)) throw nothingRead(continueFrom);
      const warnings = [...modelWarning(this.#status), ...surrogateWarning(mended)];
      return bank.research(sound, withWarnings(warnings, noting(held, emit)), stop);
    });
  }

  estimate(request: EngineRequest): Promise<Estimate> {
    return this.#aside((bank) => bank.estimate(wellFormed(request).request));
  }

  tryService(service: ServiceName): Promise<ServiceReply> {
    return this.#aside((bank) => bank.tryService(service));
  }

  replay(journal: string, emit: Emit): Promise<ResearchResult> {
    return this.#ask((bank) => bank.replay(journal.toWellFormed(), emit));
  }

  resume(journal: string, emit: Emit, signal?: AbortSignal): Promise<ResearchResult> {
    return this.#run(signal, true, (bank, stop, held) => {
      const warnings = modelWarning(this.#status);
      const told = withWarnings(warnings, noting(held, emit));
      return bank.resume(journal.toWellFormed(), told, stop);
    });
  }

  openRun(docId: string, emit: Emit): Promise<ResearchResult> {
    return this.#ask((bank) => bank.openRun(docId, emit));
  }

  resumeRun(docId: string, emit: Emit, signal?: AbortSignal): Promise<ResearchResult> {
    return this.#run(signal, true, async (bank, stop, held) => {
      if (await this.#runLocks?.hold(docId)) held.add(docId);
      const warnings = modelWarning(this.#status);
      return bank.resumeRun(docId, withWarnings(warnings, emit), stop);
    });
  }

  export(docId: string): Promise<string> {
    return this.#ask((bank) => bank.export(docId), docId);
  }

  import(json: string): Promise<ResearchResult> {
    return this.#ask((bank) => bank.import(json.toWellFormed()));
  }

  journal(docId: string): Promise<string> {
    return this.#ask((bank) => bank.journal(docId), docId);
  }

  runs(): Promise<RunSummary[]> {
    return this.#ask((bank, { early }) => [...early.values(), bank].flatMap((each) => each.runs()));
  }

  discard(docId: string): Promise<boolean> {
    return this.#ask((bank, session) => {
      if (!session.early.delete(docId)) return bank.discard(docId);
      session.free(bank);
      return true;
    }, docId);
  }

  task(question: string): Promise<Task> {
    return this.#ask((bank, session) => {
      const task = bank.task(question.toWellFormed());
      session.hold(task);
      const use = new ClosableUse(() => session.free(task));
      const call = <T>(work: () => Promise<T>) => this.#callIn(session, () => use.during(work));
      return {
        addContext: (name, text) =>
          call(() => task.addContext(name.toWellFormed(), text.toWellFormed())),
        enhancePrompt: () => call(() => task.enhancePrompt()),
        interceptContext: (context) => call(() => task.interceptContext(context.toWellFormed())),
        export: () => call(() => task.export()),
        close: async () => use.close(),
      };
    });
  }

  provider(nameOrAddress: string): Promise<Provider | undefined> {
    return this.#call(async ({ engine }) => engine.Bank.provider(nameOrAddress.trim()));
  }

  askMemory(request: MemoryRequest, inPlainWords = false): Promise<unknown> {
    const memory = this.#memory;
    if (memory === null) return Promise.reject(noStore());
    const isFirst = !this.#isMemoryInUse;
    this.#isMemoryInUse = true;
    const supplier = inPlainWords ? "embedder" : "models";
    const asked = this.#call(() => this.#asked(memory, request, supplier)).finally(() => {
      if (isFirst) this.#embedSoon();
    });
    if (!("op" in request && NEWS.has(request.op))) return asked;
    return asked.then((answer) => {
      this.#upkeep.wish();
      return answer;
    });
  }

  /**
   * Sends memory a request, and supplies its needs from the models here. For a run no language model is called: the
   * run's paid calls are in its journal and its ledger.
   */
  async #asked(memory: MemoryPlaces, request: MemoryRequest, supplier: Supplier): Promise<unknown> {
    // Upkeep that is due at this point was left by a program that ended too soon, as this one may. It is done before
    // the first call, for programs with a single call; and at once, so without a model.
    this.#caughtUp ??= isUpkeep(request)
      ? Promise.resolve()
      : memory.catchUp(this.#memorySettings).catch(() => {});
    await this.#caughtUp;
    return memory.answer(request, this.#memorySettings, (need) => this.#supplied(need, supplier));
  }

  /**
   * Does memory's upkeep, unless a run is under way, whose end calls this again. Upkeep that needs a model's words is
   * due after many runs; the upkeep of idle time needs none.
   */
  async #keptUp(): Promise<void> {
    const memory = this.#memory;
    if (memory === null || this.#session.running > 0 || this.#closing.signal.aborted) return;
    const keepUp = (idle: boolean) =>
      this.#call(() =>
        this.#asked(memory, { memory: "upkeep", idle }, idle ? "embedder" : "models"),
      );
    try {
      await keepUp(false);
      this.#embedOn((await keepUp(true)) as KeptVectors);
    } catch {
      // A failed part is due the next time. Vectors do not wait for that: a server may be down, and the store is not.
      this.#embedSoon();
    }
  }

  /**
   * Makes memory give vectors of the present model to entries without one. It works in batches, so that nobody waits
   * for long; a run interrupts it, and its upkeep goes on.
   */
  #embedSoon(): void {
    const memory = this.#memory;
    if (memory === null || this.#embedder === null || this.#closing.signal.aborted) return;
    clearTimeout(this.#vectors);
    this.#vectors = setTimeout(() => {
      if (this.#session.running > 0 || this.#closing.signal.aborted) return;
      this.#call(() => this.#asked(memory, { memory: "vectors" }, "embedder"))
        .then((done) => this.#embedOn(done as KeptVectors))
        .catch(() => {});
    }, UPKEEP_AFTER_MILLISECONDS);
    letGo(this.#vectors);
  }

  /**
   * Goes on where more is left. Where nothing was looked at, as when the model fails, the next run's upkeep tries
   * again.
   */
  #embedOn({ memoryVectors, trajectoryVectors }: KeptVectors): void {
    const all = [memoryVectors, trajectoryVectors];
    if (all.some(({ complete, lookedAt }) => !complete && lookedAt > 0)) this.#embedSoon();
  }

  async #supplied(need: MemoryNeed, supplier: Supplier): Promise<MemorySupply> {
    // Waits for a model that still loads: an entry stored without a vector is found by its words alone.
    const bank = await this.#session.bank;
    if (need.need === "words") {
      const asksModel = supplier === "models";
      const reply = asksModel ? await bank.putIntoWords?.(need.request) : undefined;
      return reply === undefined ? { supply: "nothing" } : { supply: "words", reply };
    }
    const embedder = this.#embedder;
    if (embedder === null) return { supply: "nothing" };
    const { vectors, coverage } = await embedder.embed(
      need.texts.map((text) => text.toWellFormed()),
    );
    return { supply: "vectors", ...embedder.info, vectors, coverage };
  }

  memoryUse(): Promise<MemoryUse> {
    return this.#call(async ({ engine }) => {
      const embedder = (await this.#embedder?.memoryBytes()) ?? null;
      return { engine: engine.memory.buffer.byteLength, embedder };
    });
  }

  /** Resolves once the bank is closed and no call is at work in it any more. */
  get freed(): Promise<void> {
    return this.#freed.promise;
  }

  close(): void {
    const reason = closed();
    this.#closed.reject(reason);
    this.#session.close(reason);
    this.#closing.abort();
    this.#upkeep.stop();
    clearTimeout(this.#vectors);
    this.#freeAll();
  }

  /** Calls the bank that keeps this run, or else the one with the model. */
  #ask<T>(
    work: (bank: WasmBank, session: EngineSession) => T | Promise<T>,
    docId = "",
  ): Promise<T> {
    return this.#call(async (session) =>
      work(session.early.get(docId) ?? (await session.bank), session),
    );
  }

  /**
   * Runs on the bank, or, when the run is cancelled while the model still loads, on one without a model: the cancelled
   * run then ends as every cancelled run does, at once, and the download goes on for the next.
   */
  #run(
    signal: AbortSignal | undefined,
    keep: boolean,
    start: (bank: WasmBank, stop: AbortSignal, held: Set<string>) => Promise<ResearchResult>,
  ): Promise<ResearchResult> {
    const closing = this.#closing.signal;
    const stop = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    return this.#call(async (session) => {
      const bank = await bankUnlessAborted(session, stop);
      if (bank !== null) return this.#holding(session, (held) => start(bank, stop, held));
      const early = session.newBank(this.#host, this.#settings);
      const result = await this.#holding(session, (held) => start(early, stop, held));
      if (keep) session.early.set(result.docId, early);
      else session.free(early);
      return result;
    });
  }

  /**
   * Does a run, and lets go of it, however it ends; and of all others that are held once none is under way. The work
   * notes the run that it holds.
   */
  async #holding(
    session: EngineSession,
    run: (held: Set<string>) => Promise<ResearchResult>,
  ): Promise<ResearchResult> {
    session.running += 1;
    const held = new Set<string>();
    try {
      const result = await run(held);
      held.add(result.docId);
      return result;
    } finally {
      for (const docId of held) await this.#runLocks?.release(docId);
      session.running -= 1;
      if (session.running === 0) await this.#rest();
    }
  }

  /** No run is under way any more. */
  async #rest(): Promise<void> {
    this.#upkeep.putOff();
    await this.#runLocks?.releaseAll();
  }

  /** On an engine of its own, which waits neither for the model nor for a run. */
  #aside<T>(ask: (bank: WasmBank) => Promise<T>): Promise<T> {
    return this.#call(async (session) => {
      const bank = session.newBank(this.#host, this.#settings);
      try {
        return await ask(bank);
      } finally {
        session.free(bank);
      }
    });
  }

  #call<T>(work: (session: EngineSession) => Promise<T>): Promise<T> {
    const session = this.#session;
    return this.#callIn(session, () => work(session));
  }

  /** Does the work unless the bank is closed, also while it runs: its objects are freed only afterwards. */
  async #callIn<T>(session: EngineSession, work: () => Promise<T>): Promise<T> {
    if (this.#closing.signal.aborted) throw closed();
    return Promise.race([session.call(work, () => this.#freeAll()), this.#closed.promise]);
  }

  /** Begins with an instance of the engine, and goes on with a fresh one if it traps. */
  #begin(engine: EngineModule): EngineSession {
    const session = new EngineSession(engine);
    engine.fault.onceHappened((reason) => {
      session.close(crashed("engine", reason));
      if (this.#closing.signal.aborted) return;
      this.#session = this.#begin(this.#newEngine());
      if (this.#status !== null) this.#openBank();
      if (session.running > 0) void this.#rest();
    });
    return session;
  }

  /** Makes the bank of the present session, for the model's present status. */
  #openBank(): void {
    const embedder = this.#embedder;
    const embedding = embedder && {
      embedder: embedder.info,
      embed: (texts: string[]) => embedder.embed(texts),
    };
    this.#session.open({ ...embedding, ...this.#host }, this.#settings);
  }

  #freeAll(): void {
    if (!this.#closing.signal.aborted || this.#session.calls > 0) return;
    this.#session.freeAll();
    this.#memory?.free();
    this.#embedder?.close();
    this.#embedder = null;
    this.#freed.resolve();
  }
}

async function bankUnlessAborted(
  session: EngineSession,
  stop: AbortSignal,
): Promise<WasmBank | null> {
  const aborted = deferred<null>();
  const onAbort = () => aborted.resolve(null);
  if (stop.aborted) onAbort();
  else stop.addEventListener("abort", onAbort, { once: true });
  const bank = await Promise.race([session.bank, aborted.promise]);
  stop.removeEventListener("abort", onAbort);
  return bank;
}

/** True if the request is for upkeep. */
function isUpkeep({ memory }: MemoryRequest): boolean {
  return memory === "upkeep" || memory === "vectors";
}

/** Why there is no long-term memory. */
function noStore(): MemoryBankError {
  const message = "long-term memory needs a place to be kept in: open the bank with a store";
  return new MemoryBankError("no_store", message);
}

/** Why a run that was cancelled before the model was there is not gone on with. */
function nothingRead(docId: string): MemoryBankError {
  const message = `the run ${docId} was cancelled while the model loaded, before anything was read: ask without continueFrom, with the documents`;
  return new MemoryBankError("unknown_run", message);
}

/** Notes the run that begins. */
function noting(held: Set<string>, emit: Emit): Emit {
  return (event) => {
    if (event.type === "runStarted") held.add(event.docId);
    emit(event);
  };
}
