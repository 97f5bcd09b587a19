/** The files of one folder, as a store of runs needs them. */
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { storeFailure } from "./store-failure.ts";

/** Files by their names in one folder. Every call fails with the file system's error. */
export interface FolderFiles {
  /** The path of a file, for people. */
  path(name: string): string;
  names(): Promise<string[]>;
  /**
   * Bytes of a file; `null` if there is none. Throws `store_corrupt` for an entry that is no file, such as a folder.
   */
  size(name: string): Promise<number | null>;
  /** A file's bytes from its beginning, in pieces. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Opens a file to write to it; with `make`, a missing one is created. */
  open(name: string, make: boolean): Promise<OpenFile>;
  /** Removes a file. */
  remove(name: string): Promise<void>;
  /** Makes durable which files there are. */
  sync(): Promise<void>;
}

/** A file that is written to. */
export interface OpenFile {
  /** Writes all of these bytes from this place on. */
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** Truncates the file to so many bytes. */
  truncate(size: number): Promise<void>;
  /** Makes writes and truncations durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The files hold documents: only the owner may read them. */
const OWNER_ALONE = 0o600;

/** Permission that a folder needs besides, so that its files can be opened. */
const SEARCHED = 0o100;

/** The files of a folder on disk. */
export function filesOf(folder: string): FolderFiles {
  const path = (name: string) => join(folder, name);
  return {
    path,
    names: () => readdir(folder),
    size: (name) => sizeOf(path(name)),
    read: (name) => pieces(path(name)),
    open: async (name, make) => {
      const flags = constants.O_RDWR | (make ? constants.O_CREAT : 0);
      return openFile(await open(path(name), flags, OWNER_ALONE));
    },
    remove: (name) => unlink(path(name)),
    sync: () => syncFolder(folder),
  };
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    // Opening a pipe would wait for somebody to write to it.
    if (!found.isFile()) throw storeFailure({ kind: "corrupt", detail: `${path} is no file` });
    return found.size;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw thrown;
  }
}

async function* pieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, "r");
  try {
    yield* file.createReadStream({ autoClose: false, highWaterMark: 1 << 18 });
  } finally {
    await file.close();
  }
}

function openFile(handle: FileHandle): OpenFile {
  return {
    write: async (bytes, at) => {
      // The system may take fewer bytes than it is offered.
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
        done += bytesWritten;
      }
    },
    truncate: (size) => handle.truncate(size),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Makes a folder, for its owner alone, and those that it lies in: durably, or the runs in it would not be. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: OWNER_ALONE | SEARCHED });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/** Windows does not open folders, and keeps their entries by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
