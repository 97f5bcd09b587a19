/** The messages between tabs, and their channel. */
import type { PlainFailure } from "./errors.ts";

/** The channel of messages between tabs: a `BroadcastChannel`, or an equivalent. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** Locks among tabs: `navigator.locks`, or an equivalent. A tab that goes, for any reason, releases its locks. */
export interface TabLocks {
  request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    held: (lock: object | null) => Promise<void>,
  ): Promise<void>;
  query(): Promise<{ held?: { name?: string }[] }>;
}

/** The services by which a tab finds the others. */
export interface Tabs {
  readonly locks: TabLocks;
  /** A channel to all others that open one of this name. */
  channel(name: string): Channel;
  /** Longest silence of a writer after a call, in milliseconds. */
  readonly patience: number;
}

/** Names of locks and channels begin so. Tabs that speak otherwise have another number. */
export const TABS_PREFIX = "agentic-memory-bank/1/";

const PATIENCE_MILLISECONDS = 15_000;

/** The tabs of this origin; `null` in a browser that lacks Web Locks or channels between tabs. */
export function tabsHere(): Tabs | null {
  const locks = (globalThis.navigator as { locks?: TabLocks } | undefined)?.locks;
  if (locks === undefined || globalThis.BroadcastChannel === undefined) return null;
  const channel = (name: string) => new BroadcastChannel(name) as Channel;
  return { locks, channel, patience: PATIENCE_MILLISECONDS };
}

/** Messages to all tabs. */
export type ToAll =
  /** A tab seeks the writer. */
  | { kind: "join"; tab: string }
  /** Another tab is the writer, and can be joined. */
  | { kind: "writes" }
  /** The tab with the lock is about to write. */
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
