/** Long-term memory in Node: SQLite in wasm, whose pages are kept in files of the folder that runs are kept in. */
import { CallsUnderWay } from "./calls-under-way.ts";
import { Erasures } from "./erasures.ts";
import { closed } from "./errors.ts";
import type { FolderFiles } from "./folder-files.ts";
import type { MemoryRequest } from "./generated.ts";
import type { MemoryCalls, MemoryStep, MemorySupply, NewLongTermSettings } from "./memory-calls.ts";
import { MemoryOwner } from "./memory-owner.ts";
import { openOver } from "./page-keeping.ts";
import { PageLog } from "./page-log.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { type Fault, unlessCrashed } from "./wasm-instance.ts";
import { loadStore, type StoreModule, type WasmStore } from "./wasm-modules.ts";

/** What the files are called. */
const NAME = "memory";

/** Memory that is open, and how it is let go of. */
interface Opened {
  owner: MemoryOwner;
  fault: Fault;
  free(): void;
}

/** The memory of a folder, opened on first use, and again by the call after a trap. */
export class NodeMemory implements MemoryCalls {
  readonly #log: PageLog;
  readonly #calls = new CallsUnderWay();
  readonly #erasures: Erasures;
  #opened: Promise<Opened> | null = null;

  private constructor(log: PageLog) {
    this.#log = log;
    this.#erasures = new Erasures(log);
  }

  /** The memory in files of a folder. */
  static in(files: FolderFiles): NodeMemory {
    return new NodeMemory(new PageLog(files, NAME));
  }

  /** The memory in a store that is open already over this log, and goes with it. */
  static of(module: StoreModule, store: WasmStore, log: PageLog): NodeMemory {
    const memory = new NodeMemory(log);
    memory.#opened = Promise.resolve(inStore(module, store));
    return memory;
  }

  /** The same with these modules, which are loaded by the first call. */
  over(modules: WasmModules): MemoryCalls {
    return {
      askMemory: (request, settings) => this.#ask(modules, request, settings),
      supplyMemory: (call, supply) => this.supplyMemory(call, supply),
    };
  }

  askMemory(request: MemoryRequest, settings: NewLongTermSettings): Promise<MemoryStep> {
    return this.#call(({ owner }) =>
      this.#erasures.asked(request, () => owner.askMemory(request, settings)),
    );
  }

  supplyMemory(call: number, supply: MemorySupply): Promise<MemoryStep> {
    return this.#call(({ owner }) =>
      this.#erasures.supplied(call, () => owner.supplyMemory(call, supply)),
    );
  }

  /** Lets go of it once no call is under way; those that follow fail with `closed`. */
  async close(): Promise<void> {
    await this.#calls.end();
    const opened = await this.#opened?.catch(() => null);
    opened?.owner.free();
    opened?.free();
  }

  #ask(
    modules: WasmModules,
    request: MemoryRequest,
    settings: NewLongTermSettings,
  ): Promise<MemoryStep> {
    this.#opened ??= this.#open(modules).catch((thrown: unknown) => {
      // The next call may find it mended.
      this.#opened = null;
      throw thrown;
    });
    return this.askMemory(request, settings);
  }

  async #open(modules: WasmModules): Promise<Opened> {
    const module = await loadStore(modules);
    const opened = inStore(module, await openOver(module, this.#log));
    module.fault.onceHappened(() => {
      this.#opened = null;
    });
    return opened;
  }

  #call<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    return this.#calls.make(async () => {
      if (this.#opened === null) throw closed();
      const opened = await this.#opened;
      return unlessCrashed(opened.fault, () => work(opened));
    });
  }
}

function inStore({ LongTermMemory, fault }: StoreModule, store: WasmStore): Opened {
  const owner = new MemoryOwner((settings) => new LongTermMemory(store, settings));
  return { owner, fault, free: () => store.free() };
}

/** Memory of a store that may still be opening: calls wait for it, and fail as its opening did. */
export function comingMemory(coming: Promise<MemoryCalls>): MemoryCalls {
  // Who calls it is told; without a call nobody needs to be.
  coming.catch(() => {});
  return {
    askMemory: async (request, settings) => (await coming).askMemory(request, settings),
    supplyMemory: async (call, supply) => (await coming).supplyMemory(call, supply),
  };
}
