/** The page's use of the engine: questions, cancelling, saving and restoring. */

import type { OpenOptions, Run, RunStore } from "agentic-memory-bank";
import { journalOptions } from "agentic-memory-bank";
import { Banks } from "./bank/banks.ts";
import { type ChoiceWorld, ChosenModel } from "./bank/chosen-model.ts";
import { readDocuments } from "./bank/documents.ts";
import { Forecaster } from "./bank/forecast.ts";
import { Journals } from "./bank/journals.ts";
import { Judging } from "./bank/judging.ts";
import { Library, type LibraryWorld } from "./bank/library.ts";
import { LongTermMemory } from "./bank/long-term.ts";
import { MemoryFiles } from "./bank/memory-files.ts";
import {
  type BankOptions,
  budgetProblem,
  choiceProblem,
  chosenLimits,
  keyProblem,
  type ModelChoice,
  shownOf,
} from "./bank/model-choice.ts";
import { type RunsWorld, StoredRuns } from "./bank/stored-runs.ts";
import { Threads } from "./bank/threads.ts";
import { isOfToken, refusalBehind } from "./bank/token.ts";
import { Trials, type TrialWorld } from "./bank/trial.ts";
import type { MemoryBank, ResearchRequest, ResearchResult } from "./bank/types.ts";
import { documentsProblem, draftProblem, type Sample } from "./state/draft.ts";
import type { FittingMemory } from "./state/library.ts";
import { requested as requestedMemory } from "./state/long-term.ts";
import { type Problem, problemOf } from "./state/problem.ts";
import { type Draft, type DraftDocument, type RequestedRun, readsOn } from "./state/state.ts";
import type { Store } from "./state/store.ts";
import { isCutOff } from "./state/verdict.ts";

/** The parts that a session needs besides its store. */
export interface SessionWorld extends TrialWorld, ChoiceWorld, RunsWorld<RunStore>, LibraryWorld {}

/** A run beside its request. */
interface RunDetails {
  /** The options of its bank; those of the present choice if not given. */
  readonly options?: BankOptions;
  readonly ended?: "runEnded" | "opened";
  /** Called once its result is shown. */
  readonly after?: () => void;
}

/** One page's dealings with its engine. */
export class Session {
  readonly #store: Store;
  readonly #world: SessionWorld;
  /** The runs that this browser keeps. */
  readonly runs: StoredRuns<RunStore>;
  /** Memory beyond runs. */
  readonly longTerm: LongTermMemory;
  /** The documents that the user has given. */
  readonly library: Library;
  /** The language model of the next question. */
  readonly chosen: ChosenModel;
  /** The memories whose documents are known. */
  readonly threads: Threads;
  /** Memories in files. */
  readonly files: MemoryFiles;
  /** The test of its services. */
  readonly trials: Trials;
  readonly #banks: Banks;
  readonly #journals: Journals;
  readonly #forecaster: Forecaster;
  readonly #judging: Judging;
  #cancel: AbortController | null = null;
  /** The run under way, until its result is shown. */
  #running: Promise<unknown> = Promise.resolve();
  /** True while a run goes on that pauses where it does not reach the web: one that is new. */
  #mayPause = false;
  /** True while a run is prepared that has not been requested. */
  #isPreparing = false;
  constructor(store: Store, world: SessionWorld) {
    this.#store = store;
    this.#world = world;
    this.runs = new StoredRuns(store, world);
    this.longTerm = new LongTermMemory(store, {
      hasRuns: () => world.hasRuns(),
      asking: (starts, work) => {
        this.runs.tryAgain();
        return this.#banks.withStore(starts, work);
      },
      wrote: () => void this.runs.askToLast(),
    });
    this.library = new Library(store, world, () => void this.runs.askToLast());
    this.chosen = new ChosenModel(store, world);
    this.#banks = new Banks(
      store,
      (options) => this.#open(options),
      this.runs,
      () => this.chosen.settledOptions(),
    );
    this.threads = new Threads(store, this.library, this.chosen, this.#banks, (docId) =>
      this.runs.has(docId),
    );
    this.files = new MemoryFiles(store, this.#banks, {
      open: (options) => this.#open(options),
      isBusy: () => this.#busy,
      reporting: (work) => this.#reporting(work),
      showModel: (bank) => this.#showMemoryModel(bank),
    });
    this.#journals = new Journals(store, this.#banks, this.chosen, this.runs);
    this.#judging = new Judging(store, this.library, () => this.prepare());
    this.trials = new Trials(this.chosen, world);
    this.#forecaster = new Forecaster((estimate) => store.dispatch({ type: "forecast", estimate }));
  }

  /** Shows the likely cost of what is drafted, a moment after it has changed. */
  forecast(): void {
    this.#forecaster.follow(() => ({
      draft: this.#store.state.draft,
      choice: this.chosen.choice,
      options: this.chosen.settledOptions(),
      memory: this.#store.state.draft.isAnew ? null : (this.threads.fitting()?.docId ?? null),
      open: (options) => this.#open(options),
    }));
  }

  /** Opens a bank, which reads no document that was read before. */
  #open(options: OpenOptions): Promise<MemoryBank> {
    return this.#world.open({ ...options, readings: this.library });
  }

  /** The address of a known endpoint. */
  async addressOf(provider: string): Promise<string> {
    const bank = await this.prepare();
    return (await bank.provider(provider))?.baseUrl ?? "";
  }

  /** Starts the engine and the model's download, once; called as soon as the user means to ask. */
  prepare(): Promise<MemoryBank> {
    return this.#banks.present();
  }

  /** Reads each chosen document, and shows its size, or why it cannot be read. */
  judge(): Promise<void> {
    return this.#judging.judge();
  }

  /** Loads the sample and asks its question. */
  async trySample({ address, name, question }: Sample): Promise<void> {
    if (this.#busy) return;
    const loaded = await this.#reporting(async () => {
      const response = await fetch(address);
      if (!response.ok)
        throw { code: "sample_unreachable", message: `${address}: ${response.status}` };
      const blob = await response.blob();
      const document = { name, mediaType: "text/plain", size: blob.size, blob };
      this.#store.dispatch({
        type: "draftChanged",
        draft: { documents: [document], pasted: "", question },
      });
    });
    if (loaded) await this.ask("");
  }

  /** Reads the drafted documents, unless a memory holds exactly them, and answers the drafted question. */
  async ask(pastedName: string): Promise<void> {
    const { draft } = this.#store.state;
    const { choice } = this.chosen;
    const problem = draftProblem(this.#store.state) ?? choiceProblem(choice);
    if (this.#busy || this.#isBarred(problem, choice)) return;
    const memory = await this.#prepared(() => this.threads.wanted());
    if (memory === null) await this.#askAnew(draft, pastedName);
    else await this.#askFitting(memory, pastedName);
  }

  /** Asks the drafted question of a memory that holds the drafted documents, and is read back if it is not present. */
  async #askFitting({ docId, question: uses }: FittingMemory, pastedName: string): Promise<void> {
    const { draft } = this.#store.state;
    // What was not read back is told.
    if (this.#store.state.keptRun !== docId && !(await this.openRun(docId))) return;
    const { languageModel, memoryModel } = this.#store.state;
    // Without a model none is asked, though one was asked of this memory before.
    if (languageModel === null && memoryModel !== null) return this.#askAnew(draft, pastedName);
    await this.#askKept({ question: draft.question }, [], null, uses);
  }

  /** Reads documents into a new memory, and answers the question. */
  async #askAnew(draft: Draft, pastedName: string): Promise<void> {
    const { question } = draft;
    const { choice } = this.chosen;
    const reader = this.chosen.reader();
    this.#store.dispatch({ type: "readingRequested", documents: draft.documents });
    await this.#run(
      { question, continued: false },
      async (bank, options) => {
        const brought = await readDocuments(draft.documents, draft.pasted, pastedName);
        return this.#research(bank, { question, ...brought }, choice, options);
      },
      {
        after: () => {
          this.#store.dispatch({ type: "draftChanged", draft: { isAnew: false } });
          void this.threads.noteNew(draft, reader);
        },
      },
    );
  }

  /** Answers the further question from the memory that is there, and from the documents that it brings along. */
  async askAgain(): Promise<void> {
    const { question } = this.#store.state.further;
    if (question.trim() !== "") await this.#enough();
    const { further, languageModel, memoryModel } = this.#store.state;
    const isSeen = languageModel !== null || memoryModel !== null;
    const fault =
      question.trim() === ""
        ? { code: "empty_question", message: "" }
        : documentsProblem(further.documents, "", isSeen);
    await this.#askKept({ question }, further.documents, fault);
  }

  /** Answers the question of a run that was stopped from what its memory holds, without another step. */
  async answerNow(): Promise<void> {
    await this.#askKept({ question: this.#store.state.question, maxIterations: 0 }, [], null);
  }

  /**
   * Asks the memory that is there; where no model is chosen, with the model that it was made with. `uses`: the question
   * of that memory, if it is used in place of the drafted documents.
   */
  async #askKept(
    asked: ResearchRequest,
    documents: readonly DraftDocument[],
    fault: Problem | null,
    uses?: string,
  ): Promise<void> {
    const { keptRun, languageModel, memoryModel } = this.#store.state;
    if (keptRun === null) return;
    if (fault !== null) {
      const problem = { ...fault, field: "follow-up" } as const;
      if (!this.#busy) this.#store.dispatch({ type: "failed", problem });
      return;
    }
    const isOwn = languageModel !== null || memoryModel === null;
    const choice = await this.#prepared(() =>
      isOwn ? Promise.resolve(this.chosen.choice) : this.#journals.choiceOf(keptRun),
    );
    if (choice === null || this.#isBarred(budgetProblem(choice), choice)) return;
    this.#store.dispatch({ type: "readingRequested", documents });
    const isTyped = asked.maxIterations === undefined && uses === undefined;
    const further = isTyped ? "taken" : "kept";
    await this.#run(
      { question: asked.question, continued: true, further, ...(uses && { uses }) },
      async (bank, options) => {
        const brought = documents.length > 0 ? await readDocuments(documents, "", "") : {};
        if (documents.length > 0) await this.threads.extend(keptRun);
        const request = { ...asked, ...brought, continueFrom: keptRun };
        return this.#research(bank, request, choice, options);
      },
      {
        options: this.chosen.options(choice),
        after: () => void this.threads.noteMore(keptRun, documents, this.chosen.reader(choice)),
      },
    );
  }

  /** What comes before a run, unless something else is under way; a second press meanwhile does nothing. */
  async #prepared<T>(prepare: () => Promise<T | null>): Promise<T | null> {
    if (this.#busy) return null;
    this.#isPreparing = true;
    try {
      return await prepare();
    } finally {
      this.#isPreparing = false;
    }
  }

  /** Shows what stands in the way of asking with a choice, at its field; true if anything does. */
  #isBarred(problem: Problem | null, choice: ModelChoice): boolean {
    const lacking = problem ?? keyProblem(choice);
    const token = this.chosen.tokenFault(choice);
    if (lacking === null && token === null) return false;
    // The field is in the settings of that choice alone.
    if (problem === null && choice !== this.chosen.choice) this.chosen.takeUp(choice);
    if (lacking !== null) this.#store.dispatch({ type: "failed", problem: lacking });
    else if (token !== null) this.chosen.judgeToken(token);
    return true;
  }

  /** Starts a run whose memory is kept; if it costs money, within the budget, and after an estimate is shown. */
  async #research(
    bank: MemoryBank,
    asked: ResearchRequest,
    choice: ModelChoice,
    { signal }: { signal: AbortSignal },
  ): Promise<Run> {
    const request = { ...asked, ...requestedMemory(this.#store.state.memoryUse), keep: true };
    this.#mayPause = true;
    const asksModel = this.#banks.optionsOf(bank).llm !== undefined;
    if (!asksModel) return bank.research(request, { signal });
    const limits = chosenLimits(choice);
    // The run itself gives the reason for a missing estimate.
    const known = bank.estimate(request, limits).catch(() => null);
    const estimate = await Promise.race([known, stopped(signal)]);
    if (estimate !== null) this.#store.dispatch({ type: "estimated", estimate });
    return bank.research(request, { signal, ...limits });
  }

  /** Goes on with a run that was stopped or failed, from its journal, with the services that it asked before. */
  async goOn(): Promise<void> {
    const { canGoOn, tasks } = this.#store.state;
    if (!canGoOn || tasks === null) return;
    const { docId } = tasks;
    const ready = await this.#prepared(async () => {
      const isStored = this.files.replayed === null && (await this.runs.has(docId));
      const journal = this.files.replayed ?? (await this.#journals.present(docId));
      if (journal === null) return null;
      // A file may be anybody's: only what the user has chosen is asked for it.
      const isFile = this.files.replayed !== null;
      const choice = isFile ? this.chosen.choice : await this.#journals.choiceIn(journal);
      // Without a model there is nothing to lack.
      if (choice !== null && this.#isBarred(isFile ? choiceProblem(choice) : null, choice))
        return null;
      const options = choice === null ? this.chosen.settledOptions() : this.chosen.options(choice);
      return { isStored, journal, options };
    });
    if (ready === null) return;
    const { isStored, journal } = ready;
    // The questions come from the journal, which may hold several.
    await this.#run(
      { question: "", continued: false, further: "kept" },
      async (bank, options) =>
        isStored ? bank.resumeRun(docId, options) : bank.resume(journal, options),
      {
        options: ready.options,
        // A file may be anybody's, whatever run it says that it is.
        after: () =>
          void (isStored ? this.threads.noteMore(docId, [], "") : this.threads.drop(docId)),
      },
    );
  }

  /** Gives up the run that is shown, and deletes it where this browser keeps it. */
  async discard(): Promise<void> {
    const { tasks, keptRun } = this.#store.state;
    if (this.#busy || tasks === null) return;
    // A file that was run again is none of the store's.
    const isOwn = this.files.replayed === null;
    this.files.replayed = null;
    this.#store.dispatch({ type: "discarded" });
    if (keptRun !== null) (await this.prepare()).discard(keptRun).catch(() => {});
    if (isOwn && (await this.runs.has(tasks.docId))) await this.deleteRun(tasks.docId);
  }

  /** Deletes a run that this browser keeps, and the note on its documents. */
  async deleteRun(docId: string): Promise<void> {
    await this.runs.delete(docId);
    await this.threads.drop(docId);
  }

  /**
   * Reads back a run that this browser keeps, in place of the memory before. No request is sent. Resolves to true once
   * it is there, unless the user has stopped it.
   */
  async openRun(docId: string): Promise<boolean> {
    if (this.#busy) return false;
    const journal = await this.#journals.stored(docId);
    // A question may have been asked meanwhile.
    if (journal === null || this.#busy) return false;
    const own = this.chosen.settledOptions();
    const recorded = own.llm === undefined ? journalOptions(journal) : undefined;
    return this.#run({ question: "", continued: false }, async (bank) => bank.openRun(docId), {
      options: recorded === undefined ? own : { llm: recorded.llm },
      ended: "opened",
    });
  }

  /** Pauses a new run that does not reach the web: what it costs to go on without is the user's to decide. */
  #pauseIfCutOff(): void {
    if (!this.#mayPause || !isCutOff(this.#store.state.work)) return;
    this.#mayPause = false;
    this.#cancel?.abort();
    this.#store.dispatch({ type: "cancelRequested", pauses: true });
  }

  /** Ends a run that has answered and reads on: its memory is asked something else. */
  async #enough(): Promise<void> {
    if (!readsOn(this.#store.state)) return;
    this.cancel();
    await this.#running;
  }

  /** Stops the run; the memory so far stays. */
  cancel(): void {
    this.#cancel?.abort();
    this.#store.dispatch({ type: "cancelRequested" });
  }

  /** Shows the result of a run of this bank; a refused token is shown at its field. */
  async #show(ended: "runEnded" | "opened", result: ResearchResult, bank: MemoryBank) {
    const { error, ...rest } = result;
    const options = this.#banks.optionsOf(bank);
    // A run that was read back sent no requests: its last failure may be over.
    if (!error || ended === "opened") return this.#store.dispatch({ type: ended, result });
    const problem = await refusalBehind(error, options, this.#world);
    const told = isOfToken(problem) ? rest : { ...rest, error: { ...error, ...problem } };
    this.#store.dispatch({ type: ended, result: told });
    this.chosen.judgeToken(problem);
  }

  get #busy(): boolean {
    return this.#store.state.phase !== "idle" || this.#isPreparing;
  }

  #showMemoryModel(bank: MemoryBank): void {
    const by = shownOf(this.#banks.optionsOf(bank), this.#world.site);
    this.#store.dispatch({ type: "memoryAsked", by });
  }

  /** Shows a run from its request to its result. Resolves to true if it has one, and was not stopped. */
  async #run(
    requested: RequestedRun,
    start: (bank: MemoryBank, options: { signal: AbortSignal }) => Promise<Run>,
    { options = this.chosen.options(), ended = "runEnded", after }: RunDetails = {},
  ): Promise<boolean> {
    const { keptRun } = this.#store.state;
    this.#cancel = new AbortController();
    this.#mayPause = false;
    const { signal } = this.#cancel;
    this.#store.dispatch({ type: "runRequested", ...requested, at: Date.now() });
    this.runs.tryAgain();
    const isOfFollowUp = requested.continued && requested.uses === undefined;
    const running = this.#reporting(async () => {
      const present = await this.prepare();
      const bank = requested.continued
        ? await this.#banks.forMore(present, options, keptRun)
        : await this.#banks.forNewMemory(present, options);
      let started = false;
      try {
        const run = await start(bank, { signal });
        for await (const event of run) {
          this.#store.dispatch({ type: "event", event });
          if (!started && !requested.continued) this.#forget(present, bank, keptRun);
          if (!started) {
            this.#showMemoryModel(bank);
            void this.runs.refreshWithOwn();
          }
          started = true;
          if (event.type === "toolCall") this.#pauseIfCutOff();
        }
        await this.#show(ended, await run.result, bank);
        after?.();
      } finally {
        if (!started && !(await this.#banks.isPresent(bank))) bank.close();
      }
    }, isOfFollowUp);
    this.#running = running;
    const isDone = (await running) && !signal.aborted;
    this.#cancel = null;
    await this.runs.refreshWithOwn();
    await this.longTerm.refreshShown();
    return isDone;
  }

  /** Gives up the memory before, now that a run has started in its place. */
  #forget(present: MemoryBank, bank: MemoryBank, keptRun: string | null): void {
    this.files.replayed = null;
    if (bank !== present) {
      this.#banks.replace(present, bank);
    } else if (keptRun !== null && keptRun !== this.#store.state.tasks?.docId) {
      // A missing run need not be discarded.
      bank.discard(keptRun).catch(() => {});
    }
  }

  /**
   * Does the work and shows its failure, at the field of a further question if that is its cause. Resolves to true if
   * there was none.
   */
  async #reporting(work: () => Promise<void>, isContinued = false): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      const problem = problemOf(thrown);
      const isOfFollowUp = isContinued && problem.code === "long_question";
      const field = isOfFollowUp ? ({ field: "follow-up" } as const) : {};
      this.#store.dispatch({ type: "failed", problem: { ...problem, ...field } });
      return false;
    }
  }
}

/** Nothing, once the user cancels. */
function stopped(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
}
