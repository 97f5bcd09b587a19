/** Long-term memory in Node: SQLite in wasm, whose pages are kept in files of the folder that runs are kept in. */
import { Erasures } from "./erasures.ts";
import type { FolderFiles } from "./folder-files.ts";
import { KeptStore } from "./kept-store.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { PageLog } from "./page-log.ts";
import type { WasmModules } from "./wasm-compiling.ts";

/** What the files are called. */
const NAME = "memory";

/** The memory of a folder, opened on first use. */
export class NodeMemory {
  readonly #store: KeptStore;
  readonly #erasures: Erasures;

  private constructor(store: KeptStore, log: PageLog) {
    this.#store = store;
    this.#erasures = new Erasures(log);
  }

  /** The memory in files of a folder. */
  static in(files: FolderFiles): NodeMemory {
    const log = new PageLog(files, NAME);
    return new NodeMemory(new KeptStore(log), log);
  }

  /** The memory in a store over this log. */
  static of(store: KeptStore, log: PageLog): NodeMemory {
    return new NodeMemory(store, log);
  }

  /** The same with these modules, which are loaded by the first call. */
  over(modules: WasmModules): MemoryCalls {
    const [store, erasures] = [this.#store, this.#erasures];
    return {
      askMemory: (request, settings) =>
        store.call(modules, ({ memory }) =>
          erasures.asked(request, () => memory.askMemory(request, settings)),
        ),
      supplyMemory: (call, supply) =>
        store.call(modules, ({ memory }) =>
          erasures.supplied(call, () => memory.supplyMemory(call, supply)),
        ),
    };
  }

  /** Lets go of it once no call is under way; those that follow fail with `closed`. */
  close(): Promise<void> {
    return this.#store.close();
  }
}
