/** Runs and long-term memory in a Durable Object: they outlive the isolate, at any interruption. */
import { checkedSources, type WasmSources } from "./artefacts.ts";
import { MemoryBankError, typed } from "./errors.ts";
import { checkPassphrase, checkText, invalid, type Shape, shaped } from "./fields.ts";
import type { EngineStore } from "./host.ts";
import { KeptStore } from "./kept-store.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { ObjectPages } from "./object-pages.ts";
import { checkStorage, type ObjectStorage } from "./object-storage.ts";
import { comingMemory, comingStore } from "./store-calls.ts";
import type { RunHead } from "./types.ts";
import { type WasmModules, wasmModules } from "./wasm-compiling.ts";
import { fetchWasm } from "./wasm-fetching.ts";

/** Options of a store. */
export interface RunStoreOptions {
  /** `ctx.storage` of the Durable Object. The store has two tables there, `amb_store` and `amb_pages`. */
  storage: ObjectStorage;
  /**
   * The passphrase of the store: a new store is encrypted, and an encrypted one is opened with it. A passphrase is
   * stored nowhere, and a forgotten one cannot be recovered.
   */
  passphrase?: string;
  /** The wasm of the artefact `store`, if it is not the package's. */
  wasm?: Pick<WasmSources, "store">;
}

/** The medium of runs. */
export interface StorePlace {
  kept: "object";
  /** Runs outlive the isolate. */
  isDurable: true;
}

const OPTIONS: Shape<RunStoreOptions> = { storage: "object", passphrase: "text", wasm: "any" };

/** The storages that a store has open. A second one would write its own pages over the first one's. */
const open = new WeakSet<ObjectStorage>();

/**
 * A store of runs and of long-term memory, for any number of banks of one Durable Object: `MemoryBank.open({ store
 * })`. A kept run (`keep: true`) is in it from its first moment, documents included, and stays until it is deleted
 * here. The whole store is in the memory of one WebAssembly instance while it is open. Every method rejects with a
 * `MemoryBankError`.
 */
export class ObjectRunStore {
  readonly place: Readonly<StorePlace> = { kept: "object", isDurable: true };
  readonly #storage: ObjectStorage;
  readonly #kept: KeptStore;
  readonly #modules: WasmModules;
  readonly #runs: EngineStore;

  /** @internal */
  constructor(storage: ObjectStorage, kept: KeptStore, modules: WasmModules) {
    this.#storage = storage;
    this.#kept = kept;
    this.#modules = modules;
    this.#runs = kept.runs(modules);
  }

  /** All runs, the newest first. One that is `running` and in no bank was cut off: `resumeRun` goes on with it. */
  runs(): Promise<RunHead[]> {
    return typed(() => this.#runs.runs());
  }

  /** Deletes a run. Rejects with `stored_run_not_found`. */
  delete(docId: string): Promise<void> {
    return typed(async () => {
      checkText(docId, "the docId of delete(docId)");
      await this.#runs.deleteRun(docId);
    });
  }

  /** Bytes of all data; bytes that several runs share count once. */
  bytes(): Promise<number> {
    return typed(() => this.#runs.bytes());
  }

  /** Bytes of WebAssembly memory of the store; 0 once it is closed, and after a trap until the next call. */
  memoryBytes(): number {
    return this.#kept.memoryBytes();
  }

  /**
   * Encrypts the store with this passphrase; `null` makes it plain. The whole store is written anew, and memory holds
   * a copy meanwhile: afterwards the old or the new state holds, at any failure.
   */
  changePassphrase(to: string | null): Promise<void> {
    return typed(async () => {
      if (to !== null) checkText(to, "the passphrase of changePassphrase(to)");
      checkPassphrase(to);
      await this.#kept.changePassphrase(this.#modules, to);
    });
  }

  /**
   * Lets go of the store's memory, once no call is under way. Banks that were opened with it keep their runs in memory
   * from then on.
   */
  close(): Promise<void> {
    return typed(async () => {
      await this.#kept.close();
      open.delete(this.#storage);
    });
  }

  /**
   * The ways of an engine to a store, which may still be opening.
   *
   * @internal
   */
  static link(store: unknown): { store: EngineStore; memory: MemoryCalls } {
    if (store instanceof ObjectRunStore) {
      return { store: store.#runs, memory: store.#kept.memory(store.#modules) };
    }
    if (!(store instanceof Promise)) throw notAStore();
    const linked = store.then((opened) => ObjectRunStore.link(opened));
    return {
      store: comingStore(linked.then(({ store }) => store)),
      memory: comingMemory(linked.then(({ memory }) => memory)),
    };
  }
}

/**
 * Opens a store, and makes it an instance of this class.
 *
 * @internal
 */
export function openObjectStore<T>(
  Store: new (storage: ObjectStorage, kept: KeptStore, modules: WasmModules) => T,
  options: unknown,
  found: WasmSources,
): Promise<T> {
  return typed(async () => {
    const { storage, passphrase, wasm } = shaped<Partial<RunStoreOptions>>(
      options ?? {},
      "the options",
      OPTIONS,
    );
    checkStorage(storage);
    checkPassphrase(passphrase);
    const modules = wasmModules({ ...found, ...checkedSources(wasm) }, fetchWasm);
    if (open.has(storage)) throw inUse();
    open.add(storage);
    try {
      const kept = new KeptStore(new ObjectPages(storage), passphrase);
      await kept.open(modules);
      return new Store(storage, kept, modules);
    } catch (thrown) {
      open.delete(storage);
      throw thrown;
    }
  });
}

function inUse(): MemoryBankError {
  const detail = "it is open in this isolate";
  const message = "the Durable Object has its store open already: use that one, or close it first";
  const store = { kind: "busy", detail } as const;
  return new MemoryBankError("store_busy", message, { retryable: true, store });
}

function notAStore(): MemoryBankError {
  return invalid("store of the options must be what RunStore.open({ storage }) gives");
}
