/** Runs on disk, in the browser: they outlive the page, at any interruption. */
import { checkedSources, type PortableSources, type WasmSources } from "./artefacts.ts";
import { carryFailures } from "./comlink-errors.ts";
import { type MemoryBankError, typed } from "./errors.ts";
import { checkPassphrase, checkText, invalid, type Shape, shaped } from "./fields.ts";
import { baseAddress } from "./folder.ts";
import { isLasting } from "./lasting.ts";
import { linkOver, type StoreLink } from "./store-link.ts";
import { closedStore, type StorePlace } from "./store-owner.ts";
import { StoreThread } from "./store-thread.ts";
import { tabsHere } from "./tab-channel.ts";
import type { AsideStore, RunHead } from "./types.ts";
import { portable } from "./wasm-compiling.ts";
import { newWorkerName } from "./worker-lock.ts";
import { type NewWorker, startWorker } from "./worker-start.ts";

/** The name of a store. */
export interface StoreName {
  /** Its name, of your own in this origin; default `agentic-memory-bank`. */
  name?: string;
  /** The wasm of the artefact `store`, if it is not found by default. */
  wasm?: Pick<WasmSources, "store">;
  /** Makes a worker of the script `agentic-memory-bank/worker`, if that is not found by default. */
  worker?: () => Worker;
}

/** Options of a store. */
export interface RunStoreOptions extends StoreName {
  /**
   * True: a store that is damaged, or of a newer version, is set aside unchanged, and a new one opened; `aside()`
   * lists it from then on. Default: `false`, it is left unchanged, and `open` rejects.
   */
  setAside?: boolean;
  /**
   * The passphrase of the store: a new store is encrypted, and an encrypted one is opened with it. It stays in the
   * worker of this tab: it is stored nowhere and sent to no other tab, and a forgotten one cannot be recovered. The
   * tab that has the store open gives the others a slow hash of it, with which they compare their own.
   */
  passphrase?: string;
}

const NAME = "agentic-memory-bank";

const STORE: Shape<StoreName> = { name: "text", wasm: "any", worker: "function" };
const OPTIONS: Shape<RunStoreOptions> = { ...STORE, setAside: "flag", passphrase: "text" };

/**
 * A store of runs, for any number of banks, in any number of tabs: `MemoryBank.open({ store })`. One tab has it open,
 * the others call that one, and the next takes over when it goes; a browser without Web Locks lets only one tab have
 * it. A kept run (`keep: true`) is in it from its first moment, documents included, and stays until it is deleted
 * here. Every method rejects with a `MemoryBankError`. If the browser has ended the worker of the store, pending calls
 * reject with a retryable `store_io`, too. Then reload the page, or open the store again: stored data is kept.
 */
export class WorkerStore {
  /** The medium of runs. In memory alone, `isDurable` is false and `lacks` gives the reason. */
  readonly place: Readonly<StorePlace>;
  readonly #thread: StoreThread;

  /** @internal */
  constructor(thread: StoreThread, place: StorePlace) {
    this.#thread = thread;
    this.place = place;
  }

  /** True if a store of this name was ever opened in this origin, as far as the browser tells. Loads nothing. */
  static async exists(name: string = NAME): Promise<boolean> {
    const [isInFiles, isInDatabase] = await Promise.all([
      inFiles(name).catch(() => false),
      inDatabase(name).catch(() => false),
    ]);
    return isInFiles || isInDatabase;
  }

  /** All runs, the newest first. One that is `running` and in no bank was cut off: `resumeRun` goes on with it. */
  runs(): Promise<RunHead[]> {
    return typed(() => this.#thread.ask((worker) => worker.runs()));
  }

  /** The runs that are under way now, in any tab. */
  atWork(): Promise<string[]> {
    return typed(() => this.#thread.ask((worker) => worker.atWork()));
  }

  /**
   * Deletes a run, and what only it needed. Rejects with `stored_run_not_found`, and with `stored_run_at_work` while
   * it is under way.
   */
  delete(docId: string): Promise<void> {
    return typed(async () => {
      checkText(docId, "the docId of delete(docId)");
      await this.#thread.ask((worker) => worker.deleteRun(docId));
    });
  }

  /**
   * Encrypts the store with this passphrase, or changes its passphrase; `null` makes it plain. The whole store is
   * written anew, and memory holds a copy meanwhile: afterwards the old or the new state holds, at any failure. Other
   * tabs need the new passphrase when their turn comes. Rejects with `store_busy` while another tab has the store
   * open, and with `encryption_unavailable` if runs are kept in memory alone.
   */
  changePassphrase(to: string | null): Promise<void> {
    return typed(async () => {
      if (to !== null) checkText(to, "the passphrase of changePassphrase(to)");
      checkPassphrase(to);
      await this.#thread.ask((worker) => worker.changePassphrase(to));
    });
  }

  /** Bytes of all data; bytes that several runs share count once. */
  bytes(): Promise<number> {
    return typed(() => this.#thread.ask((worker) => worker.bytes()));
  }

  /**
   * The databases of this store that were set aside: `store_corrupt`, `store_too_new`, or `replaced` by one taken
   * back.
   */
  aside(): Promise<AsideStore[]> {
    return typed(() => this.#thread.ask((worker) => worker.aside()));
  }

  /** The files of the database set aside under this number, as `files` returns them; empty if there is none. */
  asideFiles(number: number): Promise<File[]> {
    return typed(() => this.#thread.ask((worker) => worker.asideFiles(checkedNumber(number))));
  }

  /** Deletes the database set aside under this number; `false` if there is none. */
  deleteAside(number: number): Promise<boolean> {
    return typed(() => this.#thread.ask((worker) => worker.deleteAside(checkedNumber(number))));
  }

  /**
   * Makes `open` open the database set aside under this number, for example one of a newer version, once that version
   * is here. This store is closed, and set aside in its place, in all tabs. `false`, and this store stays open, if
   * there is none. Rejects with `stored_run_at_work` while a run is under way, in any tab.
   */
  takeBack(number: number): Promise<boolean> {
    return typed(async () => {
      const isBack = await this.#thread.ask((worker) => worker.takeBack(checkedNumber(number)));
      if (isBack) await this.#thread.close();
      return isBack;
    });
  }

  /**
   * True if the browser keeps the storage when space runs short. With `asks`, it is asked for that, and some browsers
   * ask the user, so ask when there is something to keep. `null` if it does not tell.
   */
  static isLasting(asks = false): Promise<boolean | null> {
    return isLasting(asks);
  }

  /**
   * Lets go of the store; another tab that uses it goes on. Banks that were opened with it keep their runs in memory
   * from then on.
   */
  close(): Promise<void> {
    return typed(() => this.#thread.close());
  }

  /**
   * A way for an engine's worker to a store, which may still be opening.
   *
   * @internal
   */
  static link(store: WorkerStore | Promise<WorkerStore>): StoreLink {
    const isDurable = store instanceof WorkerStore ? store.place.isDurable : true;
    return linkOver(isDurable, async (port) => {
      const opened: unknown = await store;
      if (!(opened instanceof WorkerStore)) throw notAStore();
      await opened.#thread.serve(port);
    });
  }
}

/** The error of a bank for an option `store` that is no store. */
export function notAStore(): MemoryBankError {
  return invalid(
    "store of the options must be what RunStore.open() of this copy of the package gives: load agentic-memory-bank once in a page",
  );
}

function checkedNumber(number: unknown): number {
  if (Number.isSafeInteger(number)) return number as number;
  throw invalid("the number of what was set aside must be one that aside() names");
}

/**
 * The parts of a store that are found by themselves on a host.
 *
 * @internal
 */
export interface FoundStore {
  wasm: WasmSources;
  worker: NewWorker | null;
}

/**
 * Opens a store, and makes it an instance of this class.
 *
 * @internal
 */
export function openStore<T>(
  Store: new (thread: StoreThread, place: StorePlace) => T,
  options: unknown,
  found: FoundStore,
): Promise<T> {
  return typed(async () => {
    const checked = shaped<RunStoreOptions>(options, "the options", OPTIONS);
    const { name = NAME, setAside = false, passphrase } = checked;
    checkPassphrase(passphrase);
    const wasm = await storeWasm(checked, found);
    const thread = startThread(checked, found);
    try {
      const place = await thread.ask((worker) => worker.open(wasm, name, setAside, passphrase));
      return new Store(thread, place);
    } catch (thrown) {
      thread.end(closedStore());
      throw thrown;
    }
  });
}

/**
 * The files of a store, with any content.
 *
 * @internal
 */
export function filesOfStore(options: unknown, found: FoundStore): Promise<File[]> {
  return typed(async () => {
    const checked = shaped<StoreName>(options, "the options", STORE);
    const wasm = await storeWasm(checked, found);
    const thread = startThread(checked, found);
    try {
      return await thread.ask((worker) => worker.filesOf(wasm, checked.name ?? NAME));
    } finally {
      thread.end(closedStore());
    }
  });
}

function storeWasm({ wasm }: StoreName, found: FoundStore): Promise<PortableSources> {
  const store = checkedSources(wasm).store ?? found.wasm.store;
  return portable(store === undefined ? {} : { store }, baseAddress());
}

function startThread({ worker }: StoreName, found: FoundStore): StoreThread {
  carryFailures();
  const newWorker = worker ?? found.worker;
  if (newWorker === null) {
    throw invalid("a store works in a worker: pass worker: () => new Worker(…)");
  }
  const locks = tabsHere()?.locks ?? null;
  // Without locks the name is of no use, and an insecure context has no source of it.
  const name = locks === null ? "" : newWorkerName();
  const started = startWorker(newWorker, { role: "store", name });
  return new StoreThread(started, name, locks);
}

async function inFiles(name: string): Promise<boolean> {
  const root = await navigator.storage.getDirectory();
  await root.getDirectoryHandle(name);
  return true;
}

async function inDatabase(name: string): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some((database) => database.name === name);
}
