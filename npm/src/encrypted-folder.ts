/** A folder in Node whose runs and long-term memory are in one encrypted database, whose pages are in its files. */
import type { FolderFiles } from "./folder-files.ts";
import type { EngineStore } from "./host.ts";
import { KeptStore } from "./kept-store.ts";
import { PageLog } from "./page-log.ts";
import { runIn } from "./run-names.ts";
import { storeFailure } from "./store-failure.ts";
import type { WasmModules } from "./wasm-compiling.ts";

/** What its files are called: another name than that of plain memory tells the two apart before anything is read. */
const NAME = "encrypted";

const ENCRYPTED = /^encrypted-\d{1,15}\.pages$/;
const PLAIN_MEMORY = /^memory-\d{1,15}\.pages$/;

/** Runs that are let go of once no call of theirs is under way. */
export type ClosableRuns = EngineStore & { close(): Promise<void> };

/** What is open in such a folder. */
export interface EncryptedFolder {
  runs: ClosableRuns;
  memory: KeptStore;
  /** Encrypts all of it with another passphrase. */
  changePassphrase(to: string): Promise<void>;
}

/** Throws `passphrase_needed` or `store_not_encrypted` where the folder is not what it was taken for. */
export async function checkFolder(files: FolderFiles, isEncrypted: boolean): Promise<void> {
  const names = await files.names();
  const holds = isEncrypted
    ? names.some((name) => PLAIN_MEMORY.test(name) || runIn(name) !== null)
    : names.some((name) => ENCRYPTED.test(name));
  if (holds) throw storeFailure({ kind: isEncrypted ? "not_encrypted" : "passphrase_needed" });
}

/** Opens a folder by its passphrase. */
export async function openEncrypted(
  files: FolderFiles,
  passphrase: string,
  modules: WasmModules,
): Promise<EncryptedFolder> {
  const log = new PageLog(files, NAME, "what is kept here, runs and memory,");
  const store = new KeptStore(log, passphrase);
  await store.open(modules);
  return {
    runs: { ...store.runs(modules), close: () => store.close() },
    memory: store,
    changePassphrase: (to) => store.changePassphrase(modules, to),
  };
}
