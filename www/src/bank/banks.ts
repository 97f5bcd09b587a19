/** The page's banks: one at a time has the memory that is shown. */

import type { OpenOptions, RunStore } from "agentic-memory-bank";
import type { Store } from "../state/store.ts";
import { type BankOptions, PROVIDERS } from "./model-choice.ts";
import type { KnownAddresses } from "./recorded-choice.ts";
import type { StoredRuns } from "./stored-runs.ts";
import type { MemoryBank } from "./types.ts";

/** Opens the engine. */
export type OpenBank = (options: OpenOptions) => Promise<MemoryBank>;

/** Opens banks, and replaces the present one where another model, or another store, is wanted. */
export class Banks {
  readonly #store: Store;
  readonly #open: OpenBank;
  readonly #runs: StoredRuns<RunStore>;
  readonly #settled: () => BankOptions;
  #present: Promise<MemoryBank> | null = null;
  /** The present bank, once it is open. */
  #atHand: MemoryBank | null = null;
  /** Banks whose embedding model was unavailable: they stay so, so the next run gets a new one. */
  readonly #withoutModel = new WeakSet<MemoryBank>();
  /** The store of each bank's runs, available or not: a bank stays with it. */
  readonly #storeOf = new WeakMap<MemoryBank, Promise<RunStore>>();
  /** The options of each bank. */
  readonly #openedWith = new WeakMap<MemoryBank, BankOptions>();

  /** `settled`: the options of a bank for the present choice of a model. */
  constructor(
    store: Store,
    open: OpenBank,
    runs: StoredRuns<RunStore>,
    settled: () => BankOptions,
  ) {
    this.#store = store;
    this.#open = open;
    this.#runs = runs;
    this.#settled = settled;
  }

  /** The present bank; the first call starts the engine and the embedding model's download. */
  present(): Promise<MemoryBank> {
    this.#present ??= this.#opened(this.#settled()).then(
      (bank) => {
        this.#atHand = bank;
        return bank;
      },
      (thrown) => {
        this.#present = null;
        throw thrown;
      },
    );
    return this.#present;
  }

  /** Makes a bank the present one, and closes the one before. */
  replace(present: MemoryBank, bank: MemoryBank): void {
    this.#present = Promise.resolve(bank);
    this.#atHand = bank;
    present.close();
  }

  /** True if this is the present bank. */
  async isPresent(bank: MemoryBank): Promise<boolean> {
    return bank === (await this.#present);
  }

  /** True if the present bank is open with exactly these options. */
  isPresentWith(options: BankOptions): boolean {
    return this.#atHand !== null && this.#isOpenedWith(this.#atHand, options);
  }

  /** The options that a bank was opened with. */
  optionsOf(bank: MemoryBank): BankOptions {
    return this.#openedWith.get(bank) ?? {};
  }

  /** The addresses of the endpoints that are known by name. */
  async knownAddresses(): Promise<KnownAddresses> {
    const bank = await this.present();
    const known = PROVIDERS.map(async ([name]) => {
      const address = (await bank.provider(name))?.baseUrl ?? "";
      return [name, address] as const;
    });
    return new Map(await Promise.all(known));
  }

  /**
   * The bank for a new memory: another one if the present one has another language model, has no embedding model, or
   * keeps runs in a former store.
   */
  async forNewMemory(present: MemoryBank, options: BankOptions): Promise<MemoryBank> {
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
  async forMore(
    present: MemoryBank,
    options: BankOptions,
    docId: string | null,
  ): Promise<MemoryBank> {
    const isSet = options.llm !== undefined && !this.#isOpenedWith(present, options);
    if (!isSet || docId === null || !(await this.#runs.has(docId))) return present;
    const bank = await this.#opened(options);
    try {
      await bank.openRun(docId).result;
    } catch (thrown) {
      bank.close();
      throw thrown;
    }
    this.replace(present, bank);
    return bank;
  }

  /**
   * Does the work with the present bank, if that uses the present store; else with another one, without a model.
   * `starts`: a missing present bank is opened.
   */
  async withStore(starts: boolean, work: (bank: MemoryBank) => Promise<unknown>): Promise<void> {
    const present = await (starts ? this.present() : this.#present?.catch(() => null));
    const isUsed = present && this.#hasStore(present);
    const bank = isUsed
      ? present
      : await this.#open({ embedder: false, store: this.#runs.coming() });
    try {
      await work(bank);
    } finally {
      if (bank !== present) bank.close();
    }
  }

  async #opened(options: BankOptions): Promise<MemoryBank> {
    const store = this.#runs.coming();
    const bank = await this.#open({
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

  #hasStore(bank: MemoryBank): boolean {
    return this.#storeOf.get(bank) === this.#runs.coming();
  }

  #isOpenedWith(bank: MemoryBank, options: BankOptions): boolean {
    return JSON.stringify(this.#openedWith.get(bank)) === JSON.stringify(options);
  }
}
