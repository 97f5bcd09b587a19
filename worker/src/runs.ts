/**
 * Runs at work in an object. A run ends once and is paid for once: it has one writer, and the next beat resumes it
 * from its journal after any interruption.
 */
import {
  type Event,
  type MemoryBank,
  MemoryBankError,
  type Run,
  type RunHead,
  type RunState,
  type RunStore,
} from "agentic-memory-bank";
import { refusal } from "./answers.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { log } from "./log.ts";
import type { AskedRun } from "./request.ts";
import type { RunNotes } from "./run-notes.ts";

/** Runs of one user at the same time. */
const MOST_AT_WORK = 2;

/** The surroundings of runs. */
export interface Workplace {
  /** The store of runs. */
  store(): Promise<RunStore>;
  /** A bank for one run. */
  bankForRun(): Promise<MemoryBank>;
  /** Closes a bank that a run is done with. */
  letGo(bank: MemoryBank): void;
  /** Rejects with `overloaded` if there is no memory for another run. */
  admit(): Promise<void>;
}

/** A run at work. */
export interface RunAtWork {
  run: Run;
  /** Resolves once the run has ended, and its end is in the store. Never rejects. */
  ended: Promise<void>;
  /** Stops the run; `failure`: because the store does not take it. */
  stop(failure?: MemoryBankError): void;
}

/** The runs of one user: those at work here, and the states of all. */
export class Runs {
  readonly #place: Workplace;
  readonly #notes: RunNotes;
  readonly #heart: Heartbeat;
  readonly #atWork = new Map<string, RunAtWork>();
  /** Codes of the last failure to go on, by run. */
  readonly #failures = new Map<string, string>();
  /** Runs that are about to begin. */
  #beginning = 0;
  /**
   * The last pending start, resumption or deletion of a run: they happen one after the other, so that no run is seen
   * half begun.
   */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(place: Workplace, notes: RunNotes, heart: Heartbeat) {
    this.#place = place;
    this.#notes = notes;
    this.#heart = heart;
  }

  /** Returns true if a run is at work, or about to be. */
  get isAtWork(): boolean {
    return this.#atWork.size + this.#beginning > 0;
  }

  /** The run of this identifier, if it is at work here. */
  atWork(docId: string): RunAtWork | undefined {
    return this.#atWork.get(docId);
  }

  /** All runs, the newest first, in their present states. */
  async list(): Promise<RunHead[]> {
    const store = await this.#place.store();
    const heads = await store.runs();
    return heads.map((head) => ({ ...head, state: this.#stateOf(head) }));
  }

  /** The head of a run. Rejects with `stored_run_not_found`. */
  async head(docId: string): Promise<RunHead> {
    const head = (await this.list()).find(({ id }) => id === docId);
    if (head === undefined) throw notFound(docId);
    return head;
  }

  /** Begins a run. Resolves to its identifier once the run is in the store. */
  begin(asked: AskedRun): Promise<string> {
    return this.#inTurn(async () => {
      this.#checkCount();
      await this.#place.admit();
      this.#notes.checkRoom();
      await this.#heart.start();
      const bank = await this.#place.bankForRun();
      try {
        await this.#takeUp(bank, asked.request.continueFrom);
        const abort = new AbortController();
        const { request, ...options } = asked;
        const run = bank.research(request, { ...options, signal: abort.signal });
        const docId = await begun(run, abort);
        this.#follow(docId, run, bank, abort);
        return docId;
      } catch (thrown) {
        this.#place.letGo(bank);
        throw thrown;
      }
    });
  }

  /** Goes on with a run that stopped or failed; does nothing for one that is at work or has finished. */
  resume(docId: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#atWork.has(docId)) return;
      const { state } = await this.head(docId);
      if (state.state === "finished") return;
      this.#checkCount();
      await this.#place.admit();
      this.#notes.forget(docId);
      this.#notes.checkRoom();
      await this.#heart.start();
      await this.#goOn(docId, false);
    });
  }

  /** Goes on with runs that were cut off. Resolves to the number of those that cannot be resumed now. */
  resumeLost(): Promise<number> {
    return this.#inTurn(async () => {
      const store = await this.#place.store();
      let left = 0;
      for (const head of await store.runs()) {
        if (this.#stateOf(head).state !== "running" || this.#atWork.has(head.id)) continue;
        if (!(await this.#isResumed(head))) left += 1;
      }
      return left;
    });
  }

  /** Stops a run. Rejects with `not_running` for one that is not at work. */
  async stop(docId: string): Promise<void> {
    const working = this.#atWork.get(docId);
    if (working === undefined) {
      await this.head(docId);
      throw refusal("not_running", "this run is not at work: there is nothing to stop");
    }
    this.#notes.stop(docId);
    working.stop();
  }

  /** Stops a run if it is at work, and deletes it. Rejects with `stored_run_not_found`. */
  async delete(docId: string): Promise<void> {
    await this.#end(docId);
    await this.#inTurn(async () => {
      // It may have been resumed meanwhile.
      await this.#end(docId);
      const store = await this.#place.store();
      await store.delete(docId);
      this.#notes.forget(docId);
    });
  }

  /** Stops all runs and waits for their ends. */
  async endAll(): Promise<void> {
    await this.#inTurn(() => Promise.all([...this.#atWork.keys()].map((id) => this.#end(id))));
  }

  /** Stops all runs at work, because the store refuses their data. */
  stopUnstored(failure: MemoryBankError): void {
    for (const { stop } of this.#atWork.values()) stop(failure);
  }

  async #end(docId: string): Promise<void> {
    const working = this.#atWork.get(docId);
    working?.stop();
    await working?.ended;
  }

  /**
   * Resumes a run, or ends it as failed. The attempt is noted first: a run that ends its isolate each time must not do
   * so for ever. Resolves to false where it is to be tried again.
   */
  async #isResumed({ id, lines }: RunHead): Promise<boolean> {
    try {
      await this.#place.admit();
      if (this.#notes.attempt(id, lines)) await this.#goOn(id, this.#notes.of(id)?.isStopped);
      else this.#notes.giveUp(id, this.#failures.get(id) ?? "engine_crashed");
      return true;
    } catch (thrown) {
      const { code, retryable } = MemoryBankError.from(thrown);
      this.#failures.set(id, code);
      if (retryable && code !== "store_full") return false;
      this.#notes.giveUp(id, code);
      return true;
    }
  }

  /** Goes on with a run of the store; `isStopped`: no further than its journal reaches. */
  async #goOn(docId: string, isStopped = false): Promise<void> {
    const bank = await this.#place.bankForRun();
    const abort = new AbortController();
    if (isStopped) abort.abort();
    const run = bank.resumeRun(docId, { signal: abort.signal });
    this.#follow(docId, run, bank, abort);
  }

  /** Reads back the run whose memory a question continues: a bank takes it from its kept runs. */
  async #takeUp(bank: MemoryBank, docId: string | undefined): Promise<void> {
    if (docId === undefined || docId === null) return;
    if (this.#atWork.has(docId)) {
      throw refusal("run_at_work", "continueFrom names a run that is at work: wait for its end");
    }
    await bank.openRun(docId).result;
  }

  #follow(docId: string, run: Run, bank: MemoryBank, abort: AbortController): void {
    let unstored: MemoryBankError | null = null;
    const stop = (failure: MemoryBankError | null = null) => {
      unstored ??= failure;
      abort.abort();
    };
    void tellUnstored(run, stop);
    const ended = this.#untilEnd(docId, run, bank, () => unstored).catch((thrown: unknown) => {
      log("the end of a run was not noted", { code: MemoryBankError.from(thrown).code });
    });
    this.#atWork.set(docId, { run, ended, stop });
  }

  async #untilEnd(
    docId: string,
    run: Run,
    bank: MemoryBank,
    unstored: () => MemoryBankError | null,
  ): Promise<void> {
    let failure: MemoryBankError | null = null;
    try {
      await run.result;
    } catch (thrown) {
      failure = MemoryBankError.from(thrown);
    } finally {
      this.#place.letGo(bank);
      this.#atWork.delete(docId);
    }
    failure = unstored() ?? failure;
    if (failure !== null) return this.#failed(docId, failure);
    this.#failures.delete(docId);
    this.#notes.forget(docId);
  }

  /** Leaves a run that may go on to the heart, and ends another as failed. */
  async #failed(docId: string, { code, retryable }: MemoryBankError): Promise<void> {
    if (code === "closed") return;
    this.#failures.set(docId, code);
    const head = (await this.list()).find(({ id }) => id === docId);
    const isOfMedium = code === "store_full" || code === "store_io";
    const goesOn = retryable && !isOfMedium && head?.state.state === "running";
    if (goesOn) await this.#heart.hasten();
    else if (head !== undefined) this.#notes.giveUp(docId, code);
  }

  #stateOf({ id, state }: RunHead): RunState {
    if (this.#atWork.has(id)) return { state: "running" };
    const code = this.#notes.of(id)?.code ?? null;
    return code === null || state.state === "finished" ? state : { state: "failed", code };
  }

  #checkCount(): void {
    if (this.#atWork.size < MOST_AT_WORK) return;
    throw refusal("too_many_runs", "two runs are at work: wait for the end of one, or stop it");
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#beginning += 1;
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    try {
      return await done;
    } finally {
      this.#beginning -= 1;
    }
  }
}

/**
 * The identifier of a run that began. A run that could not be stored is stopped before it asks anybody, and rejects
 * with the store's failure.
 */
async function begun(run: Run, abort: AbortController): Promise<string> {
  let unstored: MemoryBankError | null = null;
  for await (const event of run) {
    unstored ??= storeFailure(event);
    if (event.type !== "runStarted") continue;
    if (unstored === null) return event.docId;
    abort.abort();
    await run.result;
    throw unstored;
  }
  throw new MemoryBankError("internal", "the run ended before it began");
}

/** Stops a run as soon as the store refuses it: work paid for after that would be lost. */
async function tellUnstored(run: Run, stop: (failure: MemoryBankError) => void): Promise<void> {
  try {
    for await (const event of run) {
      const failure = storeFailure(event);
      if (failure !== null) stop(failure);
    }
  } catch {
    // The run's result reports its own failure.
  }
}

/** The failure of the store that a warning reports; `null` for every other event. */
function storeFailure(event: Event): MemoryBankError | null {
  if (event.type !== "warning" || !/^(store|stored_run)_/.test(event.code)) return null;
  return new MemoryBankError(event.code, event.message, { retryable: true });
}

function notFound(docId: string): MemoryBankError {
  return new MemoryBankError(
    "stored_run_not_found",
    `no run ${docId.slice(0, 60)} is stored: list the runs to see what there is`,
  );
}
