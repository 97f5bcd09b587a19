/** A folder in Node with runs and long-term memory in one encrypted database, whose pages are in the folder's files. */
import type { FolderFiles } from "./folder-files.ts";
import type { EngineStore } from "./host.ts";
import { KeptStore } from "./kept-store.ts";
import { PageLog } from "./page-log.ts";
import { runIn } from "./run-names.ts";
import { storeFailure } from "./store-failure.ts";
import type { WasmModules } from "./wasm-compiling.ts";

/** The name of its files: it differs from that of plain memory, so the two are distinguished before a file is read. */
const NAME = "encrypted";

const ENCRYPTED = /^encrypted-\d{1,15}\.pages$/;
const PLAIN_MEMORY = /^memory-\d{1,15}\.pages$/;

/** Runs that are let go of once no call of theirs is under way. */
export type ClosableRuns = EngineStore & { close(isLost: boolean): Promise<void> };

/** A database, in this thread or another. */
export interface KeptDatabase
  extends Pick<KeptStore, "open" | "runs" | "memory" | "changePassphrase"> {
  /** Lets go of it. With `isLost` nothing is written any more, because another process may have it open. */
  close(isLost?: boolean): Promise<void>;
}

/** The open parts of such a folder. */
export interface EncryptedFolder {
  runs: ClosableRuns;
  memory: KeptDatabase;
  /** Encrypts all of it with another passphrase. */
  changePassphrase(to: string): Promise<void>;
}

/** Throws `passphrase_needed` or `store_not_encrypted` if the folder is of the other kind. */
export async function checkFolder(files: FolderFiles, isEncrypted: boolean): Promise<void> {
  const names = await files.names();
  const holds = isEncrypted
    ? names.some((name) => PLAIN_MEMORY.test(name) || runIn(name) !== null)
    : names.some((name) => ENCRYPTED.test(name));
  if (holds) throw storeFailure({ kind: isEncrypted ? "not_encrypted" : "passphrase_needed" });
}

/** The database of a folder that is encrypted with this passphrase. */
export function encryptedIn(files: FolderFiles, passphrase: string): KeptStore {
  return new KeptStore(new PageLog(files, NAME, "what is kept here, runs and memory,"), passphrase);
}

/** Opens a folder by its passphrase. */
export async function openEncrypted(
  database: KeptDatabase,
  modules: WasmModules,
): Promise<EncryptedFolder> {
  try {
    await database.open(modules);
  } catch (thrown) {
    await database.close().catch(() => {});
    throw thrown;
  }
  return {
    runs: { ...database.runs(modules), close: (isLost) => database.close(isLost) },
    memory: database,
    changePassphrase: (to) => database.changePassphrase(modules, to),
  };
}
