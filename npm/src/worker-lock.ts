/**
 * A lock that a worker holds as long as it lives, which shows its end, for any reason, to the thread that started it.
 */
import { TABS_PREFIX, type TabLocks } from "./tab-channel.ts";

/** A name for a worker, and for its lock: of no other worker in this origin. */
export function newWorkerName(): string {
  return `${TABS_PREFIX}worker/${crypto.randomUUID()}`;
}

/** Holds the lock of this name until this thread is gone; resolves once it is held. */
export function holdForLife(locks: TabLocks, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = locks.request(name, {}, () => {
      resolve();
      return new Promise<void>(() => {});
    });
    held.catch(reject);
  });
}

/** Resolves once the worker that holds this lock is gone; rejects if the signal is aborted. */
export function untilGone(locks: TabLocks, name: string, signal: AbortSignal): Promise<void> {
  return locks.request(name, { signal }, async () => {});
}
