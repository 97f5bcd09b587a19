/** The runs that this browser keeps. */

import type { RunStore } from "../../../npm/src/memory-bank.ts";
import { type Problem, problemOf } from "../state/problem.ts";
import type { Store } from "../state/store.ts";

/** What there is to do with a store of runs. */
export type Runs = Pick<RunStore, "place" | "runs" | "delete">;

/** Where a page's runs are kept. */
export interface RunsWorld<S extends Runs> {
  openRuns(): Promise<S>;
  /** Whether any were ever kept here. */
  hasRuns(): Promise<boolean>;
}

/** The store of a page's runs, opened once it is needed; what it holds is shown. */
export class StoredRuns<S extends Runs> {
  readonly #store: Store;
  readonly #world: RunsWorld<S>;
  #opened: Promise<S | null> | null = null;

  constructor(store: Store, world: RunsWorld<S>) {
    this.#store = store;
    this.#world = world;
  }

  /** Shows what is kept, where anything may be: else nothing of the store is loaded yet. */
  async showKept(): Promise<void> {
    if (await this.#world.hasRuns()) await this.refresh();
  }

  /** The store; `null`, and the reason shown, where runs cannot be kept now. */
  opened(): Promise<S | null> {
    this.#opened ??= this.#opening();
    return this.#opened;
  }

  /** Whether it has this run. */
  async has(docId: string): Promise<boolean> {
    const runs = (await (await this.opened())?.runs().catch(() => [])) ?? [];
    return runs.some(({ id }) => id === docId);
  }

  /** Shows the runs as they are now. */
  async refresh(): Promise<void> {
    const store = await this.opened();
    if (store === null) return;
    try {
      this.#store.dispatch({ type: "runsListed", runs: await store.runs() });
    } catch (thrown) {
      this.#fail(problemOf(thrown));
    }
  }

  /** Deletes a run for good. */
  async delete(docId: string): Promise<void> {
    try {
      await (await this.opened())?.delete(docId);
    } catch (thrown) {
      this.#store.dispatch({ type: "failed", problem: problemOf(thrown) });
    }
    await this.refresh();
  }

  async #opening(): Promise<S | null> {
    try {
      const store = await this.#world.openRuns();
      if (store.place.isDurable) return store;
      this.#fail({ code: "store_unavailable", message: store.place.lacks.join(" ") });
    } catch (thrown) {
      this.#fail(problemOf(thrown));
      // What stands in the way, such as another tab, may be gone the next time.
      this.#opened = null;
    }
    return null;
  }

  #fail(problem: Problem): void {
    this.#store.dispatch({ type: "runsNotKept", problem });
  }
}
