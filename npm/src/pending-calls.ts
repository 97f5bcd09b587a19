/** A follower's calls, on their way to the writer. */
import { closed, type MemoryBankError, reviveFailure } from "./errors.ts";
import type { Peers, ToFollower, ToWriter } from "./peers.ts";
import { WriterGone, writerSilent } from "./writer-failures.ts";

/**
 * The repetition of a call if the writer went before it replied. `reads`: it changes nothing. `repeatable`: it is
 * idempotent. `once`: neither, so it ends in doubt.
 */
export type Manner = "reads" | "repeatable" | "once";

/** A call that has no answer yet. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: unknown[];
  readonly manner: Manner;
  isSent: boolean;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** Calls without an answer. They wait for a writer, go to it in their order, and move to the next one. */
export class PendingCalls {
  readonly #peers: Pick<Peers, "line" | "words">;
  readonly #calls = new Map<number, Call>();
  readonly #onIdle: () => void;
  /** The known writer, if any. */
  #writer: string | null = null;
  #heard = 0;
  #count = 0;

  /** `onIdle` is called when the last one has its answer. */
  constructor(peers: Pick<Peers, "line" | "words">, onIdle: () => void) {
    this.#peers = peers;
    this.#onIdle = onIdle;
    peers.line.onmessage = ({ data }: MessageEvent<ToFollower>) => this.#hear(data);
  }

  get size(): number {
    return this.#calls.size;
  }

  /** Calls the writer, once there is one. */
  ask(method: string, args: unknown[], manner: Manner): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#calls.size === 0) this.heard();
      this.#count += 1;
      const call = { id: this.#count, method, args, manner, isSent: false, resolve, reject };
      this.#calls.set(call.id, call);
      this.#send(call);
    });
  }

  /** The holder of the lock gave a sign of life. */
  heard(): void {
    this.#heard = Date.now();
  }

  /** Fails all calls after so many milliseconds of silence. */
  failWhereSilent(patience: number): void {
    if (Date.now() - this.#heard <= patience) return;
    for (const call of this.#all()) {
      const changes = call.isSent && call.manner !== "reads";
      this.#end(call, () => call.reject(writerSilent(this.#peers.words, changes)));
    }
  }

  /** Follows another writer from now on. Calls that its predecessor did not reply to are repeated, or are in doubt. */
  follow(writer: string): void {
    if (writer === this.#writer) return;
    this.#writer = writer;
    for (const call of this.#movable()) this.#send(call);
  }

  /** The writer is gone. Calls that it did not reply to wait for the next one, or are in doubt. */
  lose(): void {
    this.#writer = null;
    this.#movable();
  }

  /** This peer is the writer from now on: returns the calls to be carried out here. */
  taken(): Call[] {
    this.#writer = null;
    const calls = this.#movable();
    this.#calls.clear();
    return calls;
  }

  /** No peer is followed any more. */
  fail(reason: MemoryBankError): void {
    for (const call of this.#all()) this.#end(call, () => call.reject(reason));
  }

  close(): void {
    this.fail(closed());
    this.#peers.line.close();
  }

  #all(): Call[] {
    return [...this.#calls.values()];
  }

  /** The calls but those that may be carried out by now: these end in doubt. */
  #movable(): Call[] {
    for (const call of this.#all()) {
      if (call.isSent && call.manner === "once") {
        this.#end(call, () => call.reject(new WriterGone(this.#peers.words)));
      }
      call.isSent = false;
    }
    return this.#all();
  }

  #send(call: Call): void {
    if (this.#writer === null) return;
    const { id, method, args } = call;
    const message: ToWriter = { kind: "call", writer: this.#writer, id, method, args };
    try {
      this.#peers.line.postMessage(message);
      call.isSent = true;
    } catch (thrown) {
      // A value that cannot be cloned would fail again if it were sent again.
      this.#end(call, () => call.reject(thrown));
    }
  }

  #hear(told: ToFollower): void {
    if (told.kind === "ready") this.follow(told.writer);
    if (told.writer !== this.#writer) return;
    this.heard();
    if (told.kind === "leaves") this.#unfollow();
    if (told.kind === "ready" || told.kind === "leaves") return;
    const call = this.#calls.get(told.id);
    if (call === undefined) return;
    if (told.kind === "answer") this.#end(call, () => call.resolve(told.value));
    else this.#end(call, () => call.reject(reviveFailure(told.failure)));
  }

  /** There is no writer to follow now, and no call is in doubt. */
  #unfollow(): void {
    this.#writer = null;
    for (const call of this.#all()) call.isSent = false;
  }

  #end(call: Call, settle: () => void): void {
    this.#calls.delete(call.id);
    settle();
    if (this.#calls.size === 0) this.#onIdle();
  }
}
