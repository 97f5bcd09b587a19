/**
 * One writer among peers. The peer whose turn it is opens the shared resource and carries out the calls of all. The
 * others send theirs, and wait for their turn, which comes when the writer goes, for any reason.
 */
import { deferred } from "./deferred.ts";
import { closed, MemoryBankError } from "./errors.ts";
import type { Peers, ToAll } from "./peers.ts";
import { type Manner, PendingCalls } from "./pending-calls.ts";
import { ServedPeers } from "./served-peers.ts";

/** The repetition of each method of a face. A face's arguments and replies can be cloned. */
export type Manners<F> = { readonly [Method in keyof F]: Manner };

/** The shared resource, opened by the writer. */
export interface Opened<F> {
  readonly face: F;
  /** True if other peers may use it; otherwise it is this peer's alone. */
  readonly isShared: boolean;
  /** Releases it; no call is under way any more. With `isLost` another peer may have it: nothing is written. */
  close(isLost: boolean): Promise<void>;
}

/** A call that was not carried out, because the turn was lost before. */
class TurnLost extends Error {}

type Method = (...args: unknown[]) => Promise<unknown>;

/** A face that all peers have; one of them carries out its calls. */
export class SharedFace<F extends object> {
  /** The face for this peer's calls; the writer changes as peers come and go. */
  readonly face: F;
  readonly #peers: Peers;
  readonly #open: () => Promise<Opened<F>>;
  readonly #pending: PendingCalls;
  readonly #served: ServedPeers;
  /** Aborted once no call of this peer is under way any more. */
  readonly #leaving = new AbortController();
  readonly #end = deferred<void>();
  /** The loss of this peer's turn. */
  #loss = deferred<void>();
  #hasLost = false;
  #own: Opened<F> | null = null;
  /** This peer's wait for its turn, and the turn. */
  #turn: Promise<void> | null = null;
  #isOpening = false;
  #isClosed = false;
  #ownCalls = 0;
  readonly #idle = deferred<void>();
  #watch: ReturnType<typeof setInterval> | undefined;

  /** Nothing is opened or sent before the first call. The peers are closed with this face. */
  constructor(manners: Manners<F>, open: () => Promise<Opened<F>>, peers: Peers) {
    this.#peers = peers;
    this.#open = open;
    this.#pending = new PendingCalls(peers, () => this.#rest());
    this.#served = new ServedPeers({
      writer: peers.name,
      words: peers.words,
      methods: Object.keys(manners),
      carryOut: (method, args) => this.#carryOut(method, args),
    });
    peers.listen({ hear: (told) => this.#hear(told), lose: () => this.#pending.lose() });
    const methods = Object.entries<Manner>(manners).map(([method, manner]) => [
      method,
      (...args: unknown[]) => this.#ask(method, args, manner),
    ]);
    this.face = Object.fromEntries(methods) as F;
  }

  /** True if this peer is the writer. */
  get writes(): boolean {
    return this.#own !== null;
  }

  /**
   * Once no call of this peer is under way, lets go, so that the next one takes over. Calls that follow fail with
   * `closed`.
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rest();
    await this.#idle.promise;
    this.#leaving.abort();
    const own = this.#own;
    this.#own = null;
    await this.#served.close();
    try {
      await own?.close(own.isShared && !(await this.#peers.keepsTurn()));
    } finally {
      this.#end.resolve();
      await this.#turn;
      this.#pending.close();
      this.#peers.close();
    }
  }

  async #ask(method: string, args: unknown[], manner: Manner): Promise<unknown> {
    if (this.#isClosed) throw closed();
    return this.#own === null
      ? this.#askWriter(method, args, manner)
      : this.#askHere(method, args, manner);
  }

  #askWriter(method: string, args: unknown[], manner: Manner): Promise<unknown> {
    const answer = this.#pending.ask(method, args, manner);
    this.#queue();
    this.#watch ??= setInterval(() => this.#look(), this.#peers.patience / 15);
    return answer;
  }

  async #askHere(method: string, args: unknown[], manner: Manner): Promise<unknown> {
    this.#ownCalls += 1;
    try {
      return await this.#carryOut(method, args);
    } catch (thrown) {
      if (!(thrown instanceof TurnLost)) throw thrown;
      return await this.#askWriter(method, args, manner);
    } finally {
      this.#ownCalls -= 1;
      this.#rest();
    }
  }

  async #carryOut(method: string, args: unknown[]): Promise<unknown> {
    const own = this.#own;
    if (own === null) throw closed();
    if (own.isShared && !(await this.#peers.keepsTurn())) {
      this.#own = null;
      this.#hasLost = true;
      this.#loss.resolve();
      throw new TurnLost();
    }
    return (own.face as Record<string, Method>)[method]?.(...args);
  }

  /** Waits for this peer's turn, and seeks the writer. */
  #queue(): void {
    this.#turn ??= this.#peers.here
      .then(() => {
        this.#seekWriter();
        return this.#peers.turn(this.#leaving.signal, () => this.#write());
      })
      .then(
        () => this.#over(),
        (thrown) => this.#failed(thrown),
      );
  }

  /** After a turn that was lost, calls wait for another one. */
  #over(): void {
    if (!this.#hasLost) return;
    this.#hasLost = false;
    this.#loss = deferred<void>();
    this.#turn = null;
    if (this.#pending.size > 0) this.#queue();
  }

  /** The work of this peer's turn. */
  async #write(): Promise<void> {
    const opened = await this.#openedHere();
    if (opened === null) return;
    if (this.#leaving.signal.aborted) return opened.close(false);
    this.#own = opened;
    for (const call of this.#pending.taken()) {
      this.#askHere(call.method, call.args, call.manner).then(call.resolve, call.reject);
    }
    // A resource that is this peer's alone needs no turn.
    if (!opened.isShared) return;
    this.#say({ kind: "writes" });
    await Promise.race([this.#end.promise, this.#loss.promise]);
    if (this.#hasLost) await opened.close(true);
  }

  /** The opened resource; `null` if it cannot be opened, and the waiting callers get the reason. */
  async #openedHere(): Promise<Opened<F> | null> {
    this.#isOpening = true;
    const beat = setInterval(() => this.#say({ kind: "opens" }), this.#peers.patience / 5);
    try {
      return await this.#open();
    } catch (thrown) {
      this.#failed(thrown);
      return null;
    } finally {
      clearInterval(beat);
      this.#isOpening = false;
    }
  }

  /** This peer has no turn: the next call waits for another one. */
  #failed(thrown: unknown): void {
    this.#turn = null;
    this.#pending.fail(MemoryBankError.from(thrown));
  }

  #hear(told: ToAll): void {
    if (told.kind === "opens") this.#pending.heard();
    else if (told.kind === "writes") this.#seekWriter();
    else if (this.#own?.isShared) this.#serve(told.tab);
  }

  #serve(peer: string): void {
    const isNew = this.#served.serve(peer, () => this.#peers.lineTo(peer));
    if (!isNew) return;
    const gone = this.#peers.untilGone(peer, this.#leaving.signal);
    gone.then(() => this.#served.forget(peer)).catch(() => {});
  }

  /** While calls wait: seeks a writer that was not heard of yet, whose reply is also the sign that it is alive. */
  #look(): void {
    if (this.#isOpening) return;
    this.#queue();
    this.#seekWriter();
    this.#pending.failWhereSilent(this.#peers.patience);
  }

  /** The writer replies on this peer's line. */
  #seekWriter(): void {
    if (this.#own === null) this.#say({ kind: "join", tab: this.#peers.name });
  }

  /** Must be called when calls have ended. */
  #rest(): void {
    if (this.#pending.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
    if (this.#ownCalls === 0 && this.#isClosed) this.#idle.resolve();
  }

  #say(told: ToAll): void {
    if (!this.#leaving.signal.aborted) this.#peers.say(told);
  }
}
