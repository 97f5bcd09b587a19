/**
 * The pages of a database in files of a folder, for SQLite in wasm on platforms without storage of their own.
 *
 * A commit is appended to one file, and synchronised before it is acknowledged. A file that has grown to several times
 * its content is rewritten under the next number. The new file counts once its first commit is complete; then the old
 * one is removed. So at any moment the newest complete file has every commit.
 *
 * Earlier content of pages stays in the file until it is rewritten. If it must go, as after a deletion for good, the
 * file is rewritten at once; an empty file marks this as pending, at any interruption.
 */
import { MemoryBankError } from "./errors.ts";
import type { FolderFiles, OpenFile } from "./folder-files.ts";
import {
  decodeRecord,
  encodeRecord,
  HEADER,
  headerVersion,
  holdsBehind,
  VERSION,
} from "./page-records.ts";
import type { Page } from "./page-segments.ts";
import { mediumFailure } from "./store-failure.ts";
import type { PageKeeper } from "./wasm-modules.ts";

/** A file is rewritten from this size on, if it is so many times as large as the pages in it. */
const REWRITTEN_FROM_BYTES = 1_000_000;
const REWRITTEN_FROM_TIMES = 3;

/** Pages of one record of a file that is written anew. */
const PAGES_PER_RECORD = 512;

/** The content of a file. */
interface Contents {
  pages: Map<number, Uint8Array>;
  /** Bytes up to the end of the last commit. */
  end: number;
}

/** A file, and the position of the next append. */
interface Place {
  number: number;
  end: number;
  /** Bytes of every page by its number. */
  sizes: Map<number, number>;
}

/** Keeps pages under a name. Calls are done one after the other. */
export class PageLog implements PageKeeper {
  readonly #files: FolderFiles;
  readonly #name: string;
  readonly #what: string;
  #place: Place | null = null;
  /** True if there may be data behind the end that must not be read. */
  #isUnsure = true;
  /** A file that was not written anew to its end, and could not be undone: it would count in place of later commits. */
  #leftover: number | null = null;
  /** The calls before. */
  #before: Promise<unknown> = Promise.resolve();

  /** `what`: the content of these pages, for people. */
  constructor(files: FolderFiles, name: string, what = "long-term memory") {
    this.#files = files;
    this.#name = name;
    this.#what = what;
  }

  /** All pages. Fails with `store_corrupt` or `store_too_new`; the files then stay unchanged. */
  load(): Promise<[number, Uint8Array][]> {
    return this.#inTurn(async () => {
      const { pages } = await this.#find();
      const isOwed = (await this.#files.names()).includes(this.#mark());
      // If it fails now it stays pending; the data can be read all the same.
      if (isOwed) await this.#writeOnlyPages().catch(() => {});
      return [...pages];
    });
  }

  /** Keeps pages: all of them, and durably, or none. */
  commit(pages: Page[]): Promise<void> {
    return this.#inTurn(async () => {
      const place = this.#place ?? (await this.#placed());
      await this.#removeLeftover();
      await this.#add(place, encodeRecord(pages, true));
      for (const [number, bytes] of pages) {
        if (bytes === null) place.sizes.delete(number);
        else place.sizes.set(number, bytes.length);
      }
      if (isLoose(place)) await this.#rewrite(place).catch(() => {});
    });
  }

  /**
   * Keeps these pages in place of all there were: all of them, and durably, or none. The files they were in are
   * removed.
   */
  replace(pages: [number, Uint8Array][]): Promise<void> {
    return this.#inTurn(async () => {
      const place = this.#place ?? (await this.#placed());
      await this.#removeLeftover();
      const sizes = new Map(pages.map(([page, { length }]) => [page, length]));
      await this.#writeAnew(place.number, pages, sizes);
    });
  }

  /**
   * Says that what pages have now is not to be left in the files once they have something else: `leaveNoTrace` does
   * it.
   */
  markTraces(): Promise<void> {
    return this.#inTurn(async () => {
      const file = await this.#files.open(this.#mark(), true);
      await file.close();
      await this.#files.sync();
    });
  }

  /** Removes earlier content of pages from the files. If it fails, the next `load` does it. */
  leaveNoTrace(): Promise<void> {
    return this.#inTurn(() => this.#writeOnlyPages());
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#before.then(() => told(work));
    this.#before = done.catch(() => {});
    return done;
  }

  /** Writes the current pages into the next file, and removes the files before it. */
  async #writeOnlyPages(): Promise<void> {
    const place = this.#place ?? (await this.#placed());
    await this.#removeLeftover();
    if (place.end > 0) await this.#rewrite(place);
    const names = await this.#files.names();
    const kept = this.#file(this.#place?.number ?? 0);
    for (const number of await this.#numbers()) {
      if (this.#file(number) !== kept) await this.#files.remove(this.#file(number));
    }
    await this.#files.sync();
    if (!names.includes(this.#mark())) return;
    await this.#files.remove(this.#mark());
    await this.#files.sync();
  }

  async #placed(): Promise<Place> {
    await this.#find();
    return this.#place ?? { number: 0, end: 0, sizes: new Map() };
  }

  /** Reads the newest file that is whole, and removes the others. */
  async #find(): Promise<Contents> {
    const numbers = await this.#numbers();
    for (const number of numbers) {
      const contents = await this.#read(number, number !== numbers.at(-1));
      if (contents === null && number > 0 && number === numbers.at(-1)) {
        // A file is written anew while there is another, so that this one was whole.
        throw this.#corrupt(number);
      }
      if (contents === null) continue;
      this.#settle(number, contents);
      await this.#removeAllBut(number, numbers);
      return contents;
    }
    await this.#removeAllBut(null, numbers);
    const none = { pages: new Map<number, Uint8Array>(), end: 0 };
    this.#settle(0, none);
    return none;
  }

  #settle(number: number, { pages, end }: Contents): void {
    const sizes = new Map([...pages].map(([page, { length }]) => [page, length]));
    this.#place = { number, end, sizes };
    // The leftover is in use from now on, or is removed with the others.
    this.#leftover = null;
    this.#isUnsure = true;
  }

  /** The numbers of the files, the newest first. */
  async #numbers(): Promise<number[]> {
    const names = await this.#files.names();
    const numbers = names.flatMap((name) => {
      const [, digits] = name.match(new RegExp(`^${this.#name}-(\\d{1,15})\\.pages$`)) ?? [];
      return digits === undefined ? [] : [Number(digits)];
    });
    return numbers.sort((one, other) => other - one);
  }

  /**
   * The content of a file; `null` if its first commit is incomplete. `isAnew`: there is one before it, so it counts
   * only if it was written to the end of that commit.
   */
  async #read(number: number, isAnew: boolean): Promise<Contents | null> {
    const file = await this.#bytes(number);
    const version = headerVersion(file);
    if (version === null && isBeginning(file)) return null;
    if (version === null) throw this.#corrupt(number);
    if (version > VERSION) {
      const message = `${this.#what} has format ${version}, and this version knows up to ${VERSION}: update to open it`;
      const store = { kind: "too_new", found: version, supported: VERSION } as const;
      throw new MemoryBankError("store_too_new", message, { store });
    }
    const { contents, upTo } = replayed(file);
    const isBegun = contents.end === HEADER.length;
    if (isBegun && isAnew) return null;
    // An invalid record was truncated, unless a valid one follows.
    if (holdsBehind(file, upTo)) throw this.#corrupt(number);
    return isBegun ? null : contents;
  }

  async #bytes(number: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.#files.read(this.#file(number))) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async #add(place: Place, record: Buffer): Promise<void> {
    const isNew = place.end === 0;
    const bytes = isNew ? Buffer.concat([HEADER, record]) : record;
    const file = await this.#files.open(this.#file(place.number), isNew);
    try {
      if (this.#isUnsure) await file.truncate(place.end);
      this.#isUnsure = true;
      await file.write(bytes, place.end);
      await file.sync();
      if (isNew) await this.#files.sync();
      place.end += bytes.length;
      this.#isUnsure = false;
    } catch (thrown) {
      await cut(file, place.end);
      throw thrown;
    } finally {
      await file.close().catch(() => {});
    }
  }

  /** Writes the file's content into the next one. If that fails, the file stays in use. */
  async #rewrite(place: Place): Promise<void> {
    const contents = await this.#read(place.number, false);
    if (contents === null) return;
    await this.#writeAnew(place.number, [...contents.pages], place.sizes);
  }

  /** Writes these pages into the file behind this one, which counts in its place from then on. */
  async #writeAnew(before: number, pages: Page[], sizes: Map<number, number>): Promise<void> {
    const number = before + 1;
    const file = await this.#files.open(this.#file(number), true);
    let end = 0;
    try {
      await file.truncate(0);
      await file.write(HEADER, 0);
      end = HEADER.length;
      for (let at = 0; at < pages.length; at += PAGES_PER_RECORD) {
        const some = pages.slice(at, at + PAGES_PER_RECORD);
        const record = encodeRecord(some, at + PAGES_PER_RECORD >= pages.length);
        await file.write(record, end);
        end += record.length;
      }
      await file.sync();
      await this.#files.sync();
    } catch (thrown) {
      this.#leftover = number;
      throw thrown;
    } finally {
      await file.close().catch(() => {});
    }
    this.#place = { number, end, sizes };
    this.#isUnsure = false;
    await this.#removeAllBut(number, [before]);
  }

  /** While it exists, no later commit would be found again. */
  async #removeLeftover(): Promise<void> {
    if (this.#leftover === null) return;
    const names = await this.#files.names();
    const name = this.#file(this.#leftover);
    if (names.includes(name)) await this.#files.remove(name);
    await this.#files.sync();
    this.#leftover = null;
  }

  /** A file that stays for now is removed when the pages are loaded the next time. */
  async #removeAllBut(number: number | null, numbers: number[]): Promise<void> {
    for (const other of numbers.filter((other) => other !== number)) {
      await this.#files.remove(this.#file(other)).catch(() => {});
    }
  }

  #corrupt(number: number): MemoryBankError {
    const detail = this.#files.path(this.#file(number));
    const message = `${this.#what} is damaged and was left as it is: keep a copy of its file, then remove it to begin anew (${detail})`;
    return new MemoryBankError("store_corrupt", message, { store: { kind: "corrupt", detail } });
  }

  /** The name of the file that marks pending removal of traces. */
  #mark(): string {
    return `${this.#name}.traces`;
  }

  #file(number: number): string {
    return `${this.#name}-${number}.pages`;
  }
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw mediumFailure(thrown);
  }
}

/** Cuts a file off, as far as that can be done. */
async function cut(file: OpenFile, at: number): Promise<void> {
  try {
    await file.truncate(at);
    await file.sync();
  } catch {
    // The write's failure is reported; the next write truncates first.
  }
}

function isLoose({ end, sizes }: Place): boolean {
  if (end < REWRITTEN_FROM_BYTES) return false;
  const held = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return end > held * REWRITTEN_FROM_TIMES;
}

/** True if a file has only a part of its header: it was cut off at its start. */
function isBeginning(file: Buffer): boolean {
  const length = Math.min(file.length, HEADER.length);
  const begun = file.subarray(0, length);
  return begun.equals(HEADER.subarray(0, length)) || begun.every((byte) => byte === 0);
}

/** The result of a file's commits, and the end of its valid records. */
function replayed(file: Buffer): { contents: Contents; upTo: number } {
  const contents: Contents = { pages: new Map(), end: HEADER.length };
  let waiting: Page[] = [];
  let at = contents.end;
  for (let record = decodeRecord(file, at); record !== null; record = decodeRecord(file, at)) {
    waiting.push(...record.pages);
    at = record.next;
    if (!record.endsCommit) continue;
    for (const [number, bytes] of waiting) {
      if (bytes === null) contents.pages.delete(number);
      else contents.pages.set(number, bytes);
    }
    waiting = [];
    contents.end = at;
  }
  return { contents, upTo: at };
}
