/** Journals of runs, and the choices of a model that they name. */

import type { RunStore } from "agentic-memory-bank";
import { journalOptions } from "agentic-memory-bank";
import { problemOf } from "../state/problem.ts";
import type { Store } from "../state/store.ts";
import type { Banks } from "./banks.ts";
import type { ChosenModel } from "./chosen-model.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { StoredRuns } from "./stored-runs.ts";

/** The journals of the runs that are kept. One that is unavailable is `null`, and the reason is shown. */
export class Journals {
  readonly #store: Store;
  readonly #banks: Banks;
  readonly #chosen: ChosenModel;
  readonly #runs: StoredRuns<RunStore>;

  constructor(store: Store, banks: Banks, chosen: ChosenModel, runs: StoredRuns<RunStore>) {
    this.#store = store;
    this.#banks = banks;
    this.#chosen = chosen;
    this.#runs = runs;
  }

  /** The journal of a run in the store, which may have come, or have been replaced, after the present bank. */
  stored(docId: string): Promise<string | null> {
    return this.#told(async () => {
      let journal: string | null = null;
      await this.#banks.withStore(true, async (bank) => {
        journal = await bank.journal(docId);
      });
      return journal;
    });
  }

  /** The journal of a run of the present bank. */
  present(docId: string): Promise<string | null> {
    return this.#told(async () => (await this.#banks.present()).journal(docId));
  }

  /** The choice that a run was asked with, as its journal names it; `null` if it asked no model. */
  async choiceIn(journal: string): Promise<ModelChoice | null> {
    const services = journalOptions(journal);
    if (services === undefined) return null;
    return this.#chosen.recorded(services, await this.#banks.knownAddresses());
  }

  /** The same, for a run of the store; the present choice for any other. */
  async choiceOf(docId: string): Promise<ModelChoice> {
    const journal = (await this.#runs.has(docId)) ? await this.stored(docId) : null;
    const recorded = journal === null ? null : await this.choiceIn(journal);
    return recorded ?? this.#chosen.choice;
  }

  async #told(read: () => Promise<string | null>): Promise<string | null> {
    try {
      return await read();
    } catch (thrown) {
      this.#store.dispatch({ type: "failed", problem: problemOf(thrown) });
      return null;
    }
  }
}
