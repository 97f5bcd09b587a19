/** The content of a stored run's file: all except the bytes of its bodies and blobs, and the texts of its lines. */

import type { Body } from "./generated.ts";
import type { Begun, Change, Grown } from "./run-lines.ts";
import type { RunHead } from "./types.ts";

/** The known state of a run, change by change. */
export class RunContents {
  readonly #begun: Begun;
  #state: RunHead["state"] = { state: "running" };
  #updated: number;
  #lines = 0;
  #lineBytes = 0;
  /** Bytes of each body, and of each blob, by hash. */
  readonly #bodies = new Map<string, number>();
  readonly #blobs = new Map<string, number>();

  constructor(begun: Begun) {
    // The initial lines and bodies are counted below, and need not stay in memory.
    this.#begun = { ...begun, lines: [], bodies: [] };
    this.#updated = begun.created;
    this.#grow(begun);
  }

  get id(): string {
    return this.#begun.id;
  }

  /** Lines of its journal. */
  get lines(): number {
    return this.#lines;
  }

  /** Applies a change; returns `false`, without effect, for one that does not follow. */
  apply(change: Change): boolean {
    switch (change.change) {
      case "begun":
        return false;
      case "grown":
        if (change.at !== this.#lines) return false;
        this.#grow(change);
        this.#settle(change);
        return true;
      case "blob":
        this.#blobs.set(change.blob.hash, change.blob.bytes.length);
        return true;
      case "forgotten":
        return this.#blobs.delete(change.hash);
    }
  }

  hasBlob(hash: string): boolean {
    return this.#blobs.has(hash);
  }

  /** True if it has these bytes, as a body or as a blob. */
  has(hash: string): boolean {
    return this.#bodies.has(hash) || this.#blobs.has(hash);
  }

  /** The missing ones of these bodies, each once. */
  lacking(bodies: Body[]): Body[] {
    const named = new Map(bodies.map((body) => [body.hash, body]));
    return [...named.values()].filter(({ hash }) => !this.#bodies.has(hash));
  }

  /** Bytes of its lines, which no other run shares. */
  get ownBytes(): number {
    return this.#lineBytes;
  }

  /** Bytes of each body and blob, by hash. */
  get sizes(): Map<string, number> {
    return new Map([...this.#blobs, ...this.#bodies]);
  }

  /** Its entry in a list of runs. */
  head(): RunHead {
    const { id, question, format, created } = this.#begun;
    return {
      ...{ id, question, format, created },
      state: this.#state,
      updated: this.#updated,
      lines: this.#lines,
      bytes: this.ownBytes + sum(this.sizes.values()),
    };
  }

  #grow({ lines, bodies }: Pick<Grown, "lines" | "bodies">): void {
    this.#lines += lines.length;
    for (const line of lines) this.#lineBytes += Buffer.byteLength(line);
    for (const { hash, bytes } of this.lacking(bodies)) this.#bodies.set(hash, bytes.length);
  }

  #settle({ state, updated }: Grown): void {
    this.#updated = updated;
    if (state !== null) this.#state = state;
  }
}

/** The sum of these numbers. */
export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
