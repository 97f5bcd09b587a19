/** The package in a browser: the engine, the embedder and the store each in a dedicated worker. */
import { BankFace } from "./bank-face.ts";
import { typed } from "./errors.ts";
import { installedModel } from "./installed-model.ts";
import { ownArtefacts } from "./own-artefacts.ts";
import {
  filesOfStore,
  openStore,
  type RunStoreOptions,
  type StoreName,
  WorkerStore,
} from "./run-store.ts";
import { type Found, openOverWorkers } from "./tab-bank.ts";
import type { TabOptions } from "./tab-options.ts";

export { MemoryBankError } from "./errors.ts";
export { type JournalOptions, journalOptions } from "./journal.ts";
export type * from "./public.ts";
export type { RunStoreOptions, StoreName } from "./run-store.ts";
export type { StorePlace } from "./store-owner.ts";

/** Options of a bank. */
export type OpenOptions = TabOptions;

/** The parts of the package. The worker's address is written out, so that bundlers take its script along. */
function found(): Found {
  return {
    wasm: ownArtefacts(),
    worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }),
    model: installedModel,
  };
}

/** A memory bank in a tab. */
export class MemoryBank extends BankFace {
  /**
   * Opens a bank. Resolves once the engine is ready; the model goes on loading, runs wait for it, and `bank.model`
   * shows its status. An unavailable model is no failure: the bank then searches by keywords alone, and every run has
   * a warning about it. Rejects with `invalid_argument` for options that are misspelled or of another type.
   */
  static open(options: OpenOptions = {}): Promise<MemoryBank> {
    return typed(async () => {
      const { backend, model } = await openOverWorkers(options, found());
      return new MemoryBank(backend, model);
    });
  }
}

/** {@inheritDoc WorkerStore} */
export class RunStore extends WorkerStore {
  /**
   * Opens a store: on OPFS, else in IndexedDB, else in memory. Rejects with `store_busy` while another tab has it and
   * does not reply, and with `store_corrupt` or `store_too_new` for an unreadable one, which is left unchanged unless
   * `setAside` is true. It also rejects with `passphrase_needed`, `passphrase_wrong`, or `store_not_encrypted` for a
   * plain store with a passphrase; such a store is left unchanged in any case, whichever tab has it open.
   */
  static open(options: RunStoreOptions = {}): Promise<RunStore> {
    return openStore(RunStore, options, found());
  }

  /**
   * The files of a store with any content, to be saved: of one that `open` rejects with `store_corrupt` or
   * `store_too_new`. `runs.sqlite` is a database of SQLite, `runs.sqlite-journal` its rollback journal; a file with an
   * unreadable name is returned whole.
   */
  static files(options: StoreName = {}): Promise<File[]> {
    return filesOfStore(options, found());
  }
}
