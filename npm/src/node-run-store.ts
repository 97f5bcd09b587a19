/** Runs on disk, in Node: they outlive the process, and whatever ends it in the midst of one. */
import { resolve } from "node:path";
import { typed } from "./errors.ts";
import { checkText, invalid, type Shape, shaped } from "./fields.ts";
import { FileStore } from "./file-store.ts";
import { filesOf, makeFolder } from "./folder-files.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import type { EngineStore } from "./host.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { NodeMemory } from "./node-memory.ts";
import { mediumFailure } from "./store-failure.ts";
import type { RunHead } from "./types.ts";

/** How a store is opened. */
export interface RunStoreOptions {
  /** The folder that runs are kept in, one file each; made if there is none. */
  folder: string;
}

/** Where runs are kept. */
export interface StorePlace {
  kept: "folder";
  /** The folder, as an absolute path. */
  folder: string;
  /** Runs outlive the process. */
  isDurable: true;
}

const OPTIONS: Shape<RunStoreOptions> = { folder: "text" };

/**
 * A store of runs and of long-term memory, for any number of banks: `MemoryBank.open({ store })`. What a bank keeps (`keep: true`) is in it from
 * the run's first moment, documents included, and stays until it is deleted here. Every method rejects with a
 * `MemoryBankError`.
 */
export class RunStore {
  readonly place: Readonly<StorePlace>;
  readonly #store: FileStore;
  readonly #memory: NodeMemory;
  readonly #lock: FolderLock;

  private constructor(folder: string, lock: FolderLock) {
    this.place = { kept: "folder", folder, isDurable: true };
    this.#store = new FileStore(filesOf(folder));
    this.#memory = new NodeMemory(filesOf(folder));
    this.#lock = lock;
  }

  /** Opens a store. Rejects with `store_busy` while another process, or another store of this one, has the folder. */
  static open(options: RunStoreOptions): Promise<RunStore> {
    return typed(() => RunStore.#open(shaped<RunStoreOptions>(options, "the options", OPTIONS)));
  }

  static async #open({ folder }: Partial<RunStoreOptions>): Promise<RunStore> {
    if (!folder) throw invalid("folder of the options must be the path of a folder");
    const path = resolve(folder);
    try {
      await makeFolder(path);
      return new RunStore(path, await lockFolder(path));
    } catch (thrown) {
      throw mediumFailure(thrown);
    }
  }

  /**
   * All runs, the youngest first. One that is `running` and in no bank was cut off: `resumeRun` goes on with it. One that
   * cannot be read is `failed` with `store_corrupt` or `store_too_new`; its file stays as it is until it is deleted here.
   */
  runs(): Promise<RunHead[]> {
    return typed(() => this.#store.runs());
  }

  /** Deletes a run. Rejects with `stored_run_not_found`. */
  delete(docId: string): Promise<void> {
    return typed(async () => {
      checkText(docId, "the docId of delete(docId)");
      await this.#store.deleteRun(docId);
    });
  }

  /** Bytes of everything that is kept; what several runs share counts once, though each file has it. */
  bytes(): Promise<number> {
    return typed(() => this.#store.bytes());
  }

  /** Lets go of the folder, so that another may have it. Banks that were opened with it keep their runs in memory from then on. */
  close(): Promise<void> {
    return typed(async () => {
      await this.#memory.close();
      await this.#store.close();
      await this.#lock.release().catch((thrown: unknown) => {
        throw mediumFailure(thrown);
      });
    });
  }

  /** The way of an engine to long-term memory, with the wasm artefacts of this folder. */
  linkMemory(artefacts: string): MemoryCalls {
    return this.#memory.over(artefacts);
  }

  /** The way of an engine to the store. */
  link(): EngineStore {
    return this.#store;
  }
}
