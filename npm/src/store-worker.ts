/** The store of runs in a dedicated worker of its own, which OPFS asks for; several engines may share it. */
import { expose } from "comlink";
import { carryFailures } from "./comlink-errors.ts";
import type { EngineStore } from "./engine.ts";
import { MemoryBankError } from "./errors.ts";
import type { StorePort } from "./store-link.ts";
import type { RunHead } from "./types.ts";
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

/** What the page asks of this worker. */
class StoreWorker {
  #store: WasmStore | null = null;
  #calls = 0;
  #idle: () => void = () => {};

  /** Opens the store of this name; `artefacts` is a URL that ends in a slash. */
  async open(artefacts: string, name: string): Promise<StorePlace> {
    const module = await loadStore(artefacts);
    this.#store = await openStore(module, name);
    const { kept, lacks, isDurable } = this.#store;
    return { kept, lacks, isDurable };
  }

  /** Serves an engine over this port. */
  connect(port: MessagePort): void {
    expose(this.#port(), port);
  }

  async runs(): Promise<RunHead[]> {
    return this.#call((store) => store.runs());
  }

  async deleteRun(docId: string): Promise<void> {
    return this.#call((store) => store.deleteRun(docId));
  }

  async bytes(): Promise<number> {
    return this.#call((store) => store.bytes());
  }

  /** Lets go of the store once no call is under way; those that follow fail with `closed`. */
  async close(): Promise<void> {
    const store = this.#store;
    this.#store = null;
    if (this.#calls > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    store?.free();
  }

  async #call<T>(work: (store: EngineStore) => Promise<T>): Promise<T> {
    if (this.#store === null) throw new MemoryBankError("closed", "the store of runs is closed");
    this.#calls += 1;
    try {
      return await work(this.#store);
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#idle();
    }
  }

  #port(): StorePort {
    return {
      createRun: (run) => this.#call((store) => store.createRun(run)),
      append: (run, batch) => this.#call((store) => store.append(run, batch)),
      runs: () => this.runs(),
      load: (run) => this.#call((store) => store.load(run)),
      bodies: (hashes) => this.#call((store) => store.bodies(hashes)),
      putBlob: (run, hash, bytes) => this.#call((store) => store.putBlob(run, hash, bytes)),
      blob: (run, hash) => this.#call((store) => store.blob(run, hash)),
      deleteBlob: (run, hash) => this.#call((store) => store.deleteBlob(run, hash)),
      deleteRun: (run) => this.deleteRun(run),
      bytes: () => this.bytes(),
    };
  }
}

async function openStore({ RunStore }: StoreModule, name: string): Promise<WasmStore> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await RunStore.open(name);
    } catch (thrown) {
      if (left === 0 || MemoryBankError.from(thrown).code !== "store_busy") throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }
}

export type { StoreWorker };

carryFailures();
expose(new StoreWorker());
