/** Readings of documents in memory. */

/**
 * A cache of documents' readings. Give the same one to several banks, or one that outlives them, to read each document
 * once. A call that fails counts as a miss. A reading is valid for the version of the package that made it.
 */
export interface ReadingCache {
  /** Returns the reading under a key; `undefined` for none. */
  get(key: string): unknown;
  /**
   * Keeps a reading, which can be cloned to another thread. `key`: the SHA-256 of the document in hexadecimal, a space,
   * and its reader. `bytes`: the size of the document.
   */
  set(key: string, reading: unknown, bytes: number): unknown;
}

/** Bytes of the documents whose readings are kept at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A document's reading, and the size of the document. */
interface Kept {
  readonly reading: unknown;
  readonly bytes: number;
}

/** The latest readings, in memory, up to a number of bytes of their documents. */
export class LatestReadings implements ReadingCache {
  readonly #most: number;
  readonly #kept = new Map<string, Kept>();

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** Returns the reading under a key, which becomes the latest; `undefined` for none. */
  get(key: string): unknown {
    const known = this.#kept.get(key);
    if (known !== undefined) this.set(key, known.reading, known.bytes);
    return known?.reading;
  }

  /** Keeps a reading, in place of the oldest ones. */
  set(key: string, reading: unknown, bytes: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, { reading, bytes });
    this.#forgetOldest();
  }

  /** Forgets the readings whose keys begin so. */
  forget(start: string): void {
    for (const [key] of this.of(start)) this.#kept.delete(key);
  }

  /** Returns the readings whose keys begin so, with their keys. */
  of(start: string): (readonly [string, unknown])[] {
    const all = [...this.#kept].filter(([key]) => key.startsWith(start));
    return all.map(([key, { reading }]) => [key, reading] as const);
  }

  #forgetOldest(): void {
    let total = [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [name, { bytes }] of this.#kept) {
      if (total <= this.#most) return;
      this.#kept.delete(name);
      total -= bytes;
    }
  }
}
