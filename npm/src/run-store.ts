/** Runs on disk, in the browser: they outlive the page, and whatever ends it in the midst of one. */
import { type Remote, transfer, wrap } from "comlink";
import { carryFailures } from "./comlink-errors.ts";
import { MemoryBankError, typed } from "./errors.ts";
import { checkText, type Shape, shaped } from "./fields.ts";
import { folder } from "./folder.ts";
import type { StoreLink } from "./store-link.ts";
import type { StorePlace, StoreWorker } from "./store-worker.ts";
import type { RunHead } from "./types.ts";

/** How a store is opened. */
export interface RunStoreOptions {
  /** Its name, of your own in this origin; default `agentic-memory-bank`. */
  name?: string;
  /** Where the wasm artefacts are (`store/`); default `artefacts/` beside the page. */
  artefacts?: string | URL;
}

const NAME = "agentic-memory-bank";

const OPTIONS: Shape<RunStoreOptions> = { name: "text", artefacts: "any" };

/**
 * A store of runs, for any number of banks: `MemoryBank.open({ store })`. What a bank keeps (`keep: true`) is in it from
 * the run's first moment, documents included, and stays until it is deleted here. Every method rejects with a
 * `MemoryBankError`.
 */
export class RunStore {
  /** Where runs are kept. In memory alone, `isDurable` is false and `lacks` says why. */
  readonly place: Readonly<StorePlace>;
  readonly #worker: Remote<StoreWorker>;

  private constructor(worker: Remote<StoreWorker>, place: StorePlace) {
    this.#worker = worker;
    this.place = place;
  }

  /**
   * Opens a store: on OPFS, else in IndexedDB, else in memory. Rejects with `store_busy` while another tab has it, and
   * with `store_corrupt` or `store_too_new` for one that it leaves as it is.
   */
  static open(options: RunStoreOptions = {}): Promise<RunStore> {
    return typed(() => RunStore.#open(shaped<RunStoreOptions>(options, "the options", OPTIONS)));
  }

  /** Whether a store of this name was ever opened in this origin, as far as the browser tells. Loads nothing. */
  static async exists(name: string = NAME): Promise<boolean> {
    const [isInFiles, isInDatabase] = await Promise.all([
      inFiles(name).catch(() => false),
      inDatabase(name).catch(() => false),
    ]);
    return isInFiles || isInDatabase;
  }

  static async #open({
    name = NAME,
    artefacts = "artefacts/",
  }: RunStoreOptions): Promise<RunStore> {
    carryFailures();
    const worker = new Worker(new URL("./store-worker.ts", import.meta.url), { type: "module" });
    const died = new Promise<never>((_, reject) => {
      worker.addEventListener("error", ({ message }) => reject(deathOf(message)));
    });
    const remote = wrap<StoreWorker>(worker);
    try {
      const place = await Promise.race([remote.open(folder(artefacts), name), died]);
      return new RunStore(remote, place);
    } catch (thrown) {
      worker.terminate();
      throw thrown;
    }
  }

  /** All runs, the youngest first. One that is `running` and in no bank was cut off: `resumeRun` goes on with it. */
  runs(): Promise<RunHead[]> {
    return typed(() => this.#worker.runs());
  }

  /** Deletes a run, and what only it needed. Rejects with `stored_run_not_found`. */
  delete(docId: string): Promise<void> {
    return typed(async () => {
      checkText(docId, "the docId of delete(docId)");
      await this.#worker.deleteRun(docId);
    });
  }

  /** Bytes of everything that is kept; what several runs share counts once. */
  bytes(): Promise<number> {
    return typed(() => this.#worker.bytes());
  }

  /** Lets go of the store, so that another tab may have it. Banks that were opened with it keep their runs in memory from then on. */
  close(): Promise<void> {
    return typed(() => this.#worker.close());
  }

  /** A way to the store for an engine's worker. */
  async link(): Promise<StoreLink> {
    const { port1, port2 } = new MessageChannel();
    await this.#worker.connect(transfer(port1, [port1]));
    return { port: port2, isDurable: this.place.isDurable };
  }
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

function deathOf(message: string | undefined): MemoryBankError {
  const [code, said] = message
    ? ["store_io", `the store of runs stopped: ${message}; reload the page`]
    : ["wasm_unreachable", "the worker of the store cannot be loaded: go online and try again"];
  return new MemoryBankError(code, said, { retryable: true });
}
