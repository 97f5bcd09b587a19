/** One folder for all processes of a machine: one of them has it open, the others call that one. */
import { checkFolder, type EncryptedFolder, openEncrypted } from "./encrypted-folder.ts";
import { MemoryBankError } from "./errors.ts";
import { FileStore } from "./file-store.ts";
import { FolderDatabase } from "./folder-database.ts";
import { filesOf } from "./folder-files.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { checkSeal, newSalt, type Seal, sealOf } from "./passphrase-seal.ts";
import { ProcessPeers } from "./process-peers.ts";
import { settling } from "./settling.ts";
import { type Manners, type Opened, SharedFace } from "./shared-face.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";
import { mediumFailure, storeFailure } from "./store-failure.ts";
import type { WasmModules } from "./wasm-compiling.ts";

/** The calls to a folder, from any process. */
export interface FolderFace extends StoreCalls, MemoryCalls {
  /** The seal of the passphrase that it was opened with; `null` if it was opened without one. */
  seal(): Promise<Seal | null>;
}

const MANNERS: Manners<FolderFace> = {
  createRun: "once",
  append: "once",
  runs: "reads",
  load: "reads",
  bodies: "reads",
  putBlob: "repeatable",
  blob: "reads",
  deleteBlob: "repeatable",
  deleteRun: "once",
  bytes: "reads",
  seal: "reads",
  askMemory: "once",
  supplyMemory: "once",
};

/** A folder to open. */
export interface FolderSource {
  /** A folder that exists. */
  folder: string;
  /** The passphrase by which this process opens it; it is sent to no other. */
  passphrase?: string | undefined;
  /** The modules of the database, for when this process opens it. */
  modules: WasmModules;
}

/** A folder, as this process calls it. */
export class SharedFolder {
  readonly face: FolderFace;
  readonly #source: FolderSource;
  readonly #shared: SharedFace<FolderFace>;
  readonly #salt = newSalt();
  /** Made at the first use, because it is slow. */
  #seal: Promise<Seal | null> | null = null;
  /** The open folder, while this process is the one that has it. */
  #own: Contents | null = null;

  private constructor(source: FolderSource, peers: ProcessPeers) {
    this.#source = source;
    this.#shared = new SharedFace(MANNERS, () => this.#open(), peers);
    this.face = settling(this.#shared.face);
  }

  /**
   * Opens a folder, in this process or in another one. If another process has it open, the passphrase is compared with
   * that one's seal, and refused as the folder would refuse it. Rejects with `store_busy` where the folder cannot be
   * shared with the process that has it.
   */
  static async open(
    source: FolderSource,
    peers = new ProcessPeers({ folder: source.folder }),
  ): Promise<SharedFolder> {
    const shared = new SharedFolder(source, peers);
    try {
      const seal = await shared.face.seal();
      if (shared.#own === null) await checkSeal(seal, source.passphrase).catch(refusedHere);
      return shared;
    } catch (thrown) {
      await shared.close();
      throw thrown;
    }
  }

  /** The modules of the database from its next opening on. */
  set modules(modules: WasmModules) {
    this.#source.modules = modules;
  }

  /** Encrypts an encrypted folder with another passphrase. Rejects with `store_busy` in another process. */
  async changePassphrase(to: string): Promise<void> {
    if (this.#source.passphrase === undefined) throw storeFailure({ kind: "not_encrypted" });
    // Another process may have the folder open by now.
    await this.face.seal();
    if (!this.#own?.changePassphrase) throw elsewhere();
    await this.#own.changePassphrase(to);
    this.#source.passphrase = to;
    this.#seal = null;
  }

  /** Lets go of the folder once no call of this process is under way. */
  close(): Promise<void> {
    return this.#shared.close();
  }

  async #open(): Promise<Opened<FolderFace>> {
    const own = await contentsOf(this.#source).catch((thrown: unknown) => {
      throw mediumFailure(thrown);
    });
    this.#own = own;
    const { runs, memory } = own;
    const asked = <T>(ask: (calls: MemoryCalls) => Promise<T>) =>
      ask(memory.memory(this.#source.modules));
    const face: FolderFace = {
      ...passedOn((call) => call(runs)),
      askMemory: (request, settings) => asked((calls) => calls.askMemory(request, settings)),
      supplyMemory: (call, supply) => asked((calls) => calls.supplyMemory(call, supply)),
      seal: () => this.#sealed(),
    };
    const close = async (isLost: boolean) => {
      this.#own = null;
      await runs.close(isLost);
      await memory.close(isLost);
    };
    return { face, isShared: true, close };
  }

  #sealed(): Promise<Seal | null> {
    this.#seal ??= sealOf(this.#source.passphrase, this.#salt);
    return this.#seal;
  }
}

/** The open parts of a folder. */
type Contents = Pick<EncryptedFolder, "runs" | "memory"> & Partial<EncryptedFolder>;

async function contentsOf({ folder, passphrase, modules }: FolderSource): Promise<Contents> {
  const files = filesOf(folder);
  await checkFolder(files, passphrase !== undefined);
  if (passphrase === undefined) {
    return { runs: new FileStore(files), memory: new FolderDatabase(folder) };
  }
  return openEncrypted(new FolderDatabase(folder, passphrase), modules);
}

/** The refusal of a passphrase, in the words that are true of a folder. */
function refusedHere(thrown: unknown): never {
  const { store } = MemoryBankError.from(thrown);
  throw store === undefined ? thrown : storeFailure(store);
}

function elsewhere(): MemoryBankError {
  const message =
    "another process has this folder open, and passphrases are sent to none: end that process, then try again";
  const store = { kind: "busy", detail: "another process has it open" } as const;
  return new MemoryBankError("store_busy", message, { retryable: true, store });
}
