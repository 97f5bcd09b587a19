/** Runs on disk, in Node: they outlive the process, at any interruption. */
import { resolve } from "node:path";
import { checkedSources, type WasmSources } from "./artefacts.ts";
import {
  type ClosableRuns,
  checkFolder,
  type EncryptedFolder,
  type KeptDatabase,
  openEncrypted,
} from "./encrypted-folder.ts";
import { typed } from "./errors.ts";
import { checkPassphrase, checkText, invalid, type Shape, shaped } from "./fields.ts";
import { FileStore } from "./file-store.ts";
import { FolderDatabase } from "./folder-database.ts";
import { filesOf, makeFolder } from "./folder-files.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import type { EngineStore } from "./host.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { nodeModules } from "./node-files.ts";
import { checkNode } from "./node-version.ts";
import { mediumFailure, storeFailure } from "./store-failure.ts";
import type { RunHead } from "./types.ts";
import type { WasmModules } from "./wasm-compiling.ts";

/** Options of a store. */
export interface RunStoreOptions {
  /** The folder of runs, one file each; created if it is missing. */
  folder: string;
  /**
   * The passphrase of the folder: runs and long-term memory are then in one database, encrypted from its beginning. A
   * passphrase is stored nowhere, and a forgotten one cannot be recovered.
   */
  passphrase?: string;
  /** The wasm of the artefact `store`, which an encrypted folder needs, if it is not found by default. */
  wasm?: Pick<WasmSources, "store">;
}

/** The medium of runs. */
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

/** The open parts of a folder. */
type Contents = Pick<EncryptedFolder, "runs" | "memory"> & Partial<EncryptedFolder>;

/**
 * A store of runs and of long-term memory, for any number of banks: `MemoryBank.open({ store })`. A kept run (`keep:
 * true`) is in it from its first moment, documents included, and stays until it is deleted here. Every method rejects
 * with a `MemoryBankError`.
 */
export class RunStore {
  readonly place: Readonly<StorePlace>;
  readonly #store: ClosableRuns;
  readonly #memory: KeptDatabase;
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
   * `passphrase_needed`, `passphrase_wrong` or `store_not_encrypted` where the passphrase is not the folder's: it is
   * left as it is.
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
   * Encrypts an encrypted folder with another passphrase: afterwards either the old one or the new one holds, at any
   * failure. Rejects with `store_not_encrypted` for a plain folder: a folder is encrypted from its beginning, or not
   * at all.
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
   * All runs, the newest first. One that is `running` and in no bank was cut off: `resumeRun` goes on with it. An
   * unreadable one is `failed` with `store_corrupt` or `store_too_new`; its file stays unchanged until it is deleted
   * here.
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

  /** Bytes of all data; bytes that several runs share count once, though each file has them. */
  bytes(): Promise<number> {
    return typed(() => this.#store.bytes());
  }

  /**
   * Lets go of the folder, so that another may have it. Banks that were opened with it keep their runs in memory from
   * then on.
   */
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
    return openEncrypted(new FolderDatabase(path, passphrase), nodeModules(checkedSources(wasm)));
  return { runs: new FileStore(files), memory: new FolderDatabase(path) };
}
