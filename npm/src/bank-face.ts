/** The memory bank as a program sees it, the same in a tab and in Node. */
import type { Backend, MemoryUse, Task } from "./backend.ts";
import { type BudgetOptions, checkedBudget } from "./budget.ts";
import { typed } from "./errors.ts";
import { checkSignal, checkText, type Shape, shaped } from "./fields.ts";
import type { MemoryRequest } from "./generated.ts";
import { HierarchicalMemory } from "./hierarchical-memory.ts";
import { checkSource, type ImportSource } from "./import-source.ts";
import type { Provider } from "./language-model.ts";
import { type ImportedLongTerm, importLongTerm, longTermFile } from "./long-term-file.ts";
import type { KeptUp } from "./memory-places.ts";
import type { ModelStatus } from "./model-status.ts";
import { questionFault } from "./question.ts";
import { checkedRequest, type EngineRequest } from "./request.ts";
import { Run } from "./run.ts";
import { TaskFace } from "./task-face.ts";
import { TrajectoryMemory } from "./trajectory-memory.ts";
import type {
  Estimate,
  ResearchRequest,
  ResearchResult,
  RunSummary,
  ServiceName,
  ServiceReply,
} from "./types.ts";

/** Options of `research`, besides the request. */
export interface ResearchOptions {
  /** Cancels the run: `result` then resolves with termination `aborted` and the memory so far. */
  signal?: AbortSignal;
  /** Limits of this run, instead of the bank's. */
  budget?: BudgetOptions;
}

const RESEARCH_OPTIONS: Shape<ResearchOptions> = { signal: "object", budget: "object" };

/** Options of `keepUp`. */
export interface KeepUpOptions {
  /**
   * True: there is nothing else to do, so upkeep begins at a lower threshold. `false`: only upkeep that is due.
   * Default: true.
   */
  idle?: boolean;
  /** True: no language model is called for wordings. Default: false. */
  inPlainWords?: boolean;
}

const KEEP_UP: Shape<KeepUpOptions> = { idle: "flag", inPlainWords: "flag" };

/** A memory bank. Every method rejects with a `MemoryBankError`. */
export class BankFace {
  /** The status of the embedding model, once it is known. Never rejects; runs wait for it by themselves. */
  readonly model: Promise<ModelStatus>;
  /** Memories of the user across tasks. Its methods reject with `no_store` for a bank without a store. */
  readonly memory: HierarchicalMemory;
  /** Lessons of runs. Its methods reject with `no_store` for a bank without a store. */
  readonly trajectories: TrajectoryMemory;
  readonly #backend: Backend;

  /** @internal */
  constructor(backend: Backend, model: Promise<ModelStatus>) {
    this.#backend = backend;
    this.memory = new HierarchicalMemory((request) => backend.askMemory(request));
    this.trajectories = new TrajectoryMemory((request) => backend.askMemory(request));
    this.model = model;
  }

  /**
   * Starts to answer a question; one run at a time, else it fails with `busy`.
   *
   * The bytes of documents and images move to the worker where there is one: the caller's arrays are empty afterwards.
   */
  research(request: ResearchRequest, options: ResearchOptions = {}): Run {
    return new Run((emit) =>
      typed(() => {
        const { signal, budget } = checkedOptions(options);
        return this.#backend.research(engineRequest(request, budget), emit, signal);
      }),
    );
  }

  /**
   * Estimates the spending of a run of this request: the likely amount and the maximum. No request is sent or paid for
   * it.
   */
  estimate(
    request: ResearchRequest,
    options: Pick<ResearchOptions, "budget"> = {},
  ): Promise<Estimate> {
    return typed(() => {
      const { budget } = checkedOptions(options);
      return this.#backend.estimate(engineRequest(request, budget));
    });
  }

  /**
   * Asks a service of the bank once, to see if it works: `llm` for the models that its endpoint lists, `search` for a
   * query, `reader` for a page. Only the search costs anything, as one query does. Rejects with the service's failure.
   */
  tryService(service: ServiceName): Promise<ServiceReply> {
    return typed(() => this.#backend.tryService(text(service, "the service") as ServiceName));
  }

  /** Runs a journal again, without the world: the same events and the same graph. */
  replay(journal: string): Run {
    return new Run((emit) => typed(() => this.#backend.replay(text(journal, "the journal"), emit)));
  }

  /**
   * Goes on with the run of a journal where it ended, and keeps it. Recorded effects are not repeated, so no call is
   * paid for twice. The model must be the journal's.
   */
  resume(journal: string, options: Pick<ResearchOptions, "signal"> = {}): Run {
    return new Run((emit) =>
      typed(() => {
        const { signal } = checkedOptions(options);
        return this.#backend.resume(text(journal, "the journal"), emit, signal);
      }),
    );
  }

  /**
   * Reads a run back from the bank's store in its stored state, and keeps it: no request is sent. A run with a
   * language model is read back only by a bank that was opened with one.
   */
  openRun(docId: string): Run {
    return new Run((emit) =>
      typed(() => this.#backend.openRun(text(docId, "the docId of openRun(docId)"), emit)),
    );
  }

  /**
   * Goes on, as `resume` does, with a run that was stopped, failed, or lost its page: one of the store, or else one
   * that is kept.
   */
  resumeRun(docId: string, options: Pick<ResearchOptions, "signal"> = {}): Run {
    return new Run((emit) =>
      typed(() => {
        const { signal } = checkedOptions(options);
        return this.#backend.resumeRun(text(docId, "the docId of resumeRun(docId)"), emit, signal);
      }),
    );
  }

  /** A kept run as JSON text. */
  export(docId: string): Promise<string> {
    return typed(() => this.#backend.export(text(docId, "the docId of export(docId)")));
  }

  /** Restores the session of an export and keeps it under its `docId`. */
  import(json: string): Promise<ResearchResult> {
    return typed(() => this.#backend.import(text(json, "the json of import(json)")));
  }

  /** The journal of a kept or stored run: for `replay`, a bug report, a test fixture. */
  journal(docId: string): Promise<string> {
    return typed(() => this.#backend.journal(text(docId, "the docId of journal(docId)")));
  }

  /** The runs that are kept. */
  runs(): Promise<RunSummary[]> {
    return typed(() => this.#backend.runs());
  }

  /** Forgets a kept run. Resolves to true if there was one. Its data in the store stays. */
  discard(docId: string): Promise<boolean> {
    return typed(() => this.#backend.discard(text(docId, "the docId of discard(docId)")));
  }

  /** The adapter alone, for an agent framework of one's own. */
  task(question: string): Promise<Task> {
    return typed(async () => {
      const fault = questionFault(text(question, "the question"));
      // A framework's name for its task may be of any length.
      if (fault?.code === "empty_question") throw fault;
      return new TaskFace(await this.#backend.task(question));
    });
  }

  /**
   * The known properties of a language model's endpoint, by its name or address; `undefined` for a name that is
   * neither.
   */
  provider(nameOrAddress: string): Promise<Provider | undefined> {
    return typed(() => this.#backend.provider(text(nameOrAddress, "the name of provider(name)")));
  }

  /**
   * Does the upkeep that long-term memory has due, so that no run waits for it: reflects, consolidates, and gives a
   * batch of entries a vector of the present model. A bank does so by itself soon after a run, and after memory
   * observed, learned or imported something. It goes on with vectors until all entries have one, and begins with them
   * when its memory is first used.
   *
   * A program that ends before that calls this, or leaves it to the next one: a bank whose memory is first used does
   * the upkeep that is due in the store by then, in plain words. Upkeep that is due only on a server is not done so.
   * If a server fails, the result holds the `failure` beside the upkeep of the user's memory.
   */
  keepUp(options: KeepUpOptions = {}): Promise<KeptUp> {
    return typed(() => {
      const what = "the options of keepUp()";
      const { idle = true, inPlainWords = false } = shaped<KeepUpOptions>(options, what, KEEP_UP);
      return this.#backend.askMemory({ memory: "upkeep", idle }, inPlainWords) as Promise<KeptUp>;
    });
  }

  /**
   * Sends long-term memory a request in the form that `memory` and `trajectories` use. For a server whose clients have
   * these classes; a program has them, too. The reply is of the request's kind.
   */
  askMemory(request: MemoryRequest): Promise<unknown> {
    return typed(() => this.#backend.askMemory(request));
  }

  /** The whole long-term memory, of the user and of runs, as JSON Lines in parts. */
  exportLongTerm(): AsyncGenerator<string> {
    return longTermFile(this);
  }

  /**
   * Imports the output of `exportLongTerm`, or the export of one of the two memories: a text, a file that a user
   * chose, or a stream, of any size. The whole file is checked first: a damaged file is refused with the line, and
   * changes neither memory. Its statements are marked as imported; known entries stay unchanged, so importing it again
   * is harmless. An import whose tab or process ends leaves its completed part; importing the file again goes on.
   */
  importLongTerm(file: ImportSource): Promise<ImportedLongTerm> {
    return typed(() => {
      checkSource(file, "the file of importLongTerm(file)");
      return importLongTerm(this, file);
    });
  }

  /** Bytes of wasm memory in use. */
  memoryUse(): Promise<MemoryUse> {
    return typed(() => this.#backend.memoryUse());
  }

  /** Ends the workers and frees their memory. Pending and later calls fail with `closed`. */
  close(): void {
    this.#backend.close();
  }
}

function checkedOptions(options: unknown): ResearchOptions {
  const what = "the options of research()";
  const checked = shaped<ResearchOptions>(options, what, RESEARCH_OPTIONS);
  checkSignal(checked.signal, what);
  return checked;
}

/** The request as the engine takes it. */
function engineRequest(request: ResearchRequest, budget: BudgetOptions | undefined): EngineRequest {
  return { ...checkedRequest(request), ...(budget && { budget: checkedBudget(budget) }) };
}

/** The value, once it is known to be a string. */
function text(value: unknown, what: string): string {
  checkText(value, what);
  return value;
}
