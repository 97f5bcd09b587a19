/** The folder and the banks over it, opened at their first use and shared by all sessions. */
import { MemoryBankError } from "../errors.ts";
import type { MemoryBank, OpenOptions, RunStore } from "../node.ts";
import { BankRuns, type Caller, type MemoryContents } from "./bank-runs.ts";

/** How folder and banks are opened. */
export interface BankSources {
  openStore(): Promise<RunStore>;
  openBank(options: OpenOptions): Promise<MemoryBank>;
  /** Options of the bank, those of the language model included. */
  options: OpenOptions;
}

/** The two banks. */
type BankName = "documents" | "research";

/** Milliseconds for runs to end when the server does. */
const LAST_MILLISECONDS = 3_000;

/**
 * Two banks over one folder: `documents` never asks a language model, and so costs nothing; `research` asks the
 * configured one. Without a configured one they are the same.
 */
export class Banks {
  readonly documents: BankRuns;
  readonly research: BankRuns;
  /** The options of the research bank. */
  readonly options: OpenOptions;
  readonly #sources: BankSources;
  readonly #closing = new AbortController();
  readonly #opened = new Map<BankName, Promise<MemoryBank>>();
  readonly #onLost: (() => void)[] = [];
  #store: Promise<RunStore> | null = null;

  constructor(sources: BankSources) {
    this.#sources = sources;
    this.options = sources.options;
    const { signal } = this.#closing;
    this.documents = new BankRuns((work) => this.use(work), signal);
    this.research = this.asksModel
      ? new BankRuns((work) => this.#use("research", work), signal)
      : this.documents;
  }

  /** True if a language model is configured. */
  get asksModel(): boolean {
    return this.options.llm !== undefined;
  }

  /**
   * Does the work with the bank without a language model, which is for long-term memory and the adapter, too. A bank
   * whose engine stopped is closed, and the next call opens another.
   */
  use<T>(work: (bank: MemoryBank) => Promise<T>): Promise<T> {
    return this.#use("documents", work);
  }

  /** Has a function called whenever the bank without a language model, and all that it held, is lost. */
  onLost(lost: () => void): void {
    this.#onLost.push(lost);
  }

  /** The folder. A failure, such as a folder that is in use, is tried again by the next call. */
  store(): Promise<RunStore> {
    this.#store ??= this.#opening(
      () => this.#sources.openStore(),
      () => {
        this.#store = null;
      },
    );
    return this.#store;
  }

  /** The present id of a memory that may have moved into further runs. */
  presentId(id: string): string {
    return this.documents.presentId(this.research.presentId(this.documents.presentId(id)));
  }

  /** The runs that this memory is among. Throws `unknown_run`. */
  async runsWith(id: string, caller: Caller): Promise<BankRuns> {
    if (!this.asksModel) return this.documents;
    const isOfDocuments = await this.documents.canOpen(this.presentId(id), caller);
    return isOfDocuments ? this.documents : this.research;
  }

  /** The contents of a memory. One that a bank holds is read at once, beside any run. Throws `unknown_run`. */
  async contents(id: string, caller: Caller): Promise<MemoryContents> {
    for (const runs of new Set([this.documents, this.research])) {
      const held = await runs.heldContents(this.presentId(id));
      if (held !== null) return held;
    }
    const runs = await this.runsWith(id, caller);
    return runs.contents(this.presentId(id), caller);
  }

  /** Ends all runs, and lets go of banks and folder. What was kept by then stays. */
  async close(): Promise<void> {
    this.#closing.abort();
    const ended = Promise.all([this.documents.ended(), this.research.ended()]);
    await Promise.race([ended, elapsed(LAST_MILLISECONDS)]);
    for (const opening of this.#opened.values()) (await opening.catch(() => null))?.close();
    await (await this.#store?.catch(() => null))?.close();
  }

  async #use<T>(which: BankName, work: (bank: MemoryBank) => Promise<T>): Promise<T> {
    const opening = this.#bank(which);
    const bank = await opening;
    try {
      return await work(bank);
    } catch (thrown) {
      const isLost = MemoryBankError.from(thrown).code === "engine_crashed";
      if (isLost && this.#opened.get(which) === opening) this.#drop(which, bank);
      throw thrown;
    }
  }

  /** Lets go of a bank whose engine stopped: a dead thread stays dead, and all that the engine held is gone. */
  #drop(which: BankName, bank: MemoryBank): void {
    this.#opened.delete(which);
    bank.close();
    this[which].forgetHeld();
    if (which === "documents") for (const lost of this.#onLost) lost();
  }

  #bank(which: BankName): Promise<MemoryBank> {
    const opened = this.#opened.get(which);
    if (opened !== undefined) return opened;
    const opening = this.#opening(
      () => this.#open(which),
      () => this.#opened.delete(which),
    );
    this.#opened.set(which, opening);
    return opening;
  }

  async #open(which: BankName): Promise<MemoryBank> {
    const { llm, search, reader, ...own } = this.options;
    const store = await this.store();
    return this.#sources.openBank({ ...(which === "research" ? this.options : own), store });
  }

  async #opening<T>(open: () => Promise<T>, forget: () => void): Promise<T> {
    try {
      if (this.#closing.signal.aborted) {
        throw new MemoryBankError("closed", "the server is ending");
      }
      return await open();
    } catch (thrown) {
      forget();
      throw thrown;
    }
  }
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
