/**
 * Memory of the isolate, which objects of several users share.
 *
 * WebAssembly memory never shrinks: an instance gives it back only as a whole. So above one mark idle objects let go of their
 * instances, and above another new work is refused.
 */
import { refusal } from "./answers.ts";

const MB = 1_000_000;

/** Something that holds WebAssembly memory. */
export interface Holder {
  /** Bytes that it holds, as far as it knows. */
  readonly bytes: number;
  /** Returns true if nothing is at work in it. */
  readonly isIdle: boolean;
  /** When it was last at work, in milliseconds. */
  readonly lastUsed: number;
  /** Lets go of what it holds. Called while it is idle; it opens again by itself. */
  drain(): void;
}

/** Bytes above which idle holders are drained, and above which new work is refused. */
export interface Marks {
  soft: number;
  hard: number;
}

/** Half of the platform's 128 MB, and what is left of it beside scripts and requests. */
const MARKS: Marks = { soft: 64 * MB, hard: 100 * MB };

/** Counts what is held. */
export class Isolate {
  readonly #marks: Marks;
  /** Weak, as an object that the platform evicts says nothing. */
  #holders: WeakRef<Holder>[] = [];

  constructor(marks: Marks = MARKS) {
    this.#marks = marks;
  }

  /** Counts a holder from now on. */
  hold(holder: Holder): void {
    this.#holders.push(new WeakRef(holder));
  }

  /** Bytes that are held. */
  get bytes(): number {
    return sum(this.#living());
  }

  /** Makes room for new work. Throws `overloaded` where there is none. */
  admit(): void {
    if (this.bytes > this.#marks.soft) this.#drain();
    if (this.bytes <= this.#marks.hard) return;
    throw refusal("overloaded", "too much is at work on this server: try again in a few seconds");
  }

  /** Drains idle holders, the one that rested longest first, until the soft mark is met. */
  #drain(): void {
    const idle = this.#living().filter((holder) => holder.isIdle && holder.bytes > 0);
    idle.sort((one, other) => one.lastUsed - other.lastUsed);
    for (const holder of idle) {
      if (this.bytes <= this.#marks.soft) return;
      holder.drain();
    }
  }

  #living(): Holder[] {
    this.#holders = this.#holders.filter((held) => held.deref() !== undefined);
    return this.#holders.flatMap((held) => held.deref() ?? []);
  }
}

function sum(holders: Holder[]): number {
  return holders.reduce((bytes, holder) => bytes + holder.bytes, 0);
}

/** This isolate. */
export const isolate = new Isolate();
