/**
 * The pages of a database in two tables of a Durable Object's SQLite.
 *
 * `amb_pages` has a row for each page, with its checksum. `amb_store` has one row: the version of the tables, and the number
 * of pages. A commit is one transaction of the object, which sends nothing before its writes are durable.
 */
import { crc32 } from "./checksum.ts";
import { damaged, inStorage, type ObjectStorage, tooNew } from "./object-storage.ts";
import type { PageKeeper } from "./wasm-modules.ts";

/** The version that is written, and the newest that is read. */
const VERSION = 1;

const TABLES = [
  "CREATE TABLE IF NOT EXISTS amb_store (version INTEGER NOT NULL, pages INTEGER NOT NULL)",
  "CREATE TABLE IF NOT EXISTS amb_pages (number INTEGER PRIMARY KEY, sum INTEGER NOT NULL, bytes BLOB NOT NULL)",
];
const PUT = "INSERT OR REPLACE INTO amb_pages (number, sum, bytes) VALUES (?, ?, ?)";

type Row = Record<string, unknown>;
type Page = [number: number, bytes: Uint8Array];

/** Keeps pages in a Durable Object. */
export class ObjectPages implements PageKeeper {
  readonly #storage: ObjectStorage;
  /** The numbers of the pages that are kept; `null` before they were read. */
  #numbers: ReadonlySet<number> | null = null;

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /** All pages. Fails with `store_corrupt` or `store_too_new`; the tables then stay as they are. */
  async load(): Promise<Page[]> {
    return inStorage(() => {
      const pages = this.#read();
      this.#numbers = new Set(pages.map(([number]) => number));
      return pages;
    });
  }

  /** Keeps pages: all of them, or none. */
  async commit(pages: [number: number, bytes: Uint8Array | null][]): Promise<void> {
    const before = this.#numbers ?? new Set();
    const numbers = new Set(before);
    for (const [number, bytes] of pages) {
      if (bytes === null) numbers.delete(number);
      else numbers.add(number);
    }
    this.#write(before.size, numbers, () => {
      for (const [number, bytes] of pages) {
        if (bytes === null) this.#run("DELETE FROM amb_pages WHERE number = ?", number);
        else this.#put(number, bytes);
      }
    });
  }

  /** Keeps these pages in place of all there were: all of them, or none. */
  async replace(pages: Page[]): Promise<void> {
    this.#write(-1, new Set(pages.map(([number]) => number)), () => {
      this.#run("DELETE FROM amb_pages");
      for (const [number, bytes] of pages) this.#put(number, bytes);
    });
  }

  #read(): Page[] {
    const tables = this.#run(
      "SELECT name FROM sqlite_master WHERE name IN ('amb_store', 'amb_pages')",
    );
    if (tables.length === 0) return [];
    if (tables.length === 1) throw damaged("a table is missing");
    const count = this.#count(this.#run("SELECT version, pages FROM amb_store"));
    const rows = this.#run("SELECT number, sum, bytes FROM amb_pages ORDER BY number");
    if (rows.length !== count) throw damaged(`${rows.length} of ${count} pages are there`);
    return rows.map(pageOf);
  }

  /** The number of pages that the store's row says. */
  #count([row, ...others]: Row[]): number {
    const { version, pages } = row ?? {};
    if (typeof version !== "number" || typeof pages !== "number" || others.length > 0) {
      throw damaged("amb_store has not one row");
    }
    if (version > VERSION) {
      throw tooNew(version, VERSION);
    }
    return pages;
  }

  /** Does this in one transaction; `before`: the number of pages that the store's row says. */
  #write(before: number, numbers: ReadonlySet<number>, work: () => void): void {
    inStorage(() =>
      this.#storage.transactionSync(() => {
        if (before <= 0) this.#begin();
        work();
        if (numbers.size !== before) this.#run("UPDATE amb_store SET pages = ?", numbers.size);
      }),
    );
    this.#numbers = numbers;
  }

  #begin(): void {
    for (const table of TABLES) this.#run(table);
    this.#run(
      "INSERT INTO amb_store (version, pages) SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM amb_store)",
      VERSION,
    );
  }

  #put(number: number, bytes: Uint8Array): void {
    this.#run(PUT, number, sumOf(number, bytes), bytes);
  }

  #run(query: string, ...bindings: unknown[]): Row[] {
    return this.#storage.sql.exec(query, ...bindings).toArray();
  }
}

/** The checksum of a page covers its number, too: a page in another's place is damage. */
function sumOf(number: number, bytes: Uint8Array): number {
  return crc32(bytes, number);
}

function pageOf({ number, sum, bytes }: Row): Page {
  if (typeof number !== "number" || !(bytes instanceof ArrayBuffer))
    throw damaged("a page is none");
  const page = new Uint8Array(bytes);
  if (sumOf(number, page) !== sum) throw damaged(`page ${number} does not match its checksum`);
  return [number, page];
}
