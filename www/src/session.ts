/** The page's use of the engine: questions, cancelling, saving and restoring. */

import type { OpenOptions, Run, RunStore } from "agentic-memory-bank";
import { journalModel } from "agentic-memory-bank";
import { type ChoiceWorld, ChosenModel } from "./bank/chosen-model.ts";
import { judgementOf, readDocuments } from "./bank/documents.ts";
import { Forecaster } from "./bank/forecast.ts";
import { LongTermMemory } from "./bank/long-term.ts";
import {
  type BankOptions,
  budgetProblem,
  choiceProblem,
  chosenLimits,
  shownOf,
} from "./bank/model-choice.ts";
import { type RunsWorld, StoredRuns } from "./bank/stored-runs.ts";
import { isOfToken, refusalBehind } from "./bank/token.ts";
import { Trials, type TrialWorld } from "./bank/trial.ts";
import type { MemoryBank, ResearchRequest, ResearchResult } from "./bank/types.ts";
import { draftProblem, type Sample } from "./state/draft.ts";
import { requested as requestedMemory } from "./state/long-term.ts";
import { problemOf } from "./state/problem.ts";
import { type DraftDocument, type RequestedRun, readsOn } from "./state/state.ts";
import type { Store } from "./state/store.ts";

/** Opens the engine. */
export type OpenBank = (options: OpenOptions) => Promise<MemoryBank>;

/** The parts that a session needs besides its store. */
export interface SessionWorld extends TrialWorld, ChoiceWorld, RunsWorld<RunStore> {}

/** One page's dealings with its engine. */
export class Session {
  readonly #store: Store;
  readonly #world: SessionWorld;
  /** The runs that this browser keeps. */
  readonly runs: StoredRuns<RunStore>;
  /** Memory beyond runs. */
  readonly longTerm: LongTermMemory;
  /** The language model of the next question. */
  readonly chosen: ChosenModel;
  /** The test of its services. */
  readonly trials: Trials;
  #bank: Promise<MemoryBank> | null = null;
  readonly #forecaster: Forecaster;
  /** Judges the chosen documents, one after another. */
  #judging: Promise<void> = Promise.resolve();
  #cancel: AbortController | null = null;
  /** The run under way, until its result is shown. */
  #running: Promise<unknown> = Promise.resolve();
  /** The journal that was run again, if its run is shown. */
  #replayed: string | null = null;
  /** Banks whose model was unavailable: they stay so, so the next run gets a new one. */
  readonly #withoutModel = new WeakSet<MemoryBank>();
  /** The store of each bank's runs, available or not: a bank stays with it. */
  readonly #storeOf = new WeakMap<MemoryBank, Promise<RunStore>>();
  /** The options of each bank. */
  readonly #openedWith = new WeakMap<MemoryBank, BankOptions>();

  constructor(store: Store, world: SessionWorld) {
    this.#store = store;
    this.#world = world;
    this.runs = new StoredRuns(store, world);
    this.longTerm = new LongTermMemory(store, {
      hasRuns: () => world.hasRuns(),
      asking: (starts, work) => {
        this.runs.tryAgain();
        return this.#withStore(starts, work);
      },
      wrote: () => void this.runs.askToLast(),
    });
    this.chosen = new ChosenModel(store, world);
    this.trials = new Trials(this.chosen, world);
    this.#forecaster = new Forecaster((estimate) => store.dispatch({ type: "forecast", estimate }));
  }

  /** Shows the likely cost of what is drafted, a moment after it has changed. */
  forecast(): void {
    this.#forecaster.follow(() => ({
      draft: this.#store.state.draft,
      choice: this.chosen.choice,
      options: this.chosen.settledOptions(),
      open: (options) => this.#world.open(options),
    }));
  }

  /** The address of a known endpoint. */
  async addressOf(provider: string): Promise<string> {
    const bank = await this.prepare();
    return (await bank.provider(provider))?.baseUrl ?? "";
  }

  /** Starts the engine and the model's download, once; called as soon as the user means to ask. */
  prepare(): Promise<MemoryBank> {
    this.#bank ??= this.#opened(this.chosen.settledOptions()).catch((thrown) => {
      this.#bank = null;
      throw thrown;
    });
    return this.#bank;
  }

  async #opened(options: BankOptions): Promise<MemoryBank> {
    const store = this.runs.coming();
    const bank = await this.#world.open({
      ...options,
      store,
      onModelProgress: ({ loaded, total }) =>
        this.#store.dispatch({ type: "modelChanged", model: { state: "loading", loaded, total } }),
    });
    this.#openedWith.set(bank, options);
    this.#storeOf.set(bank, store);
    void bank.model.then(({ state }) => {
      if (state === "unavailable") this.#withoutModel.add(bank);
      this.#store.dispatch({
        type: "modelChanged",
        model: { state: state === "ready" ? "ready" : "absent" },
      });
    });
    return bank;
  }

  /**
   * The bank for a new memory: another one if the present one has another language model, has no embedding model, or
   * keeps runs in a former store.
   */
  async #bankFor(present: MemoryBank, options: BankOptions): Promise<MemoryBank> {
    if (!this.#isOpenedWith(present, options) || !this.#hasStore(present)) {
      return this.#opened(options);
    }
    if (!this.#withoutModel.has(present)) return present;
    return this.#opened(options).catch(() => present);
  }

  /**
   * The bank for a further question: if another language model, or another key, is chosen by now, a bank with that
   * model that has read the memory back, if this browser keeps it; otherwise the one that has it.
   */
  async #bankForMore(
    present: MemoryBank,
    options: BankOptions,
    docId: string | null,
  ): Promise<MemoryBank> {
    const isSet = options.llm !== undefined && !this.#isOpenedWith(present, options);
    if (!isSet || docId === null || !(await this.runs.has(docId))) return present;
    const bank = await this.#opened(options);
    try {
      await bank.openRun(docId).result;
    } catch (thrown) {
      bank.close();
      throw thrown;
    }
    this.#bank = Promise.resolve(bank);
    present.close();
    return bank;
  }

  /**
   * Does the work with the present bank, if that uses the present store; else with another one, without a model.
   * `starts`: a missing present bank is opened.
   */
  async #withStore(starts: boolean, work: (bank: MemoryBank) => Promise<unknown>): Promise<void> {
    const present = await (starts ? this.prepare() : this.#bank?.catch(() => null));
    const isUsed = present && this.#hasStore(present);
    const bank = isUsed
      ? present
      : await this.#world.open({ embedder: false, store: this.runs.coming() });
    try {
      await work(bank);
    } finally {
      if (bank !== present) bank.close();
    }
  }

  #hasStore(bank: MemoryBank): boolean {
    return this.#storeOf.get(bank) === this.runs.coming();
  }

  #isOpenedWith(bank: MemoryBank, options: BankOptions): boolean {
    return JSON.stringify(this.#openedWith.get(bank)) === JSON.stringify(options);
  }

  /** Reads each chosen document, and shows its size, or why it cannot be read. */
  judge(): Promise<void> {
    this.#judging = this.#judging.then(() => this.#judgeAll());
    return this.#judging;
  }

  async #judgeAll(): Promise<void> {
    const isOpen = (document: DraftDocument) => {
      const { draft, judged } = this.#store.state;
      return draft.documents.includes(document) && !judged.has(document);
    };
    for (const document of this.#store.state.draft.documents) {
      if (document.pasted || !isOpen(document)) continue;
      const judgement = await judgementOf(document, () => this.prepare());
      if (judgement !== null && isOpen(document))
        this.#store.dispatch({ type: "documentJudged", document, judgement });
    }
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

  /** Reads the drafted documents and answers the drafted question. */
  async ask(pastedName: string): Promise<void> {
    const { draft } = this.#store.state;
    const problem = draftProblem(this.#store.state) ?? choiceProblem(this.chosen.choice);
    if (this.#busy) return;
    if (problem) this.#store.dispatch({ type: "failed", problem });
    if (problem || this.chosen.lacksToken()) return;
    const { question } = draft;
    this.#store.dispatch({ type: "readingRequested", documents: draft.documents });
    await this.#run({ question, continued: false }, async (bank, options) => {
      const documents = await readDocuments(draft.documents, draft.pasted, pastedName);
      return this.#research(bank, { question, documents }, options);
    });
  }

  /** Answers a question from the memory that is there. */
  async askAgain(question: string): Promise<void> {
    if (question.trim() !== "") await this.#enough();
    const { keptRun } = this.#store.state;
    if (this.#busy || keptRun === null) return;
    const isEmpty = question.trim() === "";
    const problem = isEmpty
      ? ({ code: "empty_question", message: "", field: "follow-up" } as const)
      : budgetProblem(this.chosen.choice);
    if (problem) this.#store.dispatch({ type: "failed", problem });
    if (problem || this.chosen.lacksToken()) return;
    await this.#run({ question, continued: true }, (bank, options) =>
      this.#research(bank, { question, continueFrom: keptRun }, options),
    );
  }

  /** Starts a run whose memory is kept; if it costs money, within the budget, and after an estimate is shown. */
  async #research(
    bank: MemoryBank,
    asked: ResearchRequest,
    { signal }: { signal: AbortSignal },
  ): Promise<Run> {
    const request = { ...asked, ...requestedMemory(this.#store.state.memoryUse), keep: true };
    const asksModel = this.#openedWith.get(bank)?.llm !== undefined;
    if (!asksModel) return bank.research(request, { signal });
    const limits = chosenLimits(this.chosen.choice);
    // The run itself gives the reason for a missing estimate.
    const known = bank.estimate(request, limits).catch(() => null);
    const estimate = await Promise.race([known, stopped(signal)]);
    if (estimate !== null) this.#store.dispatch({ type: "estimated", estimate });
    return bank.research(request, { signal, ...limits });
  }

  /** Goes on with a run that was stopped or failed, from its journal. */
  async goOn(): Promise<void> {
    const { canGoOn, question, tasks } = this.#store.state;
    if (this.#busy || !canGoOn || tasks === null || this.chosen.lacksToken()) return;
    const { docId } = tasks;
    const isStored = this.#replayed === null && (await this.runs.has(docId));
    const journal = this.#replayed ?? (await this.#journalOf(docId));
    if (journal === null) return;
    await this.#run(
      { question, continued: false },
      async (bank, options) =>
        isStored ? bank.resumeRun(docId, options) : bank.resume(journal, options),
      this.chosen.optionsFor(journal),
    );
  }

  /** Reads back a run that this browser keeps, in place of the memory before. No request is sent. */
  async openRun(docId: string): Promise<void> {
    if (this.#busy) return;
    const journal = await this.#storedJournal(docId);
    if (journal === null) return;
    await this.#run(
      { question: "", continued: false },
      async (bank) => bank.openRun(docId),
      this.chosen.optionsFor(journal),
      "opened",
    );
  }

  /** The journal of a run in the store, which may have come, or have been replaced, after the present bank. */
  async #storedJournal(docId: string): Promise<string | null> {
    let journal: string | null = null;
    await this.#reporting(() =>
      this.#withStore(true, async (bank) => {
        journal = await bank.journal(docId);
      }),
    );
    return journal;
  }

  /** A run's journal; `null`, with the reason shown, if it is unavailable. */
  async #journalOf(docId: string): Promise<string | null> {
    let journal: string | null = null;
    await this.#reporting(async () => {
      journal = await (await this.prepare()).journal(docId);
    });
    return journal;
  }

  /** Runs a journal again, without a network. */
  async replay(file: Blob): Promise<void> {
    if (this.#busy) return;
    const { keptRun } = this.#store.state;
    this.#store.dispatch({ type: "runRequested", question: "", continued: false });
    await this.#reporting(async () => {
      const journal = await file.text();
      const llm = journalModel(journal);
      const bank = await this.#world.open({ embedder: false, ...(llm && { llm }) });
      try {
        const run = bank.replay(journal);
        for await (const event of run) this.#store.dispatch({ type: "event", event });
        this.#store.dispatch({ type: "replayed", result: await run.result });
        this.#replayed = journal;
        if (keptRun !== null) (await this.prepare()).discard(keptRun).catch(() => {});
      } finally {
        bank.close();
      }
    });
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

  /** The kept run as JSON, for a later import. */
  exportMemory(): Promise<string | null> {
    return this.#ofKeptRun((bank, docId) => bank.export(docId));
  }

  /** The kept run's journal. */
  exportJournal(): Promise<string | null> {
    return this.#ofKeptRun((bank, docId) => bank.journal(docId));
  }

  /** Restores an exported memory. */
  async importMemory(file: Blob): Promise<void> {
    if (this.#busy) return;
    await this.#reporting(async () => {
      const bank = await this.prepare();
      const result = await bank.import(await file.text());
      this.#replayed = null;
      this.#store.dispatch({ type: "imported", result });
      this.#showMemoryModel(bank);
    });
  }

  /** Shows the result of a run of this bank; a refused token is shown at its field. */
  async #show(ended: "runEnded" | "opened", result: ResearchResult, bank: MemoryBank) {
    const { error, ...rest } = result;
    const options = this.#openedWith.get(bank) ?? {};
    // A run that was read back sent no requests: its last failure may be over.
    if (!error || ended === "opened") return this.#store.dispatch({ type: ended, result });
    const problem = await refusalBehind(error, options, this.#world);
    const told = isOfToken(problem) ? rest : { ...rest, error: { ...error, ...problem } };
    this.#store.dispatch({ type: ended, result: told });
    this.chosen.judgeToken(problem);
  }

  get #busy(): boolean {
    return this.#store.state.phase !== "idle";
  }

  #showMemoryModel(bank: MemoryBank): void {
    const options = this.#openedWith.get(bank) ?? {};
    this.#store.dispatch({ type: "memoryAsked", by: shownOf(options, this.#world.site) });
  }

  async #run(
    requested: RequestedRun,
    start: (bank: MemoryBank, options: { signal: AbortSignal }) => Promise<Run>,
    options: BankOptions = this.chosen.options(),
    ended: "runEnded" | "opened" = "runEnded",
  ): Promise<void> {
    const { keptRun } = this.#store.state;
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    this.#store.dispatch({ type: "runRequested", ...requested });
    this.runs.tryAgain();
    this.#running = this.#reporting(async () => {
      const present = await this.prepare();
      const bank = requested.continued
        ? await this.#bankForMore(present, options, keptRun)
        : await this.#bankFor(present, options);
      let started = false;
      try {
        const run = await start(bank, { signal });
        for await (const event of run) {
          this.#store.dispatch({ type: "event", event });
          if (!started && !requested.continued) this.#forget(present, bank, keptRun);
          if (!started) this.#showMemoryModel(bank);
          started = true;
        }
        await this.#show(ended, await run.result, bank);
      } finally {
        if (!started && bank !== (await this.#bank)) bank.close();
      }
    }, requested.continued);
    await this.#running;
    this.#cancel = null;
    await this.runs.refreshAfterRun();
    await this.longTerm.refreshShown();
  }

  /** Gives up the memory before, now that a run has started in its place. */
  #forget(present: MemoryBank, bank: MemoryBank, keptRun: string | null): void {
    this.#replayed = null;
    if (bank !== present) {
      this.#bank = Promise.resolve(bank);
      present.close();
    } else if (keptRun !== null && keptRun !== this.#store.state.tasks?.docId) {
      // A missing run need not be discarded.
      bank.discard(keptRun).catch(() => {});
    }
  }

  async #ofKeptRun(
    text: (bank: MemoryBank, docId: string) => Promise<string>,
  ): Promise<string | null> {
    const { keptRun } = this.#store.state;
    if (keptRun === null) return null;
    let made: string | null = null;
    await this.#reporting(async () => {
      made = await text(await this.prepare(), keptRun);
    });
    return made;
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
