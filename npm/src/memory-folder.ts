/** The long-term memory of a folder in Node that is not encrypted. */
import type { FolderFiles } from "./folder-files.ts";
import { KeptStore } from "./kept-store.ts";
import { PageLog } from "./page-log.ts";

/** The name of its files. */
const NAME = "memory";

/** The long-term memory of a folder, opened on first use. */
export function memoryIn(files: FolderFiles): KeptStore {
  return new KeptStore(new PageLog(files, NAME));
}
