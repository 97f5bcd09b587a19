/** Files of memories: saved, restored, and run again. */

import { journalOptions } from "agentic-memory-bank";
import type { Store } from "../state/store.ts";
import type { Banks, OpenBank } from "./banks.ts";
import type { MemoryBank } from "./types.ts";

/** The parts of a session that files need. */
export interface FilesWorld {
  readonly open: OpenBank;
  /** True while something else is under way. */
  isBusy(): boolean;
  /** Does the work and shows its failure. */
  reporting(work: () => Promise<void>): Promise<boolean>;
  /** Shows the model of the present memory. */
  showModel(bank: MemoryBank): void;
}

/** Saves the kept run to files, and brings memory back from them. */
export class MemoryFiles {
  readonly #store: Store;
  readonly #banks: Banks;
  readonly #world: FilesWorld;
  /** The journal that was run again, if its run is shown. */
  replayed: string | null = null;

  constructor(store: Store, banks: Banks, world: FilesWorld) {
    this.#store = store;
    this.#banks = banks;
    this.#world = world;
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
    if (this.#world.isBusy()) return;
    await this.#world.reporting(async () => {
      const bank = await this.#banks.present();
      const result = await bank.import(await file.text());
      this.replayed = null;
      this.#store.dispatch({ type: "imported", result });
      this.#world.showModel(bank);
    });
  }

  /** Runs a journal again, without a network. */
  async replay(file: Blob): Promise<void> {
    if (this.#world.isBusy()) return;
    const { keptRun } = this.#store.state;
    this.#store.dispatch({ type: "runRequested", question: "", continued: false });
    await this.#world.reporting(async () => {
      const journal = await file.text();
      const llm = journalOptions(journal)?.llm;
      const bank = await this.#world.open({ embedder: false, ...(llm && { llm }) });
      try {
        const run = bank.replay(journal);
        for await (const event of run) this.#store.dispatch({ type: "event", event });
        this.#store.dispatch({ type: "replayed", result: await run.result });
        this.replayed = journal;
        if (keptRun !== null) (await this.#banks.present()).discard(keptRun).catch(() => {});
      } finally {
        bank.close();
      }
    });
  }

  async #ofKeptRun(
    text: (bank: MemoryBank, docId: string) => Promise<string>,
  ): Promise<string | null> {
    const { keptRun } = this.#store.state;
    if (keptRun === null) return null;
    let made: string | null = null;
    await this.#world.reporting(async () => {
      made = await text(await this.#banks.present(), keptRun);
    });
    return made;
  }
}
