/** The store of runs in the tab that has it open. */
import { CallsUnderWay } from "./calls-under-way.ts";
import { MemoryBankError } from "./errors.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { MemoryOwner } from "./memory-owner.ts";
import { newSalt, type Seal, sealOf } from "./passphrase-seal.ts";
import { atWork } from "./run-locks.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";
import type { AsideStore } from "./types.ts";
import type { StoreModule, WasmStore } from "./wasm-modules.ts";

/** The medium of runs. */
export interface StorePlace {
  /** On OPFS, in IndexedDB, or, where neither can be had, in memory alone. */
  kept: WasmStore["kept"];
  /** The browser's messages about the better media that it lacks. */
  lacks: string[];
  /** True if runs outlive the page. */
  isDurable: boolean;
}

/** The calls to a store, from any tab. */
export interface StoreFace extends StoreCalls, MemoryCalls {
  place(): Promise<StorePlace>;
  /** The seal of the passphrase that it was opened with; `null` if it was opened without one. */
  seal(): Promise<Seal | null>;
  aside(): Promise<AsideStore[]>;
  asideFiles(number: number): Promise<File[]>;
  deleteAside(number: number): Promise<boolean>;
  takeBack(number: number): Promise<boolean>;
  /** The files of the store itself, with any content. */
  files(): Promise<File[]>;
  /** Opens the store anew; an unreadable one is set aside. */
  renew(): Promise<void>;
}

/** The passphrase of a store, as one tab knows it; it is sent to no other. */
export interface StoreSecret {
  passphrase?: string | undefined;
}

/** The stores that can be loaded, and the name of this one. */
export interface StoreSource {
  readonly stores: StoreModule;
  readonly name: string;
  /** The secret by which this tab opens it. */
  readonly secret: StoreSecret;
  /** The runs that are under way in any tab. */
  readonly atWork: () => Promise<string[]>;
}

/** A page that was just closed may not have let go yet: so often, and after so long, the store is tried again. */
const TRIES = 10;
const PAUSE_MILLISECONDS = 300;

/** A store that is open, or opening, or the reason why there is none; and its pending calls. */
interface Held {
  readonly store: Promise<WasmStore>;
  /** Long-term memory in it, once it was used. */
  memory: MemoryOwner | null;
  readonly calls: CallsUnderWay;
}

/** A store that is open, and may be opened anew under way. */
export class StoreOwner {
  readonly face: StoreFace;
  readonly #source: StoreSource;
  readonly #salt = newSalt();
  /** Made at the first use, because it is slow. */
  #seal: Promise<Seal | null> | null = null;
  #held: Held;

  private constructor(source: StoreSource, store: WasmStore) {
    this.#source = source;
    this.#held = held(Promise.resolve(store));
    const { stores, name } = source;
    this.face = {
      ...passedOn((call) => this.#call(call)),
      place: () => this.#call(async (store) => placeOf(store)),
      seal: () => this.#call(() => this.#sealed()),
      aside: () => this.#call(() => stores.RunStore.aside(name)),
      asideFiles: (number) => this.#call(() => stores.RunStore.files(name, number)),
      deleteAside: (number) => this.#call(() => stores.RunStore.deleteAside(name, number)),
      takeBack: (number) => this.#takeBack(number),
      files: () => stores.RunStore.files(name),
      renew: () => this.#anew(true, async () => {}),
      askMemory: (request, settings) =>
        this.#memory((memory) => memory.askMemory(request, settings)),
      supplyMemory: (call, supply) => this.#memory((memory) => memory.supplyMemory(call, supply)),
    };
  }

  /** Opens the store. With `setsAside`, an unreadable one is set aside, and a new one opened. */
  static async open(source: StoreSource, setsAside: boolean): Promise<StoreOwner> {
    return new StoreOwner(source, await opened(source, setsAside));
  }

  /** Encrypts the store with this passphrase, or makes it plain, and opens it by that from then on. */
  async changePassphrase(to: string | null): Promise<void> {
    await this.#call((store) => store.changePassphrase(to));
    this.#source.secret.passphrase = to ?? undefined;
    this.#seal = null;
  }

  /** Lets go of the store once no call is under way. */
  async close(): Promise<void> {
    const before = this.#held;
    this.#held = held(Promise.reject(closedStore()));
    await free(before);
  }

  #sealed(): Promise<Seal | null> {
    this.#seal ??= sealOf(this.#source.secret.passphrase, this.#salt);
    return this.#seal;
  }

  async #takeBack(number: number): Promise<boolean> {
    const { stores, name, atWork: runs } = this.#source;
    const aside = await this.#call(() => stores.RunStore.aside(name));
    if (!aside.some((one) => one.number === number)) return false;
    const [busy] = await runs();
    if (busy !== undefined) throw atWork(busy);
    return this.#anew(false, () => stores.RunStore.takeBack(name, number));
  }

  /** Does it while the store is not open, and opens it again; calls wait. */
  async #anew<T>(setsAside: boolean, work: () => Promise<T>): Promise<T> {
    const worked = free(this.#held).then(work);
    const open = () => opened(this.#source, setsAside);
    this.#held = held(worked.then(open, open));
    const done = await worked;
    await this.#held.store;
    return done;
  }

  /** Calls of memory end with the store that they were made of. */
  async #memory<T>(work: (memory: MemoryOwner) => Promise<T>): Promise<T> {
    const held = this.#held;
    return this.#call((store) => {
      const { LongTermMemory } = this.#source.stores;
      held.memory ??= new MemoryOwner((settings) => new LongTermMemory(store, settings));
      return work(held.memory);
    });
  }

  #call<T>(work: (store: WasmStore) => Promise<T>): Promise<T> {
    const { calls, store } = this.#held;
    return calls.make(async () => work(await store));
  }
}

function held(store: Promise<WasmStore>): Held {
  // The callers get the error.
  store.catch(() => {});
  return { store, memory: null, calls: new CallsUnderWay() };
}

/** Releases a store once no call of it is under way. */
async function free(held: Held): Promise<void> {
  await held.calls.end();
  await held.memory?.free();
  (await held.store.catch(() => null))?.free();
}

async function opened(
  { stores, name, secret }: StoreSource,
  setsAside: boolean,
): Promise<WasmStore> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await stores.RunStore.open(name, setsAside, secret.passphrase);
    } catch (thrown) {
      if (left === 0 || MemoryBankError.from(thrown).code !== "store_busy") throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }
}

function placeOf({ kept, lacks, isDurable }: WasmStore): StorePlace {
  return { kept, lacks, isDurable };
}

/** The error of a closed store. */
export function closedStore(): MemoryBankError {
  return new MemoryBankError("closed", "the store of runs is closed");
}
