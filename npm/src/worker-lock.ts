/**
 * A lock that a worker holds as long as it lives, which shows its end, for any reason, to the thread that started it.
 */
import { LOCKS_PREFIX, type NamedLocks } from "./named-locks.ts";

/** A name for a worker, and for its lock: of no other worker in this origin. */
export function newWorkerName(): string {
  return `${LOCKS_PREFIX}worker/${crypto.randomUUID()}`;
}

/** Holds the lock of this name until this thread is gone; resolves once it is held. */
export function holdForLife(locks: NamedLocks, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = locks.request(name, {}, () => {
      resolve();
      return new Promise<void>(() => {});
    });
    held.catch(reject);
  });
}

/** Resolves once the worker that holds this lock is gone; rejects if the signal is aborted. */
export function untilGone(locks: NamedLocks, name: string, signal: AbortSignal): Promise<void> {
  return locks.request(name, { signal }, async () => {});
}
