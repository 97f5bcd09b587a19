/** The library in this browser's storage: documents, their readings, and the documents of runs. */

import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import type { LibraryDocument, Thread, UnreadDocument } from "../state/library.ts";
import type { DocumentSize } from "./types.ts";

const NAME = "agentic-memory-bank-library";

/** Version of the database's layout. */
const LAYOUT = 1;

/** Version of a record. */
const FORMAT = 1;

const STORES = ["documents", "readings", "threads"] as const;

/** A document as it is stored. */
interface StoredDocument extends Omit<LibraryDocument, "keptBytes"> {
  readonly format: number;
  /** Bytes of its readings, by their keys. */
  readonly readings: Readonly<Record<string, number>>;
}

/** A reading as it is stored; `build`: the build of the page that made it. */
interface StoredReading {
  readonly build: string;
  readonly reading: unknown;
}

interface Layout extends DBSchema {
  documents: { key: string; value: StoredDocument };
  readings: { key: string; value: StoredReading };
  threads: { key: string; value: Thread };
}

/** Everything that is kept, apart from readings. */
export interface ShelfContents {
  readonly documents: readonly LibraryDocument[];
  readonly unread: readonly UnreadDocument[];
  readonly threads: ReadonlyMap<string, Thread>;
}

/** A reading and its key: the document's hash, a space, its reader. */
export type KeyedReading = readonly [key: string, reading: unknown];

/** The library's storage. Its methods reject with the browser's own errors: see `Library`. */
export class LibraryShelf {
  readonly #database: IDBPDatabase<Layout>;
  readonly #build: string;

  private constructor(database: IDBPDatabase<Layout>, build: string) {
    this.#database = database;
    this.#build = build;
  }

  /** Opens it. Readings of another `build` of the page are not given back: a reader may have changed. `onLost` is called if the browser takes the storage away. */
  static async open(build: string, onLost: () => void): Promise<LibraryShelf> {
    const database = await openDB<Layout>(NAME, LAYOUT, {
      upgrade: (made) => {
        for (const store of STORES) made.createObjectStore(store);
      },
      // Another tab deletes it, or has a newer layout.
      blocking: () => database.close(),
      terminated: onLost,
    });
    return new LibraryShelf(database, build);
  }

  /** Deletes all of it. */
  static delete(): Promise<void> {
    return deleteDB(NAME);
  }

  /** Reads everything except readings. */
  async contents(): Promise<ShelfContents> {
    const stores = this.#database.transaction(["documents", "threads"]);
    const [documents, threads] = [stores.objectStore("documents"), stores.objectStore("threads")];
    const [hashes, values, runs, held] = await Promise.all([
      documents.getAllKeys(),
      documents.getAll(),
      threads.getAllKeys(),
      threads.getAll(),
    ]);
    const read = hashes.map((hash, at) => documentOf(hash, values[at]));
    const known = runs.map((run, at) => [run, threadOf(held[at])] as const);
    return {
      documents: read.filter((one) => "blob" in one),
      unread: read.filter((one) => "reason" in one),
      threads: new Map(known.filter((one): one is [string, Thread] => one[1] !== null)),
    };
  }

  /**
   * Keeps a document with its readings, in place of a damaged record. Resolves to the bytes that it takes; `null` if a
   * newer version of the page wrote its record, which stays.
   */
  put(document: LibraryDocument, readings: readonly KeyedReading[]): Promise<number | null> {
    return this.#write(document, readings, ({ format }) => !isNewer(format));
  }

  /** The same for a document that is kept already; `null`, too, if another tab has deleted it. */
  update(document: LibraryDocument, readings: readonly KeyedReading[]): Promise<number | null> {
    return this.#write(document, readings, ({ format }) => format === FORMAT);
  }

  /** `replaces`: true if the record that is there, empty if there is none, may be written over. */
  async #write(
    document: LibraryDocument,
    readings: readonly KeyedReading[],
    replaces: (before: Partial<StoredDocument>) => boolean,
  ): Promise<number | null> {
    const stores = this.#database.transaction(["documents", "readings"], "readwrite");
    const before: Partial<StoredDocument> =
      (await stores.objectStore("documents").get(document.hash)) ?? {};
    if (!replaces(before)) return null;
    const { keptBytes: _, ...facts } = document;
    const former = before.format === FORMAT ? before.readings : {};
    const sizes = Object.fromEntries(readings.map(([key, one]) => [key, bytesOf(one)]));
    const record = { ...facts, format: FORMAT, readings: { ...former, ...sizes } };
    const writes = readings.map(([key, reading]) =>
      stores.objectStore("readings").put({ build: this.#build, reading }, key),
    );
    const all = [...writes, stores.objectStore("documents").put(record, document.hash)];
    await settled(all, stores.done);
    return bytesOfRecord(record);
  }

  /** The reading under a key; `undefined` for none of this build. */
  async reading(key: string): Promise<unknown> {
    const held = await this.#database.get("readings", key);
    return held?.build === this.#build ? held.reading : undefined;
  }

  /** Deletes a document with its readings, and the notes on runs that hold it. */
  async delete(hash: string): Promise<void> {
    const stores = this.#database.transaction(STORES, "readwrite");
    const readings = IDBKeyRange.bound(`${hash} `, `${hash} \uffff`);
    const all: Promise<unknown>[] = [
      stores.objectStore("documents").delete(hash),
      stores.objectStore("readings").delete(readings),
    ];
    for await (const note of stores.objectStore("threads"))
      if (threadOf(note.value)?.documents.includes(hash)) all.push(note.delete());
    await settled(all, stores.done);
  }

  /** Keeps the note on a run's documents; `null` deletes it. */
  async putThread(run: string, thread: Thread | null): Promise<void> {
    if (thread === null) await this.#database.delete("threads", run);
    else await this.#database.put("threads", thread, run);
  }

  /** Deletes everything. */
  async clear(): Promise<void> {
    const stores = this.#database.transaction(STORES, "readwrite");
    await settled(
      STORES.map((store) => stores.objectStore(store).clear()),
      stores.done,
    );
  }

  /** Lets others delete or change the database. */
  close(): void {
    this.#database.close();
  }
}

/** Resolves once a transaction is done; rejects with its reason alone, of which each request would tell, too. */
async function settled(requests: readonly Promise<unknown>[], done: Promise<void>): Promise<void> {
  for (const request of requests) request.catch(() => {});
  await done;
}

/** The document of a record; a record may be damaged, or of a newer version of the page. */
function documentOf(hash: string, record: unknown): LibraryDocument | UnreadDocument {
  const { format, readings, ...facts } = (record ?? {}) as Partial<StoredDocument>;
  const { name, mediaType, size, added, blob, read, pasted } = facts;
  const unread = { hash, name: typeof name === "string" ? name : null };
  if (isNewer(format)) return { ...unread, reason: "newer" };
  const isSound =
    typeof name === "string" &&
    typeof mediaType === "string" &&
    typeof added === "number" &&
    blob instanceof Blob &&
    blob.size === size;
  if (format !== FORMAT || !isSound) return { ...unread, reason: "damaged" };
  return {
    ...{ hash, name, mediaType, size, added, blob },
    ...(pasted === true && { pasted }),
    read: isSize(read) ? read : null,
    keptBytes: bytesOfRecord({ size, readings: readings ?? {} }),
  };
}

function isNewer(format: unknown): boolean {
  return typeof format === "number" && format > FORMAT;
}

function isSize(value: unknown): value is DocumentSize {
  const { chars, pages, titles } = (value ?? {}) as Partial<DocumentSize>;
  return typeof chars === "number" && typeof pages === "number" && Array.isArray(titles);
}

function threadOf(record: unknown): Thread | null {
  const { documents, reader, isWhole } = (record ?? {}) as Partial<Thread>;
  if (!Array.isArray(documents) || !documents.every((hash) => typeof hash === "string"))
    return null;
  if (typeof reader !== "string" || typeof isWhole !== "boolean") return null;
  return { documents, reader, isWhole };
}

function bytesOfRecord({ size, readings }: Pick<StoredDocument, "size" | "readings">): number {
  return Object.values(readings).reduce((sum, bytes) => sum + bytes, size);
}

/** About the bytes that a reading takes. */
function bytesOf(reading: unknown): number {
  return JSON.stringify(reading)?.length ?? 0;
}
