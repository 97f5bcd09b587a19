/** The store of runs in a dedicated worker of its own, which OPFS asks for; several engines may share it. */
import { expose } from "comlink";
import { carryFailures } from "./comlink-errors.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { runsAtWork, unlessAtWork } from "./run-locks.ts";
import { filesOf, openShared, type SharedStore } from "./shared-store.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";
import { closedStore, type StoreFace, type StorePlace } from "./store-owner.ts";
import { tabsHere } from "./tab-channel.ts";
import type { AsideStore, RunHead } from "./types.ts";
import { loadStore } from "./wasm-modules.ts";
import { holdForLife } from "./worker-lock.ts";

/** What the page asks of this worker. */
class StoreWorker {
  readonly #tabs = tabsHere();
  #shared: SharedStore | null = null;
  readonly #here: Promise<void>;

  constructor() {
    this.#here = this.#tabs === null ? Promise.resolve() : holdForLife(this.#tabs.locks, self.name);
    // The page is told.
    this.#here.catch(() => {});
  }

  /** Resolves once the lock of this worker's name is held, where there are locks: the browser lets go of it with the worker. */
  async here(): Promise<void> {
    await this.#here;
  }

  /** Opens the store of this name; `artefacts` is a URL that ends in a slash. */
  async open(
    artefacts: string,
    name: string,
    setsAside: boolean,
    passphrase: string | undefined,
  ): Promise<StorePlace> {
    const stores = await loadStore(artefacts);
    this.#shared = await openShared(stores, name, setsAside, this.#tabs, passphrase);
    return this.#store().place();
  }

  /** The files of the store of this name, which nobody needs to be able to open. */
  async filesOf(artefacts: string, name: string): Promise<File[]> {
    return filesOf(await loadStore(artefacts), name, this.#tabs);
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

  /** Lets go of the store where there is another to be taken back. */
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

export type { StoreWorker };

carryFailures();
expose(new StoreWorker());
