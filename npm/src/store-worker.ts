/** The store's role of a worker, which OPFS requires; several engines may share it. */
import { expose } from "comlink";
import type { PortableSources } from "./artefacts.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { runsAtWork, unlessAtWork } from "./run-locks.ts";
import { filesOf, openShared, type SharedStore } from "./shared-store.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";
import { closedStore, type StoreFace, type StorePlace } from "./store-owner.ts";
import { tabsHere } from "./tab-channel.ts";
import type { AsideStore, RunHead } from "./types.ts";
import { wasmModules } from "./wasm-compiling.ts";
import { fetchWasm } from "./wasm-fetching.ts";
import { crashed } from "./wasm-instance.ts";
import { loadStore, type StoreModule } from "./wasm-modules.ts";
import { holdForLife } from "./worker-lock.ts";

/** The calls of the page to this worker. */
class StoreWorker {
  readonly #tabs = tabsHere();
  #shared: SharedStore | null = null;
  readonly #here: Promise<void>;

  /** `name` is the name of the lock that this worker holds as long as it lives. */
  constructor(name: string) {
    this.#here = this.#tabs === null ? Promise.resolve() : holdForLife(this.#tabs.locks, name);
    // The page gets the error.
    this.#here.catch(() => {});
  }

  /** Resolves once the lock of this worker is held, if there are locks: the browser releases it with the worker. */
  async here(): Promise<void> {
    await this.#here;
  }

  /** Opens the store of this name. */
  async open(
    wasm: PortableSources,
    name: string,
    setsAside: boolean,
    passphrase: string | undefined,
  ): Promise<StorePlace> {
    const stores = await loaded(wasm);
    this.#shared = await openShared(stores, name, setsAside, this.#tabs, passphrase);
    return this.#store().place();
  }

  /** The files of the store of this name, readable or not. */
  async filesOf(wasm: PortableSources, name: string): Promise<File[]> {
    return filesOf(await loaded(wasm), name, this.#tabs);
  }

  /** Serves an engine over this port. */
  connect(port: MessagePort): void {
    const calls: StoreCalls & MemoryCalls = {
      ...passedOn((call) => call(this.#store())),
      deleteRun: (run) => this.deleteRun(run),
      askMemory: (request, settings) => this.#store().askMemory(request, settings),
      supplyMemory: (call, supply) => this.#store().supplyMemory(call, supply),
    };
    expose(calls, port);
  }

  async runs(): Promise<RunHead[]> {
    return this.#store().runs();
  }

  /** The runs that are under way in any tab. */
  async atWork(): Promise<string[]> {
    return this.#tabs === null ? [] : runsAtWork(this.#tabs.locks);
  }

  async deleteRun(docId: string): Promise<void> {
    const remove = async () => this.#store().deleteRun(docId);
    return this.#tabs === null ? remove() : unlessAtWork(this.#tabs.locks, docId, remove);
  }

  async changePassphrase(to: string | null): Promise<void> {
    if (this.#shared === null) throw closedStore();
    await this.#shared.changePassphrase(to);
  }

  async bytes(): Promise<number> {
    return this.#store().bytes();
  }

  async aside(): Promise<AsideStore[]> {
    return this.#store().aside();
  }

  async asideFiles(number: number): Promise<File[]> {
    return this.#store().asideFiles(number);
  }

  async deleteAside(number: number): Promise<boolean> {
    return this.#store().deleteAside(number);
  }

  /** Releases the store if there is another to be taken back. */
  async takeBack(number: number): Promise<boolean> {
    const isBack = await this.#store().takeBack(number);
    if (isBack) await this.close();
    return isBack;
  }

  /** Lets go of the store once no call is under way; those that follow fail with `closed`. */
  async close(): Promise<void> {
    const shared = this.#shared;
    this.#shared = null;
    await shared?.close();
  }

  #store(): StoreFace {
    if (this.#shared === null) throw closedStore();
    return this.#shared.face;
  }
}

/** Loads the store. A trap in it ends this worker as an uncaught error does: the page tells the waiting callers. */
async function loaded(wasm: PortableSources): Promise<StoreModule> {
  const stores = await loadStore(wasmModules(wasm, fetchWasm));
  stores.fault.onceHappened((reason) => {
    setTimeout(() => {
      throw crashed("store", reason);
    });
  });
  return stores;
}

export type { StoreWorker };

/** Takes this role on, under the name of a lock. */
export function serveStore(name: string): void {
  expose(new StoreWorker(name));
}
