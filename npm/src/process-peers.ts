/**
 * The processes of a machine that share a folder, as peers. The one with the folder's lock serves at the address that
 * the lock names. The others are connected to it; when their connection ends, they try to take the lock.
 */
import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { MemoryBankError } from "./errors.ts";
import { type HeldLock, type LockState, stateOfLock, takeLock } from "./lock-file.ts";
import { type Holder, isGoneBy } from "./lock-holder.ts";
import type { Channel, Listener, Peers, PeerWords, ToAll, ToFollower, ToWriter } from "./peers.ts";
import {
  admit,
  type Connection,
  type Program,
  type Reached,
  reach,
  THIS_PROGRAM,
} from "./process-connection.ts";
import { isPrivate, removeSocket, serveBeside } from "./process-server.ts";
import { mediumFailure, storeFailure } from "./store-failure.ts";

const LOCK = "lock";

const WORDS: Omit<PeerWords, "writer"> = {
  wake: "let it go on or end it, then try again",
  program: "this package",
  reload: "end it, or use one version for both",
};

const PATIENCE_MILLISECONDS = 15_000;

/** Pause before the lock is tried again while it changes hands. */
const PAUSE_MILLISECONDS = 20;

/** Milliseconds after which a living process that does not serve is taken for another program. */
const SERVES_WITHIN = 3_000;

/** What processes share, and how. */
export interface ProcessOptions {
  /** A folder that exists. */
  folder: string;
  program?: Program;
  /** Longest silence of the writer after a call, in milliseconds. */
  patience?: number;
}

/** A process that is connected to this one, the writer. */
interface Client {
  connection: Connection;
  line: Channel;
}

/** This process, or one of several stores in it. */
export class ProcessPeers implements Peers {
  readonly name = randomUUID();
  readonly patience: number;
  readonly here = Promise.resolve();
  readonly line: Channel;
  readonly #folder: string;
  readonly #program: Program;
  #listener: Listener | null = null;
  /** The connection to the writer, while another process is that. */
  #writer: Connection | null = null;
  readonly #clients = new Map<string, Client>();
  /** The number of the process that has the folder, as far as it is known. */
  #holder: number | null = null;
  /** The lock of the folder, while this process has it. */
  #lock: HeldLock | null = null;
  /** The present look at that lock. */
  #look: Promise<boolean> | null = null;
  /** The last turn of this peer, which may still be ending. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor({
    folder,
    program = THIS_PROGRAM,
    patience = PATIENCE_MILLISECONDS,
  }: ProcessOptions) {
    this.#folder = folder;
    this.#program = program;
    this.patience = patience;
    this.line = {
      onmessage: null,
      postMessage: (message) => this.#writer?.send(message),
      close: () => {},
    };
  }

  get words(): PeerWords {
    const process = this.#holder === null ? "another process" : `process ${this.#holder}`;
    return { ...WORDS, writer: `${process}, which has the folder open,` };
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  say(told: ToAll): void {
    this.#writer?.send(told);
    for (const { connection } of this.#clients.values()) connection.send(told, true);
  }

  turn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(() => this.#untilTurn(signal, work));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Calls that ask at the same moment share one look, so they stay in their order. */
  keepsTurn(): Promise<boolean> {
    this.#look ??= this.#looked().finally(() => {
      this.#look = null;
    });
    return this.#look;
  }

  /** Somebody may have deleted the lock, and another process may have taken it since. */
  async #looked(): Promise<boolean> {
    const isHeld = (await this.#lock?.isHeld()) ?? false;
    if (isHeld) return true;
    for (const { connection } of this.#clients.values()) connection.destroy();
    return false;
  }

  lineTo(peer: string): Channel {
    return this.#clients.get(peer)?.line ?? DEAD_LINE;
  }

  async untilGone(peer: string, signal: AbortSignal): Promise<void> {
    await this.#clients.get(peer)?.connection.ended;
    signal.throwIfAborted();
  }

  close(): void {
    this.#writer?.end();
  }

  /** Follows one writer after the other, until this process has the lock and does the work. */
  async #untilTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const folder = await realpath(this.#folder).catch((thrown) => {
      throw mediumFailure(thrown);
    });
    const path = join(folder, LOCK);
    let silence: Silence | null = null;
    for (;;) {
      signal.throwIfAborted();
      const lock = await stateOfLock(path);
      if (lock.state === "free") {
        if (await this.#wrote(folder, work)) return;
      } else if (lock.state === "held") {
        silence = await this.#follow(lock, path, silence, signal);
      }
      await setTimeout(PAUSE_MILLISECONDS, undefined, { signal, ref: false });
    }
  }

  /** Does the work with the lock, and serves meanwhile; `false` if another has taken the lock. */
  async #wrote(folder: string, work: () => Promise<void>): Promise<boolean> {
    const token = randomUUID();
    const expected = { token, program: this.#program };
    const server = await serveBeside(folder, (socket) =>
      admit(socket, expected, (connection) => this.#admitted(connection)),
    );
    const address = server && { address: server.address };
    try {
      const lock = await takeLock(join(folder, LOCK), { token, ...address });
      if (lock === null) return false;
      this.#lock = lock;
      await work().finally(() => lock.release());
      return true;
    } finally {
      this.#lock = null;
      await server?.close();
    }
  }

  #admitted(connection: Connection): void {
    const id = randomUUID();
    const line: Channel = {
      onmessage: null,
      postMessage: (message) => connection.send(message, true),
      close: () => {},
    };
    this.#clients.set(id, { connection, line });
    void connection.ended.then(() => this.#clients.delete(id));
    connection.onvalue = (value) => {
      const told = value as ToAll | ToWriter;
      if (told.kind === "call") pass(line, told);
      // A name that it gives itself could be another's.
      else if (told.kind === "join") this.#listener?.hear({ kind: "join", tab: id });
    };
  }

  /**
   * Is connected to the holder of the lock until that ends; removes the lock of one that is gone. Returns the holder's
   * silence if it did not reply. Throws `store_busy` for a holder that cannot be connected to.
   */
  async #follow(
    { holder, isAlive, remove }: Held,
    path: string,
    before: Silence | null,
    signal: AbortSignal,
  ): Promise<Silence | null> {
    this.#holder = holder.pid;
    // A process of another container may be there and not be seen.
    const reached = await this.#reached(holder, signal);
    if (reached.state === "refused") throw busy(this.#otherProgram(holder, reached.program));
    if (reached.state === "connected") {
      await this.#joined(reached.connection, signal);
      return null;
    }
    if (!(isAlive ?? !isGoneBy(reached.code, holder))) {
      await remove();
      if (holder.address !== undefined) await removeSocket(holder.address);
      return null;
    }
    const silence = before?.token === holder.token ? before : { token: holder.token, since: now() };
    const serves = holder.address !== undefined;
    if (serves && now() - silence.since < SERVES_WITHIN) return silence;
    const who = `process ${holder.pid} of ${holder.host}`;
    const why = serves ? "which does not answer" : "which does not share it";
    throw busy(`${who}, ${why}${isAlive ? "" : `; if it is gone, delete ${path}`}`);
  }

  async #reached({ address, token, pid }: Holder, signal: AbortSignal): Promise<Reached> {
    if (address === undefined) return { state: "unreachable", code: undefined };
    if (!(await isPrivate(address))) throw busy(`process ${pid} of another user`);
    return reach(address, { token, program: this.#program }, signal);
  }

  #otherProgram({ pid }: Holder, program: Program): string {
    const [theirs, ours] = [program, this.#program].map(
      ({ package: version, node }) => `agentic-memory-bank ${version} on Node ${node}`,
    );
    return `process ${pid} runs ${theirs}, this one ${ours}: use one version for both`;
  }

  /** Hears the writer until the connection ends. */
  async #joined(connection: Connection, signal: AbortSignal): Promise<void> {
    connection.onvalue = (value) => {
      const told = value as ToAll | ToFollower;
      if (told.kind === "writes" || told.kind === "opens") this.#listener?.hear(told);
      else pass(this.line, told);
    };
    const leave = () => connection.end();
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    this.#writer = connection;
    // It may be the writer by now, and can be joined.
    this.#listener?.hear({ kind: "writes" });
    await connection.ended;
    this.#writer = null;
    signal.removeEventListener("abort", leave);
    this.#listener?.lose();
  }
}

type Held = Extract<LockState, { state: "held" }>;

/** A holder that lives and cannot be reached, and since when. */
interface Silence {
  token: string;
  since: number;
}

const DEAD_LINE: Channel = { onmessage: null, postMessage: () => {}, close: () => {} };

function pass(line: Channel, data: unknown): void {
  line.onmessage?.(new MessageEvent("message", { data }));
}

function now(): number {
  return performance.now();
}

function busy(detail: string): MemoryBankError {
  return storeFailure({ kind: "busy", detail });
}
