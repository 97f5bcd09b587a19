/** The folder of runs and memories: one that the user names, or the platform's data folder. */
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { MemoryBankError } from "../errors.ts";
import type { RunStore } from "../node.ts";
import { PROGRAM, UsageError } from "./arguments.ts";
import { runsFolder } from "./environment.ts";

/** A folder, and where its path comes from. */
export interface Folder {
  path: string;
  /** False for the platform's data folder, which need not exist. */
  isNamed: boolean;
}

/** A folder that is open. */
export interface OpenFolder {
  folder: Folder;
  store: RunStore;
}

/** Everything that the choice of a folder depends on; a test gives its own. */
export interface FolderWorld {
  environment: NodeJS.ProcessEnv;
  /** Returns the platform's data folder as an absolute path. Throws `UsageError`. */
  dataFolder(): Promise<string>;
  openStore(folder: string): Promise<RunStore>;
}

/** Advice for an unusable folder. */
const NAME_ANOTHER = "name another folder with --runs or AMB_RUNS";

/** Returns the platform's data folder for this program. Throws `UsageError` if the platform has none. */
export async function platformFolder(): Promise<string> {
  const path = await dataPath();
  if (isAbsolute(path)) return path;
  throw new UsageError(
    `the data folder ${path} is a relative path: set HOME and XDG_DATA_HOME to absolute ones, or ${NAME_ANOTHER}`,
  );
}

/** The library reads the home folder when it is loaded, and fails for a user who has none. */
async function dataPath(): Promise<string> {
  try {
    const { default: envPaths } = await import("env-paths");
    return envPaths(PROGRAM, { suffix: "" }).data;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new UsageError(`this user has no home folder (${why}): set HOME, or ${NAME_ANOTHER}`);
  }
}

/** Returns the folder by the precedence `--runs`, `AMB_RUNS`, data folder. Throws `UsageError`. */
export async function folderOf(
  wanted: { runs: string | null },
  world: Pick<FolderWorld, "environment" | "dataFolder">,
): Promise<Folder> {
  const named = runsFolder(wanted, world.environment);
  if (named !== undefined) return { path: named, isNamed: true };
  return { path: await world.dataFolder(), isNamed: false };
}

/**
 * Returns true if the folder exists. Throws `UsageError` for a file and for an unreadable path. A missing folder that
 * the user names is an error, too, unless the command creates it (`isMade`).
 */
export async function isThere({ path, isNamed }: Folder, isMade = false): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code !== "ENOENT") {
      throw new UsageError(`the folder ${path} cannot be read (${message}): ${NAME_ANOTHER}`);
    }
    if (isNamed && !isMade) throw new UsageError(`there is no folder ${path}: check the path`);
    return false;
  }
  throw new UsageError(`${path} is a file, not a folder: ${NAME_ANOTHER}`);
}

/** The text for a missing data folder. */
export function nothingYet({ path }: Folder): string {
  return `nothing is kept yet in ${path}: ask with --keep to keep a run there`;
}

/** Opens the folder, and creates a missing one. Throws `MemoryBankError`. */
export async function openFolder(folder: Folder, world: FolderWorld): Promise<OpenFolder> {
  try {
    return { folder, store: await world.openStore(folder.path) };
  } catch (thrown) {
    throw explained(thrown, folder);
  }
}

/** A failure of the disk names the folder, and the remedy. */
function explained(thrown: unknown, { path }: Folder): unknown {
  const { code, store, retryable } = MemoryBankError.from(thrown);
  if (code !== "store_io" || store === undefined) return thrown;
  const detail = "detail" in store ? ` (${store.detail})` : "";
  const message = `the folder ${path} cannot be read or written: make it writable, or ${NAME_ANOTHER}${detail}`;
  return new MemoryBankError(code, message, { retryable, store, cause: thrown });
}
