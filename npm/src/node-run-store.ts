/** Runs on disk, in Node: they outlive the process, at any interruption. */
import { resolve } from "node:path";
import { checkedSources, type WasmSources } from "./artefacts.ts";
import { typed } from "./errors.ts";
import { checkPassphrase, checkText, invalid, type Shape, shaped } from "./fields.ts";
import { makeFolder } from "./folder-files.ts";
import type { EngineStore } from "./host.ts";
import { LockFiles } from "./lock-files.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { nodeModules } from "./node-files.ts";
import { checkNode } from "./node-version.ts";
import { type RunHolds, RunLocks, runsAtWork, unlessAtWork } from "./run-locks.ts";
import { SharedFolder } from "./shared-folder.ts";
import { passedOn } from "./store-calls.ts";
import { mediumFailure } from "./store-failure.ts";
import { closedStore } from "./store-owner.ts";
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

/**
 * A store of runs and of long-term memory, for any number of banks, in any number of processes of one machine:
 * `MemoryBank.open({ store })`. One process has the folder open, the others call that one, and the next takes over
 * when it ends. A kept run (`keep: true`) is in it from its first moment, documents included, and stays until it is
 * deleted here. Every method rejects with a `MemoryBankError`.
 */
export class RunStore {
  readonly place: Readonly<StorePlace>;
  readonly #shared: SharedFolder;
  readonly #locks: LockFiles;
  /** True if the modules of banks are used: the store has none of its own. */
  readonly #takesModules: boolean;
  #closed: Promise<void> | undefined;

  private constructor(folder: string, shared: SharedFolder, takesModules: boolean) {
    this.place = { kept: "folder", folder, isDurable: true };
    this.#shared = shared;
    this.#locks = new LockFiles(folder);
    this.#takesModules = takesModules;
  }

  /**
   * Opens a store. Rejects with `store_busy` while a process has the folder with which it cannot be shared, such as
   * one of another machine or version; with `passphrase_needed`, `passphrase_wrong` or `store_not_encrypted` where the
   * passphrase is not the folder's: it is left as it is.
   */
  static open(options: RunStoreOptions): Promise<RunStore> {
    return typed(async () => {
      checkNode();
      return RunStore.#open(shaped<RunStoreOptions>(options ?? {}, "the options", OPTIONS));
    });
  }

  static async #open(options: Partial<RunStoreOptions>): Promise<RunStore> {
    const { passphrase, wasm } = options;
    if (!options.folder)
      throw invalid("RunStore.open({ folder }) needs the path of a folder in Node");
    checkPassphrase(passphrase);
    const folder = resolve(options.folder);
    const modules = nodeModules(checkedSources(wasm));
    try {
      await makeFolder(folder);
      const shared = await SharedFolder.open({ folder, passphrase, modules });
      return new RunStore(folder, shared, wasm?.store === undefined);
    } catch (thrown) {
      throw mediumFailure(thrown);
    }
  }

  /**
   * Encrypts an encrypted folder with another passphrase: afterwards either the old one or the new one holds, at any
   * failure. Other processes that have the store need the new one when their turn to have the folder open comes.
   * Rejects with `store_busy` while another process has it open, and with `store_not_encrypted` for a plain folder: a
   * folder is encrypted from its beginning, or not at all.
   */
  changePassphrase(to: string): Promise<void> {
    return typed(async () => {
      checkText(to, "the passphrase of changePassphrase(to)");
      checkPassphrase(to);
      await this.#shared.changePassphrase(to);
    });
  }

  /**
   * All runs, the newest first. One that is `running` and not at work was cut off: `resumeRun` goes on with it. An
   * unreadable one is `failed` with `store_corrupt` or `store_too_new`; its file stays unchanged until it is deleted
   * here.
   */
  runs(): Promise<RunHead[]> {
    return this.#call((store) => store.runs());
  }

  /** The runs that are under way now, in any process. */
  atWork(): Promise<string[]> {
    return this.#call(() => runsAtWork(this.#locks));
  }

  /** Deletes a run. Rejects with `stored_run_not_found`, and with `stored_run_at_work` while it is under way. */
  delete(docId: string): Promise<void> {
    return typed(async () => {
      checkText(docId, "the docId of delete(docId)");
      await this.#call((store) => store.deleteRun(docId));
    });
  }

  /** Bytes of all data; bytes that several runs share count once, though each file has them. */
  bytes(): Promise<number> {
    return this.#call((store) => store.bytes());
  }

  /**
   * Lets go of the store; another process that uses it goes on. Banks that were opened with it keep their runs in
   * memory from then on.
   */
  close(): Promise<void> {
    this.#closed ??= typed(() => this.#shared.close());
    return this.#closed;
  }

  /**
   * The way of an engine to long-term memory, with these modules.
   *
   * @internal
   */
  linkMemory(modules: WasmModules): MemoryCalls {
    if (this.#takesModules) this.#shared.modules = modules;
    return this.#shared.face;
  }

  /**
   * The way of an engine to the store.
   *
   * @internal
   */
  link(): EngineStore {
    const { face } = this.#shared;
    const deleteRun = (run: string) => unlessAtWork(this.#locks, run, () => face.deleteRun(run));
    return { isDurable: true, ...passedOn((call) => call(face)), deleteRun };
  }

  /**
   * The locks of one bank's runs. A closed store needs none.
   *
   * @internal
   */
  runLocks(): RunHolds {
    const locks = new RunLocks(this.#locks);
    return {
      hold: async (run) => (this.#closed ? true : locks.hold(run)),
      release: (run) => locks.release(run),
      releaseAll: () => locks.releaseAll(),
    };
  }

  #call<T>(call: (store: EngineStore) => Promise<T>): Promise<T> {
    return typed(async () => {
      if (this.#closed !== undefined) throw closedStore();
      return call(this.link());
    });
  }
}
