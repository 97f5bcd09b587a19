/** What tabs say to each other, and what carries it. */
import type { PlainFailure } from "./errors.ts";

/** What carries messages between tabs: a `BroadcastChannel`, or its like. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** Locks among tabs: `navigator.locks`, or its like. A tab that goes, in whichever way, lets go of its locks. */
export interface TabLocks {
  request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    held: (lock: object | null) => Promise<void>,
  ): Promise<void>;
  query(): Promise<{ held?: { name?: string }[] }>;
}

/** What a tab needs to find the others. */
export interface Tabs {
  readonly locks: TabLocks;
  /** A channel to all who open one of this name, but oneself. */
  channel(name: string): Channel;
  /** So long, in milliseconds, may a writer that was asked say nothing at all. */
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

/** Told to all tabs. */
export type ToAll =
  /** A tab looks for who writes. */
  | { kind: "join"; tab: string }
  /** There is another tab that writes: to be joined. */
  | { kind: "writes" }
  /** Whoever has the lock is about to write. */
  | { kind: "opens" };

/** Told to the writer, on the follower's own line. */
export type ToWriter = {
  kind: "call";
  writer: string;
  id: number;
  method: string;
  args: unknown[];
};

/** What a writer tells a follower. */
export type Told =
  | { kind: "ready" }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "failure"; id: number; failure: PlainFailure }
  /** The writer goes: what it has not answered by now it has not carried out, and will not. */
  | { kind: "leaves" };

/** The same on the follower's line, with who tells it. */
export type ToFollower = Told & { writer: string };
