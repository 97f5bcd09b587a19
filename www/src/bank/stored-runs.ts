/** The runs that this browser keeps. */

import type { RunStore } from "agentic-memory-bank";
import { MemoryBankError } from "agentic-memory-bank";
import { type Problem, problemOf } from "../state/problem.ts";
import type { Store } from "../state/store.ts";

/** The operations on a store of runs. */
export type Runs = Pick<
  RunStore,
  | "place"
  | "runs"
  | "atWork"
  | "delete"
  | "aside"
  | "asideFiles"
  | "deleteAside"
  | "takeBack"
  | "close"
>;

/** The place of a page's runs. */
export interface RunsWorld<S extends Runs> {
  /** `setAside`: an unreadable store is set aside, and a new one opened. */
  openRuns(options: { setAside: boolean }): Promise<S>;
  /** True if any were ever kept here. */
  hasRuns(): Promise<boolean>;
  /** True if the browser keeps the storage when space runs short; with `asks`, it is asked for that. */
  isLasting(asks: boolean): Promise<boolean | null>;
  /** The files of a store that cannot be opened. */
  runFiles(): Promise<readonly File[]>;
}

/** The store of a page's runs, opened at the first use; its content is shown. */
export class StoredRuns<S extends Runs> {
  readonly #store: Store;
  readonly #world: RunsWorld<S>;
  #coming: Promise<S> | null = null;
  /** True if the obstacle of the store, such as another tab, may be gone by now. */
  #mayComeNow = false;
  /** Two flags: this page had a run that may be kept, and the browser was asked to keep the storage. */
  #hasOwn = false;
  #hasAsked = false;

  constructor(store: Store, world: RunsWorld<S>) {
    this.#store = store;
    this.#world = world;
  }

  /** Shows the kept runs, if there may be any: otherwise nothing of the store is loaded yet. */
  async showKept(): Promise<void> {
    if (!(await this.#world.hasRuns())) return;
    this.#store.dispatch({ type: "runsSought" });
    await this.refresh();
  }

  /** The store, which may still be opening; rejected, with the reason shown, if runs cannot be kept now. */
  coming(): Promise<S> {
    this.#coming ??= this.#opening(false);
    return this.#coming;
  }

  /** Opens the store anew after a failure, if it may be available by now. */
  tryAgain(): void {
    if (this.#mayComeNow) this.#coming = null;
  }

  /** True if it has this run. */
  async has(docId: string): Promise<boolean> {
    const runs = (await (await this.#opened())?.runs().catch(() => [])) ?? [];
    return runs.some(({ id }) => id === docId);
  }

  /** Shows the present runs, including one of this page's: the browser is asked to keep the storage. */
  async refreshWithOwn(): Promise<void> {
    this.#hasOwn = true;
    await this.refresh();
  }

  /**
   * The user has written something else that is kept beside the runs: the browser is asked to keep all of it, once, as
   * with runs.
   */
  async askToLast(): Promise<void> {
    if (this.#hasAsked) return;
    this.#hasAsked = true;
    await this.#world.isLasting(true);
    await this.refreshShown();
  }

  /** Shows the present runs, if any were shown: another tab may have changed them. */
  async refreshShown(): Promise<void> {
    const { stored } = this.#store.state;
    if (stored !== null && stored.problem === null && !stored.isSought) await this.refresh();
  }

  /** Shows the present runs. */
  async refresh(): Promise<void> {
    const store = await this.#opened();
    if (store === null) return;
    try {
      const [runs, aside, atWork] = await Promise.all([
        store.runs(),
        store.aside(),
        store.atWork(),
      ]);
      const isLasting = await this.#isLasting(runs.length > 0);
      this.#store.dispatch({ type: "runsListed", runs, aside, atWork, isLasting });
    } catch (thrown) {
      this.#fail(problemOf(thrown));
    }
  }

  /** Deletes a run for good. */
  delete(docId: string): Promise<void> {
    return this.#change((store) => store.delete(docId));
  }

  /**
   * The files of the unreadable store, or of one that was set aside; empty, with the reason shown, if they are
   * unavailable.
   */
  async files(aside?: number): Promise<readonly File[]> {
    try {
      if (aside === undefined) return await this.#world.runFiles();
      return await (await this.coming()).asideFiles(aside);
    } catch (thrown) {
      this.#store.dispatch({ type: "failed", problem: problemOf(thrown) });
      return [];
    }
  }

  /** Sets the unreadable store aside, and begins a new one. */
  async startAnew(): Promise<void> {
    // It may have been damaged while it was open.
    await (await this.#opened())?.close().catch(() => {});
    this.#coming = this.#opening(true);
    await this.refresh();
  }

  /** Deletes a store that was set aside for good. */
  deleteAside(aside: number): Promise<void> {
    return this.#change((store) => store.deleteAside(aside));
  }

  /** Shows, and goes on with, a store that was set aside; the present one is set aside in its place. */
  takeBack(aside: number): Promise<void> {
    return this.#change(async (store) => {
      if (await store.takeBack(aside)) this.#coming = null;
    });
  }

  /** True if the storage is persistent; the browser is asked for it once, with the first run that this page keeps. */
  async #isLasting(holdsRuns: boolean): Promise<boolean | null> {
    const asks = holdsRuns && this.#hasOwn && !this.#hasAsked;
    this.#hasAsked ||= asks;
    return this.#world.isLasting(asks);
  }

  /** The store; `null` if there is none. */
  #opened(): Promise<S | null> {
    return this.coming().catch(() => null);
  }

  async #change(work: (store: S) => Promise<unknown>): Promise<void> {
    try {
      await work(await this.coming());
    } catch (thrown) {
      this.#store.dispatch({ type: "failed", problem: problemOf(thrown) });
    }
    await this.refresh();
  }

  #opening(setAside: boolean): Promise<S> {
    this.#mayComeNow = false;
    const coming = this.#open(setAside);
    coming.catch((thrown) => {
      this.#mayComeNow = MemoryBankError.from(thrown).retryable;
      this.#fail(problemOf(thrown));
    });
    return coming;
  }

  async #open(setAside: boolean): Promise<S> {
    const store = await this.#world.openRuns({ setAside });
    if (store.place.isDurable) return store;
    throw new MemoryBankError("store_unavailable", store.place.lacks.join(" "));
  }

  #fail(problem: Problem): void {
    this.#store.dispatch({ type: "runsNotKept", problem });
  }
}
