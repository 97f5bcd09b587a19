/** A store of runs and long-term memory in SQLite's wasm, over pages that are kept outside of it. */
import { CallsUnderWay } from "./calls-under-way.ts";
import { Erasures, type Traces } from "./erasures.ts";
import { MemoryBankError } from "./errors.ts";
import type { EngineStore } from "./host.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { MemoryOwner } from "./memory-owner.ts";
import { passedOn } from "./store-calls.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { unlessCrashed, type WasmInstance } from "./wasm-instance.ts";
import { loadStore, type PageKeeper, type StoreModule, type WasmStore } from "./wasm-modules.ts";

/** An instance that has the database open. */
interface Opened {
  module: StoreModule & WasmInstance;
  store: WasmStore;
  memory: MemoryOwner;
}

/**
 * A database over a keeper of pages. The first call opens it. A trap ends its instance: the calls under way fail with
 * `store_crashed`, and the next call opens the database again. A failure of the keeper is thrown as the keeper threw
 * it.
 */
export class KeptStore {
  readonly #keeper: PageKeeper;
  readonly #erasures: Erasures;
  readonly #calls = new CallsUnderWay();
  #passphrase: string | undefined;
  #opening: Promise<Opened> | null = null;
  #opened: Opened | null = null;
  /** The reason why the last read of the pages failed. */
  #unread: MemoryBankError | null = null;

  constructor(keeper: PageKeeper & Traces, passphrase?: string) {
    this.#keeper = this.#heard(keeper);
    this.#erasures = new Erasures(keeper);
    this.#passphrase = passphrase;
  }

  /** Opens the database, unless it is open. */
  async open(modules: WasmModules): Promise<void> {
    await this.#call(modules, async () => {});
  }

  /** Its runs, for an engine; these modules are loaded when the database must be opened. */
  runs(modules: WasmModules): EngineStore {
    const calls = passedOn((call) => this.#call(modules, ({ store }) => call(store)));
    const deleteRun = (run: string) =>
      this.#call(modules, ({ store }) => this.#erasures.erasing(() => store.deleteRun(run)));
    return { isDurable: true, ...calls, deleteRun };
  }

  /** Its long-term memory; the modules likewise. */
  memory(modules: WasmModules): MemoryCalls {
    return {
      askMemory: (request, settings) =>
        this.#call(modules, ({ memory }) =>
          this.#erasures.asked(request, () => memory.askMemory(request, settings)),
        ),
      supplyMemory: (call, supply) =>
        this.#call(modules, ({ memory }) =>
          this.#erasures.supplied(call, () => memory.supplyMemory(call, supply)),
        ),
    };
  }

  /** Encrypts the database with another passphrase; `null` makes it plain. */
  changePassphrase(modules: WasmModules, to: string | null): Promise<void> {
    return this.#call(modules, async ({ store }) => {
      await store.changePassphrase(to);
      this.#passphrase = to ?? undefined;
    });
  }

  /** Bytes of the instance's memory; 0 while none is open. */
  memoryBytes(): number {
    return this.#opened?.module.memory.buffer.byteLength ?? 0;
  }

  /** Lets go of the instance once no call is under way; later calls fail with `closed`. */
  async close(): Promise<void> {
    await this.#calls.end();
    const opened = await this.#opening?.catch(() => null);
    this.#forget();
    if (!opened) return;
    const { module, memory, store } = opened;
    // If this ends the instance, there is nothing left to free.
    await unlessCrashed(module.fault, () => memory.free()).catch(() => {});
    store.free();
  }

  #call<T>(modules: WasmModules, work: (opened: Opened) => Promise<T>): Promise<T> {
    return this.#calls.make(async () => {
      this.#opening ??= this.#open(modules);
      const opened = await this.#opening;
      try {
        return await unlessCrashed(opened.module.fault, () => work(opened));
      } catch (thrown) {
        throw this.#unread ?? thrown;
      }
    });
  }

  async #open(modules: WasmModules): Promise<Opened> {
    try {
      const module = await loadStore(modules);
      const store = await unlessCrashed(module.fault, () =>
        module.RunStore.keptBy(this.#keeper, this.#passphrase),
      );
      const memory = new MemoryOwner((settings) => new module.LongTermMemory(store, settings));
      module.fault.onceHappened(() => this.#forget());
      this.#opened = { module, store, memory };
      return this.#opened;
    } catch (thrown) {
      // The next call may find it mended.
      this.#forget();
      throw this.#unread ?? MemoryBankError.from(thrown);
    }
  }

  #forget(): void {
    this.#opening = null;
    this.#opened = null;
  }

  /** The keeper as the wasm calls it; its own failures are remembered. */
  #heard(keeper: PageKeeper): PageKeeper {
    return {
      load: async () => {
        this.#unread = null;
        return this.#pages(await this.#loaded(() => keeper.load()));
      },
      commit: (pages) => told(keeper.commit(pages)),
      replace: (pages) => told(keeper.replace(pages)),
    };
  }

  *#pages(pages: Iterable<[number, Uint8Array]>): Generator<[number: number, bytes: Uint8Array]> {
    try {
      yield* pages;
    } catch (thrown) {
      throw this.#unreadable(thrown);
    }
  }

  async #loaded<T>(load: () => Promise<T>): Promise<T> {
    try {
      return await load();
    } catch (thrown) {
      throw this.#unreadable(thrown);
    }
  }

  #unreadable(thrown: unknown): unknown {
    this.#unread = MemoryBankError.from(thrown);
    return asOfPlatform(thrown);
  }
}

async function told<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (thrown) {
    throw asOfPlatform(thrown);
  }
}

/** The wasm recognises a storage error of a platform by its name, so a full disk is still reported as one. */
function asOfPlatform(thrown: unknown): unknown {
  const store = thrown instanceof MemoryBankError ? thrown.store : undefined;
  if (store === undefined || !("detail" in store)) return thrown;
  if (store.kind === "full") return new DOMException(store.detail, "QuotaExceededError");
  return new Error(store.detail);
}
