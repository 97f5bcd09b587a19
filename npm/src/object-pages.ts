/**
 * The pages of a database in a Durable Object's SQLite, in few rows, because writes there are billed by the row.
 *
 * A commit appends its pages to the open segment, which is in the one row of `amb_store`. A segment that is long
 * enough becomes a row of `amb_segments`, which never changes. Once segments are much longer than the current pages,
 * the pages of the oldest segment are appended again, and it is deleted. Each of these is one transaction of the
 * object, which sends nothing before its writes are durable.
 */
import { crc32 } from "./checksum.ts";
import type { Traces } from "./erasures.ts";
import { damaged, inStorage, type ObjectStorage, tooNew } from "./object-storage.ts";
import { decodePages, encodePages, type Page, parted } from "./page-segments.ts";
import type { PageKeeper } from "./wasm-modules.ts";

/** The version that is written, and the newest that is read. */
const VERSION = 1;

/** Bytes of a segment: more would be written anew by each commit, fewer would need more rows. */
const SEGMENT_BYTES = 512 * 1024;

/** Most bytes of segments beyond twice those of the current pages. */
const LOOSE_BYTES = 1024 * 1024;

/** Segments that a commit clears away at most, so that none takes long. */
const CLEARED_AT_ONCE = 2;

const BEGIN = [
  "CREATE TABLE amb_segments (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL, bytes BLOB NOT NULL)",
  "CREATE TABLE amb_store (version INTEGER NOT NULL, first INTEGER NOT NULL, open INTEGER NOT NULL, sum INTEGER NOT NULL, bytes BLOB NOT NULL)",
];

const INSERT = "INSERT INTO amb_store (version, first, open, sum, bytes) VALUES (?, ?, ?, ?, ?)";
const UPDATE = "UPDATE amb_store SET version = ?, first = ?, open = ?, sum = ?, bytes = ?";

type Row = Record<string, unknown>;

/** The segment of a page's current version, and its bytes. */
interface Home {
  segment: number;
  size: number;
}

/** The content of the tables. */
interface Log {
  /** True if the tables exist. */
  isBegun: boolean;
  /** The oldest segment's number; those up to the open one follow. */
  first: number;
  open: number;
  /** Bytes of the open segment, and their checksum. */
  tail: Uint8Array;
  sum: number;
  /** Bytes of the other segments. */
  closedBytes: number;
  homes: Map<number, Home>;
  /** Bytes of the pages that count. */
  pageBytes: number;
}

/** Keeps pages in a Durable Object. */
export class ObjectPages implements PageKeeper, Traces {
  readonly #storage: ObjectStorage;
  /** `null` unless they were read. */
  #log: Log | null = null;
  /** Things under way that are to leave no traces. */
  #traceless = 0;

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /**
   * All pages, read as they are asked for. Fails with `store_corrupt` or `store_too_new`; the tables then stay as they
   * are.
   */
  async load(): Promise<Iterable<[number, Uint8Array]>> {
    this.#log = null;
    return this.#read();
  }

  /** Keeps pages: all of them, or none. */
  async commit(pages: Page[]): Promise<void> {
    this.#write((log) => {
      this.#add(log, pages);
      this.#clear(log);
    });
  }

  /** Keeps these pages in place of all there were: all of them, or none. */
  async replace(pages: Page[]): Promise<void> {
    this.#write((log) => {
      this.#run("DELETE FROM amb_segments");
      Object.assign(log, emptyLog(log.open, true));
      this.#add(log, pages);
    });
  }

  /** Makes each commit remove earlier content of its pages, until {@link leaveNoTrace} is called as often. */
  async markTraces(): Promise<void> {
    this.#traceless += 1;
  }

  /** Ends {@link markTraces}: the commits since then have removed earlier content. */
  async leaveNoTrace(): Promise<void> {
    this.#traceless -= 1;
  }

  /** Each page as in its newest segment. One segment at a time is in memory. */
  *#read(): Generator<[number, Uint8Array]> {
    const log = inStorage(() => this.#find());
    const gone = new Set<number>();
    for (let id = log.open; id >= log.first; id -= 1) {
      const bytes = id === log.open ? log.tail : inStorage(() => this.#segment(id));
      if (id < log.open) log.closedBytes += bytes.length;
      for (const [number, held] of pagesOf(bytes, id)) {
        if (log.homes.has(number) || gone.has(number)) continue;
        if (held === null) {
          gone.add(number);
          continue;
        }
        log.homes.set(number, { segment: id, size: held.length });
        log.pageBytes += held.length;
        yield [number, held];
      }
    }
    this.#log = log;
  }

  /** The content of the tables, before their pages are read. */
  #find(): Log {
    const tables = this.#run(
      "SELECT name FROM sqlite_master WHERE name IN ('amb_store', 'amb_segments')",
    );
    if (tables.length === 0) return emptyLog(0, false);
    if (tables.length === 1) throw damaged("a table is missing");
    const log = logOf(this.#run("SELECT version, first, open, sum, bytes FROM amb_store"));
    const rows = this.#run("SELECT id FROM amb_segments");
    if (rows.length !== log.open - log.first) throw damaged("a segment is missing");
    return log;
  }

  #segment(id: number): Uint8Array {
    const [row] = this.#run("SELECT sum, bytes FROM amb_segments WHERE id = ?", id);
    return soundBytes(row, id);
  }

  /**
   * Changes the content of the tables: in one transaction, and in a copy, which replaces the present state once that
   * is done.
   */
  #write(work: (log: Log) => void): void {
    const before = this.#log;
    if (before === null) throw damaged("its pages were not read");
    const log = { ...before, isBegun: true, homes: new Map(before.homes) };
    inStorage(() =>
      this.#storage.transactionSync(() => {
        for (const statement of before.isBegun ? [] : BEGIN) this.#run(statement);
        work(log);
        const { first, open, sum, tail } = log;
        this.#run(before.isBegun ? UPDATE : INSERT, VERSION, first, open, sum, tail);
      }),
    );
    this.#log = log;
  }

  /** Appends pages to the open segment; one that would be too long is closed first. */
  #add(log: Log, pages: readonly Page[]): void {
    for (const part of parted(pages, SEGMENT_BYTES)) {
      const bytes = encodePages(part);
      if (log.tail.length + bytes.length > SEGMENT_BYTES) this.#close(log);
      log.tail = joined(log.tail, bytes);
      log.sum = crc32(bytes, log.sum);
      for (const [number, held] of part) settle(log, number, held);
    }
  }

  #close(log: Log): void {
    if (log.tail.length === 0) return;
    const { open, sum, tail } = log;
    this.#run("INSERT INTO amb_segments (id, sum, bytes) VALUES (?, ?, ?)", open, sum, tail);
    log.closedBytes += tail.length;
    Object.assign(log, { open: open + 1, tail: new Uint8Array(), sum: seedOf(open + 1) });
  }

  /** Removes segments: all of them to remove traces; else the oldest, if they have grown too long. */
  #clear(log: Log): void {
    const clearsAll = this.#traceless > 0;
    if (clearsAll) this.#close(log);
    const upTo = clearsAll ? log.open : Math.min(log.first + CLEARED_AT_ONCE, log.open);
    while (log.first < upTo && (clearsAll || isLoose(log))) this.#clearOldest(log);
  }

  #clearOldest(log: Log): void {
    const id = log.first;
    const bytes = this.#segment(id);
    const pages = [...pagesOf(bytes, id)].filter(
      ([number]) => log.homes.get(number)?.segment === id,
    );
    this.#run("DELETE FROM amb_segments WHERE id = ?", id);
    log.first += 1;
    log.closedBytes -= bytes.length;
    this.#add(log, pages);
  }

  #run(query: string, ...bindings: unknown[]): Row[] {
    return this.#storage.sql.exec(query, ...bindings).toArray();
  }
}

function isLoose({ closedBytes, pageBytes }: Log): boolean {
  return closedBytes > 2 * pageBytes + LOOSE_BYTES;
}

function emptyLog(first: number, isBegun: boolean): Log {
  const none = { tail: new Uint8Array(), sum: seedOf(first), closedBytes: 0, pageBytes: 0 };
  return { isBegun, first, open: first, ...none, homes: new Map() };
}

/** The log that the row of `amb_store` begins, without its segments. */
function logOf([row, ...others]: Row[]): Log {
  const { version, first, open } = row ?? {};
  if (others.length > 0 || !isCount(version)) throw damaged("amb_store has not one row");
  if (version > VERSION) throw tooNew(version, VERSION);
  if (!isCount(first) || !isCount(open)) throw damaged("amb_store names no segments");
  const tail = soundBytes(row, open);
  return { ...emptyLog(first, true), open, tail, sum: row?.sum as number };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The bytes of a segment in a row, which has their checksum. */
function soundBytes(row: Row | undefined, id: number): Uint8Array {
  if (!(row?.bytes instanceof ArrayBuffer)) throw damaged(`segment ${id} is missing`);
  const bytes = new Uint8Array(row.bytes);
  if (crc32(bytes, seedOf(id)) !== row.sum) throw damaged(`segment ${id} has a wrong checksum`);
  return bytes;
}

/** Seed of a segment's checksum: a segment in another's place is damage, too. */
function seedOf(id: number): number {
  return id >>> 0;
}

function pagesOf(bytes: Uint8Array, id: number): Map<number, Uint8Array | null> {
  const pages = decodePages(bytes);
  if (pages === null) throw damaged(`segment ${id} has no pages`);
  return pages;
}

/** Makes a page's version in the open segment the current one. */
function settle(log: Log, number: number, bytes: Uint8Array | null): void {
  log.pageBytes -= log.homes.get(number)?.size ?? 0;
  if (bytes === null) log.homes.delete(number);
  else log.homes.set(number, { segment: log.open, size: bytes.length });
  log.pageBytes += bytes?.length ?? 0;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
