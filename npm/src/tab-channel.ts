/** The services by which the tabs of an origin find each other. */
import type { NamedLocks } from "./named-locks.ts";
import type { Channel } from "./peers.ts";

/** The services by which a tab finds the others. */
export interface Tabs {
  /** `navigator.locks`, or an equivalent. */
  readonly locks: NamedLocks;
  /** A channel to all others that open one of this name. */
  channel(name: string): Channel;
  /** Longest silence of a writer after a call, in milliseconds. */
  readonly patience: number;
}

const PATIENCE_MILLISECONDS = 15_000;

/** The tabs of this origin; `null` in a browser that lacks Web Locks or channels between tabs. */
export function tabsHere(): Tabs | null {
  const locks = (globalThis.navigator as { locks?: NamedLocks } | undefined)?.locks;
  if (locks === undefined || globalThis.BroadcastChannel === undefined) return null;
  const channel = (name: string) => new BroadcastChannel(name) as Channel;
  return { locks, channel, patience: PATIENCE_MILLISECONDS };
}
