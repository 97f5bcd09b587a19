/** One file of a store: a run, as a sequence of changes. */
import type { MemoryBankError } from "./errors.ts";
import type { FolderFiles, OpenFile } from "./folder-files.ts";
import { RunContents } from "./run-contents.ts";
import {
  type Change,
  decodeChange,
  encodeChange,
  HEADER,
  headerVersion,
  VERSION,
} from "./run-lines.ts";
import { fileName } from "./run-names.ts";
import { isUnreadable, storeFailure } from "./store-failure.ts";

/** The content found in a file. */
export interface Found {
  /** The run, as far as it can be read; `null` where none is. */
  contents: RunContents | null;
  /** The reason why it is not fully readable: `store_corrupt` or `store_too_new`; `store_io` if it cannot be opened. */
  trouble: MemoryBankError | null;
  /** Bytes of the file. */
  size: number;
  /** Bytes of the valid lines; the rest was not written to its end, and counts as not written. */
  end: number;
}

/** A run's file. One call at a time. */
export class RunFile {
  readonly name: string;
  readonly #files: FolderFiles;
  #found: Found | null = null;
  /** The length to truncate the file to before its next use: a write failed, and could not be undone. */
  #cutAt: number | null = null;

  constructor(files: FolderFiles, name: string) {
    this.#files = files;
    this.name = name;
  }

  /** The content of the file; `null` if there is none. */
  async look(): Promise<Found | null> {
    try {
      return await this.#look();
    } catch (thrown) {
      // An entry that has the name of a run's file, and is none.
      if (!isUnreadable(thrown)) throw thrown;
      return { contents: null, trouble: thrown, size: 0, end: 0 };
    }
  }

  async #look(): Promise<Found | null> {
    const size = await this.#size();
    if (size === null) return null;
    // Another size than it was left with: somebody else wrote to it.
    if (this.#found?.size !== size) this.#found = await this.#scan(size, () => {});
    return this.#found;
  }

  /** The run; `null` if there is none. Throws the reason why it is unreadable. */
  async contents(): Promise<RunContents | null> {
    const found = await this.look();
    if (found?.trouble) throw found.trouble;
    return found?.contents ?? null;
  }

  /** Visits every change, in order. Throws the reason why they are unreadable. */
  async changes(visit: (change: Change) => void): Promise<void> {
    const size = await this.#size();
    if (size === null) return;
    this.#found = await this.#scan(size, visit);
    if (this.#found.trouble) throw this.#found.trouble;
  }

  /** Writes a change that follows from the contents: whole, and durably, or not at all. */
  async add(change: Change): Promise<void> {
    const { contents, end, size } = (await this.look()) ?? EMPTY;
    const line = encodeChange(change);
    const bytes = contents === null ? Buffer.concat([HEADER, line]) : line;
    const at = contents === null ? 0 : end;
    await this.#write({ bytes, at, cutFirst: size > at });
    const after = contents ?? beginning(change);
    contents?.apply(change);
    this.#found = {
      contents: after,
      trouble: null,
      size: at + bytes.length,
      end: at + bytes.length,
    };
  }

  /** Bytes of the file, all durable; `null` if there is none. */
  async #size(): Promise<number | null> {
    if (this.#cutAt !== null) {
      const at = this.#cutAt;
      await this.#opened(false, (file) => cut(file, at));
      this.#cutAt = null;
    }
    return this.#files.size(this.name);
  }

  async #write({ bytes, at, cutFirst }: Writing): Promise<void> {
    const isNew = at === 0;
    await this.#opened(isNew, async (file) => {
      try {
        if (cutFirst) await file.truncate(at);
        await file.write(bytes, at);
        await file.sync();
        if (isNew) await this.#files.sync();
      } catch (thrown) {
        await this.#takeBack(file, at);
        throw thrown;
      }
    });
  }

  /** A change that failed is not to come to light later: it is cut off now, or before the file is used again. */
  async #takeBack(file: OpenFile, at: number): Promise<void> {
    this.#found = null;
    this.#cutAt = at;
    try {
      await cut(file, at);
      this.#cutAt = null;
    } catch {
      // The write's failure is reported.
    }
  }

  async #opened(make: boolean, work: (file: OpenFile) => Promise<void>): Promise<void> {
    const file = await this.#files.open(this.name, make);
    try {
      await work(file);
    } finally {
      // Durable data stays so.
      await file.close().catch(() => {});
    }
  }

  async #scan(size: number, visit: (change: Change) => void): Promise<Found> {
    const reading = new Reading(this.#files.path(this.name), this.name, visit);
    let trouble: MemoryBankError | null = null;
    try {
      for await (const line of linesOf(this.#files.read(this.name))) reading.take(line);
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      trouble = thrown;
    }
    const { contents, end } = reading;
    return { contents, trouble, size, end };
  }
}

const EMPTY: Found = { contents: null, trouble: null, size: 0, end: 0 };

/** Bytes to be written, and their position; `cutFirst`: an incomplete write is there. */
interface Writing {
  bytes: Uint8Array;
  at: number;
  cutFirst: boolean;
}

function beginning(change: Change): RunContents | null {
  return change.change === "begun" ? new RunContents(change) : null;
}

/** Cuts a file durably. */
async function cut(file: OpenFile, at: number): Promise<void> {
  await file.truncate(at);
  await file.sync();
}

/** A piece of a file that ends in a line break, or with the file. */
interface Line {
  bytes: Uint8Array;
  isWhole: boolean;
}

const LINE_BREAK = 10;

async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  for await (const piece of pieces) {
    let start = 0;
    for (let at = piece.indexOf(LINE_BREAK); at >= 0; at = piece.indexOf(LINE_BREAK, start)) {
      yield { bytes: joined([...parts, piece.subarray(start, at)]), isWhole: true };
      parts = [];
      start = at + 1;
    }
    if (start < piece.length) parts.push(piece.subarray(start));
  }
  if (parts.length > 0) yield { bytes: joined(parts), isWhole: false };
}

function joined(parts: Uint8Array[]): Uint8Array {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
}

/** The result of a file's lines, one after the other. */
class Reading {
  contents: RunContents | null = null;
  /** Bytes of the lines that hold. */
  end = 0;
  readonly #path: string;
  readonly #name: string;
  readonly #visit: (change: Change) => void;
  #number = 0;
  /** True if the line before is invalid: only the last may be so. */
  #isTorn = false;

  constructor(path: string, name: string, visit: (change: Change) => void) {
    this.#path = path;
    this.#name = name;
    this.#visit = visit;
  }

  /** Throws `store_corrupt` or `store_too_new`. */
  take({ bytes, isWhole }: Line): void {
    if (this.#isTorn) throw this.#corrupt();
    this.#number += 1;
    const holds = isWhole && (this.#number === 1 ? this.#header(bytes) : this.#change(bytes));
    if (holds) this.end += bytes.length + 1;
    else this.#isTorn = true;
  }

  #header(bytes: Uint8Array): boolean {
    const found = headerVersion(bytes);
    if (found === null || found <= VERSION) return found === VERSION;
    throw storeFailure({ kind: "too_new", found, supported: VERSION });
  }

  #change(bytes: Uint8Array): boolean {
    const change = decodeChange(bytes);
    if (change === null) return false;
    // Its checksum is valid, so no write was cut off here: it was written like this.
    if (!this.#follows(change)) throw this.#corrupt();
    this.#visit(change);
    return true;
  }

  #follows(change: Change): boolean {
    if (this.contents !== null) return this.contents.apply(change);
    // A copy under another name would be a run twice.
    if (change.change !== "begun" || fileName(change.id) !== this.#name) return false;
    this.contents = new RunContents(change);
    return true;
  }

  #corrupt(): MemoryBankError {
    return storeFailure({ kind: "corrupt", detail: `${this.#path}, line ${this.#number}` });
  }
}
