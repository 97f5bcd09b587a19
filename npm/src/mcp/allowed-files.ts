/** The files that tools may read: those under folders that the user allowed, and nothing that a link leads to elsewhere. */
import { constants, type Dirent } from "node:fs";
import { type FileHandle, open, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { MemoryBankError } from "../errors.ts";
import { isHidden, namesBelow } from "./folder-paths.ts";

/** A file, as a list shows it. */
export interface ListedFile {
  /** The path that `read` takes. */
  path: string;
  bytes: number;
}

/** The files of a list. */
export interface FileList {
  files: ListedFile[];
  /** True if more files hold the text. */
  hasMore: boolean;
  /** True if a part of the folders was not looked at: they have too many entries, or are too deep. */
  isCutOff: boolean;
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

/** A link in place of the file itself is not followed; a pipe does not keep the call waiting. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A folder: its real path, and the path that it was named by, which may lead through links. */
interface Folder {
  real: string;
  named: string;
}

/** Files under some folders. */
export class AllowedFiles {
  readonly #folders: readonly Folder[];

  private constructor(folders: Folder[]) {
    this.#folders = folders;
  }

  /** The files under these folders; those that do not exist are left out. */
  static async under(folders: string[]): Promise<AllowedFiles> {
    const found = new Map<string, Folder>();
    for (const folder of folders) {
      const real = await realpath(folder).catch(() => null);
      if (real !== null && !found.has(real)) found.set(real, { real, named: resolve(folder) });
    }
    return new AllowedFiles([...found.values()]);
  }

  /** The folders, as real paths. */
  get folders(): readonly string[] {
    return this.#folders.map(({ real }) => real);
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
    const walk = new Walk();
    for (const { real: folder } of this.#folders) {
      for await (const real of walk.filesUnder(folder)) {
        const path = this.#nameOf(real, folder);
        if (!path.toLowerCase().includes(holding.toLowerCase())) continue;
        if (files.length === limit) return { files, hasMore: true, isCutOff: walk.isCutOff };
        const found = await stat(real).catch(() => null);
        if (found !== null) files.push({ path, bytes: found.size });
      }
    }
    return { files, hasMore: false, isCutOff: walk.isCutOff };
  }

  /**
   * The real path of a file, and the folder that it is under. A path that leads outside by its own words is not looked
   * up: its error would tell what exists there, and on Windows a network path would open a login.
   */
  async #found(path: string): Promise<{ real: string; folder: string }> {
    if (this.#folders.length === 0) throw noFolder();
    const candidates = isAbsolute(path)
      ? [resolve(path)]
      : this.#folders.map(({ real }) => resolve(real, path));
    const inside = candidates.filter((candidate) => this.#isInside(candidate));
    let isRefused = inside.length === 0;
    for (const candidate of inside) {
      const real = await realpath(candidate).catch(() => null);
      if (real === null) continue;
      const folder = this.folders.find((folder) => isReadable(folder, real));
      if (folder !== undefined) return { real, folder };
      isRefused = true;
    }
    throw isRefused ? this.#refused(path) : missing(path);
  }

  #isInside(candidate: string): boolean {
    return this.#folders.some(
      ({ real, named }) => isReadable(real, candidate) || isReadable(named, candidate),
    );
  }

  /** Paths of one folder are relative to it, as a reader wants to see them. */
  #nameOf(real: string, folder: string): string {
    return this.#folders.length === 1 ? (namesBelow(folder, real)?.join("/") ?? real) : real;
  }

  #refused(path: string): MemoryBankError {
    return new MemoryBankError(
      "file_refused",
      `${path} is not under a folder that may be read (${this.folders.join(", ")}), or is hidden there: name a file that list_documents lists, or give its text in texts`,
    );
  }
}

/** True if the path is beneath the folder, and neither hidden nor in a hidden folder there. */
function isReadable(folder: string, path: string): boolean {
  return namesBelow(folder, path)?.every((name) => !isHidden(name)) ?? false;
}

/** A walk over folders, within bounds. */
class Walk {
  /** True if it left something out. */
  isCutOff = false;
  #visited = 0;

  async *filesUnder(folder: string, depth = 0): AsyncGenerator<string> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const entry of entries) {
      if (isHidden(entry.name)) continue;
      this.#visited += 1;
      const isTooDeep = entry.isDirectory() && depth === DEEPEST;
      this.isCutOff ||= isTooDeep || this.#visited > MOST_VISITED;
      if (this.#visited > MOST_VISITED) return;
      const path = join(folder, entry.name);
      if (entry.isFile()) yield path;
      else if (entry.isDirectory() && !isTooDeep) yield* this.filesUnder(path, depth + 1);
    }
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
