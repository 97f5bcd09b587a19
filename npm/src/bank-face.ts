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
import type { Estimate, ResearchRequest, ResearchResult, RunSummary } from "./types.ts";

/** What a call to `research` may be given besides the request. */
export interface ResearchOptions {
  /** Cancels the run: `result` then resolves with termination `aborted` and what memory holds by then. */
  signal?: AbortSignal;
  /** What this run may take at most, instead of what the bank was opened with. */
  budget?: BudgetOptions;
}

const RESEARCH_OPTIONS: Shape<ResearchOptions> = { signal: "object", budget: "object" };

/** How `keepUp` goes about it. */
export interface KeepUpOptions {
  /** Nothing else is to be done, so that little is enough to begin; default true. `false`: what is due, and no more. */
  idle?: boolean;
  /** No language model is asked to put anything into words; default false. */
  inPlainWords?: boolean;
}

const KEEP_UP: Shape<KeepUpOptions> = { idle: "flag", inPlainWords: "flag" };

/** A memory bank. Every method rejects with a `MemoryBankError`. */
export class BankFace {
  /** How the embedding model stands, once it is known. Never rejects; runs wait for it by themselves. */
  readonly model: Promise<ModelStatus>;
  /** What is kept of the user across tasks. Its methods reject with `no_store` for a bank without a store. */
  readonly memory: HierarchicalMemory;
  /** What runs have taught. Likewise. */
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

  /** What a run of this request may spend: what is likely, and the most. Nothing is asked or paid for it. */
  estimate(
    request: ResearchRequest,
    options: Pick<ResearchOptions, "budget"> = {},
  ): Promise<Estimate> {
    return typed(() => {
      const { budget } = checkedOptions(options);
      return this.#backend.estimate(engineRequest(request, budget));
    });
  }

  /** Runs a journal again, without the world: the same events and the same graph. */
  replay(journal: string): Run {
    return new Run((emit) => typed(() => this.#backend.replay(text(journal, "the journal"), emit)));
  }

  /**
   * Goes on with the run of a journal where it ended, and keeps it: what is on record is not asked again, so no call is
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
   * Reads a run back from the store that the bank was opened with, as it stands there, and keeps it: nothing is asked of
   * anybody. A run that asked a language model is read back only by a bank that was opened with one.
   */
  openRun(docId: string): Run {
    return new Run((emit) =>
      typed(() => this.#backend.openRun(text(docId, "the docId of openRun(docId)"), emit)),
    );
  }

  /**
   * Goes on, as `resume` does, with a run that was stopped, that failed, or whose page was closed while it was at work:
   * one of the store, or else one that is kept.
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

  /** The journal of a run that is kept, or stored: what `replay` needs, a bug report, a test fixture. */
  journal(docId: string): Promise<string> {
    return typed(() => this.#backend.journal(text(docId, "the docId of journal(docId)")));
  }

  /** The runs that are kept. */
  runs(): Promise<RunSummary[]> {
    return typed(() => this.#backend.runs());
  }

  /** Forgets a kept run; whether there was one. What the store has of it stays. */
  discard(docId: string): Promise<boolean> {
    return typed(() => this.#backend.discard(text(docId, "the docId of discard(docId)")));
  }

  /** The adapter alone, for an agent framework of one's own. */
  task(question: string): Promise<Task> {
    return typed(async () => {
      const fault = questionFault(text(question, "the question"));
      // What a framework calls its task may be of any length.
      if (fault?.code === "empty_question") throw fault;
      return new TaskFace(await this.#backend.task(question));
    });
  }

  /** What is known of a language model's endpoint, by its name or address; `undefined` for a name that is neither. */
  provider(nameOrAddress: string): Promise<Provider | undefined> {
    return typed(() => this.#backend.provider(text(nameOrAddress, "the name of provider(name)")));
  }

  /**
   * Does what long-term memory has due, so that no run waits for it: reflects, consolidates, and gives a vector of the present
   * model to a part of what has none of it. A bank does so by itself soon after a run, and after something was observed,
   * learned or imported. It goes on with vectors until all have them, and begins with them when its memory is first asked.
   *
   * A program that ends before that asks for it, or leaves it to the next one: a bank whose memory is first asked does what is
   * due in the store by then, in plain words. What is due on a server alone is not done so. Where a server fails, the result says
   * so (`failure`) beside what was done of the user's memory.
   */
  keepUp(options: KeepUpOptions = {}): Promise<KeptUp> {
    return typed(() => {
      const what = "the options of keepUp()";
      const { idle = true, inPlainWords = false } = shaped<KeepUpOptions>(options, what, KEEP_UP);
      return this.#backend.askMemory({ memory: "upkeep", idle }, inPlainWords) as Promise<KeptUp>;
    });
  }

  /**
   * Asks long-term memory in the words in which `memory` and `trajectories` ask it. For a server whose clients have these
   * classes; a program has them, too. The answer is of the kind that belongs to the request.
   */
  askMemory(request: MemoryRequest): Promise<unknown> {
    return typed(() => this.#backend.askMemory(request));
  }

  /** All that long-term memory holds, of the user and of runs, as JSON Lines in parts. */
  exportLongTerm(): AsyncGenerator<string> {
    return longTermFile(this);
  }

  /**
   * Takes in what `exportLongTerm` gave, or the export of one of the two memories: a text, a file that a user chose, or a stream,
   * of any size. It is checked whole first: a damaged file
   * is refused with the line, and changes neither. What it says of anybody is taken for imported; what is known stays as it
   * is, so that importing it again is harmless. An import that ends with its tab or process leaves whole what it had taken in
   * until then, and tells nobody: importing the file again goes on.
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

  /** Ends the workers and gives the memory back. Calls under way and all that follow fail with `closed`. */
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
