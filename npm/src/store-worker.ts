/** The store of runs in a dedicated worker of its own, which OPFS asks for; several engines may share it. */
import { expose } from "comlink";
import { carryFailures } from "./comlink-errors.ts";
import { MemoryBankError } from "./errors.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";
import type { AsideStore, RunHead } from "./types.ts";
import { loadStore, type StoreModule, type WasmStore } from "./wasm-modules.ts";

/** Where runs are kept. */
export interface StorePlace {
  /** On OPFS, in IndexedDB, or, where neither can be had, in memory alone. */
  kept: WasmStore["kept"];
  /** What the browser said of the better places that it lacks. */
  lacks: string[];
  /** Whether runs outlive the page. */
  isDurable: boolean;
}

/** A page that was just closed may not have let go yet: so often, and after so long, the store is tried again. */
const TRIES = 10;
const PAUSE_MILLISECONDS = 300;

/** A store that is open, its name, and who knows those that were set aside. */
interface Opened {
  readonly store: WasmStore;
  readonly name: string;
  readonly stores: StoreModule["RunStore"];
}

/** What the page asks of this worker. */
class StoreWorker {
  #opened: Opened | null = null;
  #calls = 0;
  #idle: () => void = () => {};

  /** Opens the store of this name; `artefacts` is a URL that ends in a slash. */
  async open(artefacts: string, name: string, setsAside: boolean): Promise<StorePlace> {
    const { RunStore } = await loadStore(artefacts);
    const store = await openStore(RunStore, name, setsAside);
    this.#opened = { store, name, stores: RunStore };
    const { kept, lacks, isDurable } = store;
    return { kept, lacks, isDurable };
  }

  /** The files of the store of this name, which nobody needs to be able to open. */
  async filesOf(artefacts: string, name: string): Promise<File[]> {
    const { RunStore } = await loadStore(artefacts);
    return RunStore.files(name);
  }

  /** Serves an engine over this port. */
  connect(port: MessagePort): void {
    const calls: StoreCalls = passedOn((call) => this.#call(({ store }) => call(store)));
    expose(calls, port);
  }

  async runs(): Promise<RunHead[]> {
    return this.#call(({ store }) => store.runs());
  }

  async deleteRun(docId: string): Promise<void> {
    return this.#call(({ store }) => store.deleteRun(docId));
  }

  async bytes(): Promise<number> {
    return this.#call(({ store }) => store.bytes());
  }

  async aside(): Promise<AsideStore[]> {
    return this.#call(({ stores, name }) => stores.aside(name));
  }

  async asideFiles(number: number): Promise<File[]> {
    return this.#call(({ stores, name }) => stores.files(name, number));
  }

  async deleteAside(number: number): Promise<boolean> {
    return this.#call(({ stores, name }) => stores.deleteAside(name, number));
  }

  /** Lets go of the store where there is another to be taken back. */
  async takeBack(number: number): Promise<boolean> {
    const { stores, name } = await this.#call(async (opened) => opened);
    const aside = await stores.aside(name);
    if (!aside.some((one) => one.number === number)) return false;
    await this.close();
    return stores.takeBack(name, number);
  }

  /** Lets go of the store once no call is under way; those that follow fail with `closed`. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    if (this.#calls > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    opened?.store.free();
  }

  async #call<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    if (this.#opened === null) throw new MemoryBankError("closed", "the store of runs is closed");
    this.#calls += 1;
    try {
      return await work(this.#opened);
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#idle();
    }
  }
}

async function openStore(
  stores: StoreModule["RunStore"],
  name: string,
  setsAside: boolean,
): Promise<WasmStore> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await stores.open(name, setsAside);
    } catch (thrown) {
      if (left === 0 || MemoryBankError.from(thrown).code !== "store_busy") throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }
}

export type { StoreWorker };

carryFailures();
expose(new StoreWorker());
