/** Long-term memory in Node: SQLite in wasm, whose pages are kept in files of the folder that runs are kept in. */
import { CallsUnderWay } from "./calls-under-way.ts";
import { Erasures } from "./erasures.ts";
import { closed } from "./errors.ts";
import type { FolderFiles } from "./folder-files.ts";
import type { MemoryCalls, MemoryStep, MemorySupply, NewLongTermSettings } from "./memory-calls.ts";
import { MemoryOwner } from "./memory-owner.ts";
import { loadStore } from "./node-files.ts";
import { openOver } from "./page-keeping.ts";
import { PageLog } from "./page-log.ts";
import type { MemoryRequest } from "./types/MemoryRequest.ts";
import type { StoreModule, WasmStore } from "./wasm-modules.ts";

/** What the files are called. */
const NAME = "memory";

/** Memory that is open, and how it is let go of. */
interface Opened {
  owner: MemoryOwner;
  free(): void;
}

/** The memory of a folder, opened on first use. */
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

  /** The same with the artefacts of this folder, which are loaded by the first call. */
  over(artefacts: string): MemoryCalls {
    return {
      askMemory: (request, settings) => this.#ask(artefacts, request, settings),
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
    artefacts: string,
    request: MemoryRequest,
    settings: NewLongTermSettings,
  ): Promise<MemoryStep> {
    this.#opened ??= this.#open(artefacts).catch((thrown: unknown) => {
      // The next call may find it mended.
      this.#opened = null;
      throw thrown;
    });
    return this.askMemory(request, settings);
  }

  async #open(artefacts: string): Promise<Opened> {
    const module = await loadStore(artefacts);
    return inStore(module, await openOver(module, this.#log));
  }

  #call<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    return this.#calls.make(async () => {
      if (this.#opened === null) throw closed();
      return work(await this.#opened);
    });
  }
}

function inStore({ LongTermMemory }: StoreModule, store: WasmStore): Opened {
  const owner = new MemoryOwner((settings) => new LongTermMemory(store, settings));
  return { owner, free: () => store.free() };
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
