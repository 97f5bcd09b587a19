/** The runs of one bank, one after the other, each kept in the folder. */
import { MemoryBankError } from "../errors.ts";
import type { MemoryBank } from "../node.ts";
import type { Run } from "../run.ts";
import type {
  Event,
  InteractionTreeExport,
  QueryGraphExport,
  ResearchRequest,
  ResearchResult,
} from "../types.ts";
import { needsModel, noSuchMemory } from "./failures.ts";

/** A bank as it is needed here. */
export type RunningBank = Pick<
  MemoryBank,
  "research" | "resumeRun" | "openRun" | "export" | "runs" | "discard" | "defaults"
>;

/** A bank that is opened when it is used first, and again after its engine stopped. */
export type BankUse = <T>(work: (bank: RunningBank) => Promise<T>) => Promise<T>;

/** The caller of a tool, who may have to wait. */
export interface Caller {
  signal: AbortSignal;
  /** Tells the caller of progress. */
  tell(line: string): void;
}

/** What a caller wants of a run besides its result. */
export interface RunWatch extends Caller {
  onEvent(event: Event): void;
  /** True if the first answer will do where the rest of the run takes long. */
  takesFirst: boolean;
}

/** A result, and whether its run still compares the rest of a long text by meaning. */
export interface Told {
  result: ResearchResult;
  isFirst: boolean;
}

/** The topics and the original entries of a memory. */
export interface MemoryContents {
  query_graph: QueryGraphExport;
  interaction_tree: InteractionTreeExport;
}

/** Milliseconds after which a first answer is returned, and its run goes on by itself. */
const FIRST_ANSWER_AFTER = 5_000;

/** Runs that the bank's own memory holds; all others are in the folder alone, and are read back when they are needed. */
const MOST_HELD = 8;

/** Most ids of moved memories that are known by their former names. */
const MOST_MOVED = 1_000;

/** A run that has told its first answer and goes on. */
interface Unfinished {
  stop: AbortController;
  ended: Promise<unknown>;
}

/** Asks one bank. Calls wait for each other: a bank carries out one run at a time. */
export class BankRuns {
  readonly #use: BankUse;
  readonly #closing: AbortSignal;
  readonly #firstAnswerAfter: number;
  /** Ids in the order of their last use. */
  readonly #held = new Set<string>();
  /** The present id of a memory that moved into a further run. */
  readonly #moved = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();
  /** Calls under way, and those that wait. */
  #calls = 0;
  #unfinished: Unfinished | null = null;

  constructor(use: BankUse, closing: AbortSignal, firstAnswerAfter = FIRST_ANSWER_AFTER) {
    this.#use = use;
    this.#closing = closing;
    this.#firstAnswerAfter = firstAnswerAfter;
  }

  /** The present id of a memory. */
  presentId(id: string): string {
    let present = id;
    for (let next = this.#moved.get(id); next !== undefined; next = this.#moved.get(next)) {
      present = next;
    }
    return present;
  }

  /** Answers a question. `continueFrom` may be a former id. */
  ask(request: ResearchRequest, watch: RunWatch): Promise<Told> {
    return this.#inTurn(watch, async (bank) => {
      const from = request.continueFrom && this.presentId(request.continueFrom);
      if (from) await this.#bringBack(bank, from);
      const told = await this.#follow(watch, (signal) =>
        bank.research({ ...request, keep: true, ...(from && { continueFrom: from }) }, { signal }),
      );
      if (from) this.#move(from, told.result.docId);
      await this.#hold(bank, told.result.docId);
      return told;
    });
  }

  /** Goes on with a stored run. */
  resume(id: string, watch: RunWatch): Promise<Told> {
    return this.#inTurn(watch, async (bank) => {
      const told = await this.#follow(watch, (signal) => bank.resumeRun(id, { signal })).catch(
        (thrown: unknown) => {
          throw readable(thrown, id);
        },
      );
      await this.#hold(bank, told.result.docId);
      return told;
    });
  }

  /**
   * The contents of a memory that the bank holds, `null` for any other. It neither waits for a run nor stops one: the
   * bank exports beside a run.
   */
  async heldContents(id: string): Promise<MemoryContents | null> {
    if (!this.#held.has(id)) return null;
    try {
      return JSON.parse(await this.#use((bank) => bank.export(id))) as MemoryContents;
    } catch (thrown) {
      // A run has it, or it moved in the meantime.
      if (MemoryBankError.from(thrown).code === "unknown_run") return null;
      throw thrown;
    }
  }

  /** The contents of a memory, which is read back from the folder if need be. */
  contents(id: string, caller: Caller): Promise<MemoryContents> {
    return this.#inTurn(caller, async (bank) => {
      const present = this.presentId(id);
      await this.#bringBack(bank, present);
      await this.#hold(bank, present);
      return JSON.parse(await bank.export(present)) as MemoryContents;
    });
  }

  /** Returns false for a memory that only a bank with a language model can read back. Throws `unknown_run`. */
  canOpen(id: string, caller: Caller): Promise<boolean> {
    return this.#inTurn(caller, async (bank) => {
      try {
        await this.#bringBack(bank, id);
        await this.#hold(bank, id);
        return true;
      } catch (thrown) {
        if (MemoryBankError.from(thrown).code === "no_language_model") return false;
        throw thrown;
      }
    });
  }

  /** Lets go of a memory, so that another bank can have it from the folder. */
  release(id: string, caller: Caller): Promise<void> {
    return this.#inTurn(caller, async (bank) => {
      if (this.#held.delete(id)) await bank.discard(id);
    });
  }

  /** Most bytes of the documents of a request. */
  async documentBytes(): Promise<number> {
    return this.#use(async ({ defaults }) => defaults.maxDocumentBytes);
  }

  /** Notes that the bank is gone, with everything that it held. The folder has it still. */
  forgetHeld(): void {
    this.#held.clear();
  }

  /** Resolves once no run is under way. */
  async ended(): Promise<void> {
    await this.#last;
    await this.#unfinished?.ended;
  }

  /** Does the work once those before are done. A run that only completes its vectors gives way. */
  #inTurn<T>({ signal, tell }: Caller, work: (bank: RunningBank) => Promise<T>): Promise<T> {
    if (this.#calls > 0) tell("waiting for another run");
    this.#calls += 1;
    const done = this.#last.then(async () => {
      stopIf(signal);
      stopIf(this.#closing);
      await this.#giveWay();
      return this.#use(work);
    });
    this.#last = done
      .catch(() => {})
      .finally(() => {
        this.#calls -= 1;
      });
    return done;
  }

  async #giveWay(): Promise<void> {
    const unfinished = this.#unfinished;
    if (unfinished === null) return;
    unfinished.stop.abort();
    await unfinished.ended;
    this.#unfinished = null;
  }

  /** Follows a run to its result, or to its first answer if the rest takes long. */
  async #follow(watch: RunWatch, start: (signal: AbortSignal) => Run): Promise<Told> {
    const stop = new AbortController();
    const signal = AbortSignal.any([watch.signal, this.#closing, stop.signal]);
    const run = start(signal);
    const first = this.#firstAnswer(run, watch);
    const early = await Promise.race([run.result.then(() => null), first]);
    if (early === null) return { result: await run.result, isFirst: false };
    // The bank of this run is the one that is dropped if its engine stops.
    this.#unfinished = { stop, ended: this.#use(() => run.result).catch(() => {}) };
    return { result: early, isFirst: true };
  }

  /** The first answer, no earlier than a while after the start; `null` for a run without one. */
  async #firstAnswer(run: Run, { onEvent, takesFirst }: RunWatch): Promise<ResearchResult | null> {
    const start = performance.now();
    try {
      for await (const event of run) {
        onEvent(event);
        if (event.type !== "firstResult" || !takesFirst) continue;
        const left = this.#firstAnswerAfter - (performance.now() - start);
        const isLate = await Promise.race([run.result.then(() => false), elapsed(left)]);
        return isLate ? event.result : null;
      }
    } catch {
      // The result has the failure.
    }
    return null;
  }

  /** Reads a memory back from the folder, unless the bank has it. */
  async #bringBack(bank: RunningBank, id: string): Promise<void> {
    if ((await bank.runs()).some(({ docId }) => docId === id)) return;
    try {
      await bank.openRun(id).result;
    } catch (thrown) {
      throw readable(thrown, id);
    }
  }

  #move(from: string, to: string): void {
    this.#held.delete(from);
    this.#moved.set(from, to);
    const [oldest] = this.#moved.keys();
    if (this.#moved.size > MOST_MOVED && oldest !== undefined) this.#moved.delete(oldest);
  }

  /** Notes the use of a memory; the bank lets go of the one that was not used for longest. */
  async #hold(bank: RunningBank, id: string): Promise<void> {
    this.#held.delete(id);
    this.#held.add(id);
    const [oldest] = this.#held;
    if (this.#held.size <= MOST_HELD || oldest === undefined) return;
    this.#held.delete(oldest);
    await bank.discard(oldest);
  }
}

/** The failure of a run that is brought back, in words for a client. */
function readable(thrown: unknown, id: string): MemoryBankError {
  const failure = MemoryBankError.from(thrown);
  switch (failure.code) {
    case "stored_run_not_found":
    case "unknown_run":
      return noSuchMemory(id);
    case "no_language_model":
      return needsModel(id);
    default:
      return failure;
  }
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new MemoryBankError("aborted", "the call was cancelled");
}

/** Resolves to true after so many milliseconds. Keeps no process alive. */
function elapsed(milliseconds: number): Promise<true> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(milliseconds, 0), true).unref();
  });
}
