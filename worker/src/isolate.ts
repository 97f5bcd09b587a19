/**
 * Memory of the isolate, which objects of several users share.
 *
 * WebAssembly memory never shrinks: an instance gives it back only as a whole. So above one mark objects at rest let
 * go of their instances, and above another who has nothing open yet waits, and is refused where that takes too long.
 * Two rules keep one large object from standing in the way of others, or of itself: whoever has room passes those who
 * have none; and who is alone has room, however large.
 */
import { refusal } from "./answers.ts";

const MB = 1_000_000;

/** Something that holds WebAssembly memory. */
export interface Holder {
  /** Bytes that it holds, or is about to hold, as far as it knows. */
  readonly bytes: number;
  /** Returns true if nothing is at work in it. */
  readonly isIdle: boolean;
  /** The time of its last work, in milliseconds. */
  readonly lastUsed: number;
  /** Returns true for a holder that serves all objects: a guest is alone if all other holders are shared. */
  readonly isShared: boolean;
  /** Releases its memory unless it is at work by then; it opens again by itself. */
  drain(): Promise<void>;
}

/** A holder that opens when it is needed. */
export interface Guest extends Holder {
  /** Bytes that it will hold once it is open. */
  readonly needs: number;
  /** Counts its needs from now on. */
  reserve(): void;
}

/** Bytes above which resting holders are drained, and above which no guest opens. */
export interface Marks {
  soft: number;
  hard: number;
}

/** Half of the platform's 128 MB, and the rest of it beside scripts and requests. */
const MARKS: Marks = { soft: 64 * MB, hard: 100 * MB };

/** Milliseconds that a guest waits. */
const PATIENCE = 60_000;
/** Milliseconds between two looks for room. */
const GLANCE = 25;
/** Milliseconds of a holder at rest: a program's next call often follows at once, and would open it again. */
const REST = 250;
/**
 * Milliseconds after which somebody who waits and does not look any more counts as gone: the platform may have ended
 * it.
 */
const GONE = 1_000;

/** A waiting guest. */
interface Ticket {
  guest: Guest;
  /** The time of its last check. */
  seen: number;
}

/** Counts the memory held. */
export class Isolate {
  readonly #marks: Marks;
  readonly #patience: number;
  /** Weak, because an evicted object gives no notice. */
  #holders: WeakRef<Holder>[] = [];
  #queue: Ticket[] = [];

  constructor(marks: Marks = MARKS, patience = PATIENCE) {
    this.#marks = marks;
    this.#patience = patience;
  }

  /** Counts a holder from now on. */
  hold(holder: Holder): void {
    this.#holders.push(new WeakRef(holder));
  }

  /** Bytes that are held. */
  get bytes(): number {
    return sum(this.#living());
  }

  /**
   * Waits until a guest may open its parts, behind earlier guests that have room, too; an open guest goes on at once.
   * Rejects with `overloaded` if there is no room for too long. Each guest checks for itself: the promise of another
   * object might be lost with it.
   */
  async enter(guest: Guest): Promise<void> {
    const ticket: Ticket = { guest, seen: Date.now() };
    this.#queue.push(ticket);
    try {
      for (let waited = 0; guest.bytes === 0; waited += GLANCE) {
        ticket.seen = Date.now();
        if (this.#isNext(ticket)) {
          await this.#makeRoom(guest.needs);
          if (guest.bytes > 0) return;
          if (this.#hasRoom(guest, guest.needs)) return guest.reserve();
        }
        if (waited >= this.#patience) throw overloaded();
        await new Promise((resolve) => setTimeout(resolve, GLANCE));
      }
    } finally {
      this.#queue = this.#queue.filter((other) => other !== ticket);
    }
  }

  /** Makes room for more work of an open guest. Rejects with `overloaded` if there is none. */
  async admit(guest: Guest): Promise<void> {
    await this.#makeRoom(0);
    if (!this.#hasRoom(guest, 0)) throw overloaded();
  }

  /** Returns true if all earlier guests that still wait have no room, even once all resting holders are drained. */
  #isNext(ticket: Ticket): boolean {
    const now = Date.now();
    const before = this.#queue.slice(0, this.#queue.indexOf(ticket));
    const waiting = before.filter(({ seen }) => Math.abs(now - seen) < GONE);
    const atWork = this.#living().filter(({ isIdle }) => !isIdle);
    return !waiting.some(({ guest }) => this.#isRoomBeside(atWork, guest, guest.needs));
  }

  #hasRoom(guest: Guest, needs: number): boolean {
    return this.#isRoomBeside(this.#living(), guest, needs);
  }

  /** Returns true if a guest's needs fit beside these holders, or if all of them serve every user. */
  #isRoomBeside(holders: Holder[], guest: Guest, needs: number): boolean {
    if (sum(holders) + needs <= this.#marks.hard) return true;
    return holders.every((holder) => holder === guest || holder.isShared || holder.bytes === 0);
  }

  /** Drains resting holders, the longest at rest first, until the soft mark is met. */
  async #makeRoom(needs: number): Promise<void> {
    let excess = this.bytes + needs - this.#marks.soft;
    if (excess <= 0) return;
    const now = Date.now();
    const resting = this.#living().filter(
      ({ isIdle, bytes, lastUsed }) => isIdle && bytes > 0 && Math.abs(now - lastUsed) >= REST,
    );
    resting.sort((one, other) => one.lastUsed - other.lastUsed);
    const drained: Holder[] = [];
    for (const holder of resting) {
      if (excess <= 0) break;
      excess -= holder.bytes;
      drained.push(holder);
    }
    await Promise.all(drained.map((holder) => this.#drain(holder)));
  }

  /**
   * Drains a holder. One that holds as much as before, and still rests, belongs to an object that the platform has
   * evicted.
   */
  async #drain(holder: Holder): Promise<void> {
    const { bytes, lastUsed } = holder;
    await holder.drain().catch(() => {});
    const isGone = holder.isIdle && holder.bytes === bytes && holder.lastUsed === lastUsed;
    if (isGone) this.#holders = this.#holders.filter((held) => held.deref() !== holder);
  }

  #living(): Holder[] {
    this.#holders = this.#holders.filter((held) => held.deref() !== undefined);
    return this.#holders.flatMap((held) => held.deref() ?? []);
  }
}

function overloaded() {
  return refusal("overloaded", "too much is at work on this server: try again in a few seconds");
}

function sum(holders: Holder[]): number {
  return holders.reduce((bytes, holder) => bytes + holder.bytes, 0);
}

/** This isolate. */
export const isolate = new Isolate();
