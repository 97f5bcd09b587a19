/** The files that tools may read: those under folders that the user allowed, and nothing that a link leads to elsewhere. */
import { constants, type Dirent } from "node:fs";
import { type FileHandle, open, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { MemoryBankError } from "../errors.ts";

/** A file, as a list shows it. */
export interface ListedFile {
  /** The path that `read` takes. */
  path: string;
  bytes: number;
}

/** The files of a list, and whether there are more. */
export interface FileList {
  files: ListedFile[];
  isWhole: boolean;
}

/** A document's name and bytes. */
export interface FileContent {
  name: string;
  bytes: Uint8Array;
}

/** Most entries of folders that a list looks at. */
const MOST_VISITED = 20_000;

/** Deepest folder of a list, counted from the allowed one. */
const DEEPEST = 12;

/** Folders of installed packages: no document of the user's is in them. */
const SKIPPED = new Set(["node_modules"]);

/** A link in place of the file itself is not followed; a pipe does not keep the call waiting. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Files under some folders. */
export class AllowedFiles {
  readonly #folders: string[];

  private constructor(folders: string[]) {
    this.#folders = folders;
  }

  /** The files under these folders; those that do not exist are left out. */
  static async under(folders: string[]): Promise<AllowedFiles> {
    const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)));
    return new AllowedFiles([...new Set(real.filter((folder) => folder !== null))]);
  }

  /** The folders, as real paths. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /**
   * Reads a file. Throws `file_refused` for one that is not under the folders, `file_missing` if there is none, and
   * `too_large`.
   */
  async read(path: string, limit: number): Promise<FileContent> {
    const { real, folder } = await this.#found(path);
    const file = await open(real, FLAGS).catch((thrown: unknown) => {
      throw unreadable(path, thrown);
    });
    try {
      await checkSame(file, real, path);
      return { name: this.#nameOf(real, folder), bytes: await bytesOf(file, path, limit) };
    } finally {
      await file.close();
    }
  }

  /** Lists files, at most so many, whose path holds the text. Hidden files, and links, are left out. */
  async list(holding: string, limit: number): Promise<FileList> {
    const files: ListedFile[] = [];
    let visited = 0;
    for (const folder of this.#folders) {
      for await (const real of filesUnder(folder)) {
        visited += 1;
        if (visited > MOST_VISITED) return { files, isWhole: false };
        const path = this.#nameOf(real, folder);
        if (!path.toLowerCase().includes(holding.toLowerCase())) continue;
        if (files.length === limit) return { files, isWhole: false };
        const found = await stat(real).catch(() => null);
        if (found !== null) files.push({ path, bytes: found.size });
      }
    }
    return { files, isWhole: true };
  }

  /** The real path of a file, and the folder that it is under. */
  async #found(path: string): Promise<{ real: string; folder: string }> {
    if (this.#folders.length === 0) throw noFolder();
    const candidates = isAbsolute(path)
      ? [path]
      : this.#folders.map((folder) => resolve(folder, path));
    let isOutside = false;
    for (const candidate of candidates) {
      // A path that leads outside by its own words is not looked up: its error would tell what exists there.
      const isNamed = isAbsolute(path) || this.#folderOf(candidate) !== undefined;
      const real = isNamed ? await realpath(candidate).catch(() => null) : null;
      const folder = real === null ? undefined : this.#folderOf(real);
      if (real !== null && folder !== undefined) return { real, folder };
      isOutside ||= real !== null || this.#folderOf(candidate) === undefined;
    }
    throw isOutside ? this.#refused(path) : missing(path);
  }

  #folderOf(real: string): string | undefined {
    return this.#folders.find((folder) => isWithin(folder, real));
  }

  /** Paths of one folder are relative to it, as a reader wants to see them. */
  #nameOf(real: string, folder: string): string {
    return this.#folders.length === 1 ? relative(folder, real).split(sep).join("/") : real;
  }

  #refused(path: string): MemoryBankError {
    return new MemoryBankError(
      "file_refused",
      `${path} is not under a folder that may be read (${this.#folders.join(", ")}): name a file there, or give its text in texts`,
    );
  }
}

/** True if the path is the folder's own, or beneath it. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function* filesUnder(folder: string, depth = 0): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && depth < DEEPEST) yield* filesUnder(path, depth + 1);
  }
}

/** Throws unless the open file is still the one at the judged path: a folder above it may have become a link. */
async function checkSame(file: FileHandle, real: string, path: string): Promise<void> {
  const opened = await file.stat({ bigint: true });
  if (!opened.isFile()) {
    const message = `${path} is not a file: name a file, as list_documents does`;
    throw new MemoryBankError("file_refused", message);
  }
  const again = await realpath(real).catch(() => null);
  const named = again === null ? null : await stat(again, { bigint: true }).catch(() => null);
  if (again === real && named?.ino === opened.ino && named.dev === opened.dev) return;
  const message = `${path} changed while it was opened: try again`;
  throw new MemoryBankError("file_refused", message, { retryable: true });
}

async function bytesOf(file: FileHandle, path: string, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of file.createReadStream({ autoClose: false })) {
    length += part.length;
    if (length > limit) {
      throw new MemoryBankError(
        "too_large",
        `${path} is too large: the documents of one call have at most ${limit} bytes together; name those that matter`,
      );
    }
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts, length));
}

function noFolder(): MemoryBankError {
  return new MemoryBankError(
    "file_refused",
    "no folder may be read: the user starts the server with --documents FOLDER; until then give the text in texts",
  );
}

function missing(path: string): MemoryBankError {
  return new MemoryBankError(
    "file_missing",
    `there is no file ${path}: list_documents lists the files that may be read`,
  );
}

function unreadable(path: string, thrown: unknown): MemoryBankError {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === "ENOENT") return missing(path);
  return new MemoryBankError("file_refused", `${path} cannot be read (${code ?? message})`);
}
