/** Runs on disk, in Node: they outlive the process, and whatever ends it in the midst of one. */
import { resolve } from "node:path";
import { checkedSources, type WasmSources } from "./artefacts.ts";
import {
  type ClosableRuns,
  checkFolder,
  type EncryptedFolder,
  openEncrypted,
} from "./encrypted-folder.ts";
import { typed } from "./errors.ts";
import { checkPassphrase, checkText, invalid, type Shape, shaped } from "./fields.ts";
import { FileStore } from "./file-store.ts";
import { type FolderFiles, filesOf, makeFolder } from "./folder-files.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import type { EngineStore } from "./host.ts";
import { KeptStore } from "./kept-store.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { nodeModules } from "./node-files.ts";
import { checkNode } from "./node-version.ts";
import { PageLog } from "./page-log.ts";
import { mediumFailure, storeFailure } from "./store-failure.ts";
import type { RunHead } from "./types.ts";
import type { WasmModules } from "./wasm-compiling.ts";

/** How a store is opened. */
export interface RunStoreOptions {
  /** The folder that runs are kept in, one file each; made if there is none. */
  folder: string;
  /**
   * What the folder is encrypted with: runs and long-term memory are then in one database, encrypted from its beginning. A
   * passphrase is kept nowhere, and cannot be found out where it was forgotten.
   */
  passphrase?: string;
  /** The wasm of the artefact `store`, which an encrypted folder needs, where it is not found by itself. */
  wasm?: Pick<WasmSources, "store">;
}

/** Where runs are kept. */
export interface StorePlace {
  kept: "folder";
  /** The folder, as an absolute path. */
  folder: string;
  /** Runs outlive the process. */
  isDurable: true;
}

const OPTIONS: Shape<RunStoreOptions> = {
  folder: "text",
  passphrase: "text",
  wasm: "any",
};

/** What the files of long-term memory are called. */
const MEMORY = "memory";

/** What is open in a folder. */
type Contents = Pick<EncryptedFolder, "runs" | "memory"> & Partial<EncryptedFolder>;

/**
 * A store of runs and of long-term memory, for any number of banks: `MemoryBank.open({ store })`. What a bank keeps (`keep: true`) is in it from
 * the run's first moment, documents included, and stays until it is deleted here. Every method rejects with a
 * `MemoryBankError`.
 */
export class RunStore {
  readonly place: Readonly<StorePlace>;
  readonly #store: ClosableRuns;
  readonly #memory: KeptStore;
  readonly #contents: Contents;
  readonly #lock: FolderLock;
  #closed: Promise<void> | undefined;

  private constructor(folder: string, contents: Contents, lock: FolderLock) {
    this.place = { kept: "folder", folder, isDurable: true };
    this.#store = contents.runs;
    this.#memory = contents.memory;
    this.#contents = contents;
    this.#lock = lock;
  }

  /**
   * Opens a store. Rejects with `store_busy` while another process, or another store of this one, has the folder; with
   * `passphrase_needed`, `passphrase_wrong` or `store_not_encrypted` where the passphrase is not the folder's: it is left as it is.
   */
  static open(options: RunStoreOptions): Promise<RunStore> {
    return typed(async () => {
      checkNode();
      return RunStore.#open(shaped<RunStoreOptions>(options ?? {}, "the options", OPTIONS));
    });
  }

  static async #open(options: Partial<RunStoreOptions>): Promise<RunStore> {
    const { folder, passphrase } = options;
    if (!folder) throw invalid("RunStore.open({ folder }) needs the path of a folder in Node");
    checkPassphrase(passphrase);
    const path = resolve(folder);
    try {
      await makeFolder(path);
      const lock = await lockFolder(path);
      try {
        return new RunStore(path, await contentsOf(path, options), lock);
      } catch (thrown) {
        await lock.release().catch(() => {});
        throw thrown;
      }
    } catch (thrown) {
      throw mediumFailure(thrown);
    }
  }

  /**
   * Encrypts an encrypted folder with another passphrase: afterwards it is by the old one or the new one, whatever fails.
   * Rejects with `store_not_encrypted` for another folder: one is encrypted from its beginning, or not at all.
   */
  changePassphrase(to: string): Promise<void> {
    return typed(async () => {
      checkText(to, "the passphrase of changePassphrase(to)");
      checkPassphrase(to);
      const { changePassphrase } = this.#contents;
      if (changePassphrase === undefined) throw storeFailure({ kind: "not_encrypted" });
      await changePassphrase(to);
    });
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
    this.#closed ??= typed(async () => {
      await this.#store.close();
      await this.#memory.close();
      await this.#lock.release().catch((thrown: unknown) => {
        throw mediumFailure(thrown);
      });
    });
    return this.#closed;
  }

  /**
   * The way of an engine to long-term memory, with these modules.
   *
   * @internal
   */
  linkMemory(modules: WasmModules): MemoryCalls {
    return this.#memory.memory(modules);
  }

  /**
   * The way of an engine to the store.
   *
   * @internal
   */
  link(): EngineStore {
    return this.#store;
  }
}

async function contentsOf(path: string, options: Partial<RunStoreOptions>): Promise<Contents> {
  const { passphrase, wasm } = options;
  const files = filesOf(path);
  await checkFolder(files, passphrase !== undefined);
  if (passphrase !== undefined)
    return openEncrypted(files, passphrase, nodeModules(checkedSources(wasm)));
  return { runs: new FileStore(files), memory: memoryIn(files) };
}

/**
 * The long-term memory of a folder, opened on first use.
 *
 * @internal
 */
export function memoryIn(files: FolderFiles): KeptStore {
  return new KeptStore(new PageLog(files, MEMORY));
}
