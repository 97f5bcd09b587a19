/** Peers that share a resource, such as the tabs of an origin or the processes of a machine, and their messages. */
import type { PlainFailure } from "./errors.ts";

/** The channel of messages between peers: a `BroadcastChannel`, or an equivalent. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** Messages to all peers. */
export type ToAll =
  /** A peer seeks the writer. */
  | { kind: "join"; tab: string }
  /** Another peer is the writer, and can be joined. */
  | { kind: "writes" }
  /** The peer whose turn it is is about to write. */
  | { kind: "opens" };

/** Messages to the writer, on the follower's own channel. */
export type ToWriter = {
  kind: "call";
  writer: string;
  id: number;
  method: string;
  args: unknown[];
};

/** Messages of a writer to a follower. */
export type Told =
  | { kind: "ready" }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "failure"; id: number; failure: PlainFailure }
  /** The writer goes: calls without a reply by now are not carried out. */
  | { kind: "leaves" };

/** The same on the follower's channel, with the writer's name. */
export type ToFollower = Told & { writer: string };

/** Names of the parties in errors. */
export interface PeerWords {
  /** The writer, as the subject of a sentence. */
  writer: string;
  /** The remedy for a silent writer. */
  wake: string;
  /** The program of which the writer has another version, and the remedy. */
  program: string;
  reload: string;
}

/** The recipient of news from the other peers. */
export interface Listener {
  hear(told: ToAll): void;
  /** The writer is gone, and with it each call that it did not reply to. */
  lose(): void;
}

/** The way of one peer to the others. */
export interface Peers {
  /** Name of this peer, of no other. */
  readonly name: string;
  /** Longest silence of a writer after a call, in milliseconds. */
  readonly patience: number;
  /** Names of the parties, as far as they are known now. */
  readonly words: PeerWords;
  /** This peer's own channel, on which the writer replies. */
  readonly line: Channel;
  /** Resolves once the others can know of this peer. */
  readonly here: Promise<void>;
  /** Begins to hear the others. */
  listen(listener: Listener): void;
  /** Sends a message to the others, as far as they can be reached. */
  say(told: ToAll): void;
  /**
   * Does the work when it is this peer's turn to write; the next turn begins when the work ends. Rejects if the signal
   * is aborted before, or if this peer can get no turn.
   */
  turn(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Resolves to false if this peer has lost its turn before the end of the work. The others then hear no more of it. */
  keepsTurn(): Promise<boolean>;
  /** The channel of another peer, for the writer. */
  lineTo(peer: string): Channel;
  /** Resolves once another peer is gone; rejects if the signal is aborted. */
  untilGone(peer: string, signal: AbortSignal): Promise<void>;
  /** Leaves the others. No turn is under way any more. */
  close(): void;
}
