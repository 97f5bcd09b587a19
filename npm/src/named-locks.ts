/** Locks by name, among tabs or processes. */

/** Locks among tabs or processes. One that goes, for any reason, releases its locks. */
export interface NamedLocks {
  /** Holds a lock while `held` works. With `ifAvailable`, a taken lock is not waited for: `held` gets `null`. */
  request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    held: (lock: object | null) => Promise<void>,
  ): Promise<void>;
  /** The locks that are held by anybody; `holder` names the holder and the remedy, for people. */
  query(): Promise<{ held?: { name?: string; holder?: string }[] }>;
}

/** Names of locks and channels begin so. Peers that speak otherwise have another number. */
export const LOCKS_PREFIX = "agentic-memory-bank/1/";
