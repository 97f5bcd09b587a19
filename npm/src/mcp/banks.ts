/** The folder and the banks over it, opened at their first use and shared by all sessions. */
import { MemoryBankError } from "../errors.ts";
import type { MemoryBank, OpenOptions, RunStore } from "../node.ts";
import { BankRuns } from "./bank-runs.ts";

/** How folder and banks are opened. */
export interface BankSources {
  openStore(): Promise<RunStore>;
  openBank(options: OpenOptions): Promise<MemoryBank>;
  /** Options of the bank, those of the language model included. */
  options: OpenOptions;
}

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
  readonly #opened = new Map<"documents" | "research", Promise<MemoryBank>>();
  #store: Promise<RunStore> | null = null;

  constructor(sources: BankSources) {
    this.#sources = sources;
    this.options = sources.options;
    const { signal } = this.#closing;
    this.documents = new BankRuns(() => this.bank(), signal);
    this.research = this.asksModel
      ? new BankRuns(() => this.#bank("research"), signal)
      : this.documents;
  }

  /** True if a language model is configured. */
  get asksModel(): boolean {
    return this.options.llm !== undefined;
  }

  /** The bank without a language model: for long-term memory and the adapter, too. */
  bank(): Promise<MemoryBank> {
    return this.#bank("documents");
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
  async runsWith(id: string, signal: AbortSignal): Promise<BankRuns> {
    if (!this.asksModel) return this.documents;
    const isOfDocuments = await this.documents.canOpen(this.presentId(id), signal);
    return isOfDocuments ? this.documents : this.research;
  }

  /** Ends all runs, and lets go of banks and folder. What was kept by then stays. */
  async close(): Promise<void> {
    this.#closing.abort();
    const ended = Promise.all([this.documents.ended(), this.research.ended()]);
    await Promise.race([ended, elapsed(LAST_MILLISECONDS)]);
    for (const opening of this.#opened.values()) (await opening.catch(() => null))?.close();
    await (await this.#store?.catch(() => null))?.close();
  }

  #bank(which: "documents" | "research"): Promise<MemoryBank> {
    const opened = this.#opened.get(which);
    if (opened !== undefined) return opened;
    const opening = this.#opening(
      () => this.#open(which),
      () => this.#opened.delete(which),
    );
    this.#opened.set(which, opening);
    return opening;
  }

  async #open(which: "documents" | "research"): Promise<MemoryBank> {
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
