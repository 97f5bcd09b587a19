/** A run that is under way belongs to one bank, in one tab or process: two that went on with it would pay twice. */
import { deferred } from "./deferred.ts";
import { MemoryBankError } from "./errors.ts";
import type { EngineStore } from "./host.ts";
import { LOCKS_PREFIX, type NamedLocks } from "./named-locks.ts";

const PREFIX = `${LOCKS_PREFIX}run/`;

/** A bank that was just closed may not have let go of its run yet. */
const WAIT_MILLISECONDS = 2_000;

/** The runs that a bank has under way, in this thread or another. */
export interface RunHolds {
  /**
   * Holds a run until it is released, or until this thread or process is gone. Resolves to false if it was held already.
   * Rejects with `stored_run_at_work` where another has it.
   */
  hold(run: string): Promise<boolean>;
  /** Lets go of a run, if it is held. */
  release(run: string): Promise<void>;
  /** Lets go of all runs. */
  releaseAll(): Promise<void>;
}

/** A lock that is held. */
interface Held {
  end: () => void;
  /** Resolves once the lock is free again. */
  over: Promise<void>;
}

/** The runs that one bank has under way. */
export class RunLocks implements RunHolds {
  readonly #locks: NamedLocks;
  readonly #wait: number;
  readonly #held = new Map<string, Held>();

  constructor(locks: NamedLocks, wait: number = WAIT_MILLISECONDS) {
    this.#locks = locks;
    this.#wait = wait;
  }

  async hold(run: string): Promise<boolean> {
    if (this.#held.has(run)) return false;
    const granted = deferred<void>();
    const end = deferred<void>();
    const giveUp = new AbortController();
    // A free lock may take long, too, on a busy machine.
    const patience = setInterval(async () => {
      const holder = await holderOf(this.#locks, run).catch(() => null);
      if (holder !== null) giveUp.abort(atWork(run, holder));
    }, this.#wait);
    const over = this.#locks.request(lockOf(run), { signal: giveUp.signal }, () => {
      granted.resolve();
      return end.promise;
    });
    over.catch((thrown) => {
      const { aborted, reason } = giveUp.signal;
      granted.reject(aborted ? reason : thrown);
    });
    await granted.promise.finally(() => clearInterval(patience));
    this.#held.set(run, { end: end.resolve, over });
    return true;
  }

  async release(run: string): Promise<void> {
    const held = this.#held.get(run);
    this.#held.delete(run);
    held?.end();
    // A lock that cannot be released ends with this thread or process.
    await held?.over.catch(() => {});
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((run) => this.release(run)));
  }

  /** A store whose new runs are locked from their first moment. */
  holding(store: EngineStore): EngineStore {
    return {
      ...store,
      createRun: async (run) => {
        await this.hold(run.id);
        await store.createRun(run);
      },
    };
  }
}

/** The runs that are under way anywhere. */
export async function runsAtWork(locks: NamedLocks): Promise<string[]> {
  const { held = [] } = await locks.query();
  const names = held.map(({ name = "" }) => name);
  return names.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
}

/** Does the work unless this run is under way. Rejects with `stored_run_at_work` if it is. */
export async function unlessAtWork<T>(
  locks: NamedLocks,
  run: string,
  work: () => Promise<T>,
): Promise<T> {
  const done = deferred<T>();
  // The caller gets the error, once the lock is free again.
  done.promise.catch(() => {});
  await locks.request(lockOf(run), { ifAvailable: true }, async (lock) => {
    if (lock === null) done.reject(atWork(run, await holderOf(locks, run).catch(() => null)));
    else await work().then(done.resolve, done.reject);
  });
  return done.promise;
}

/** The holder of a run that is under way, for people, as far as it is known; `null` if the run is not under way. */
async function holderOf(locks: NamedLocks, run: string): Promise<string | null> {
  const { held = [] } = await locks.query();
  const found = held.find(({ name }) => name === lockOf(run));
  return found === undefined ? null : (found.holder ?? "");
}

/** The error for a run that is under way elsewhere; to the engine, a busy store. `holder`: who has it, if known. */
export function atWork(run: string, holder: string | null = null): MemoryBankError {
  const known = holder ? ` (${holder})` : "";
  const detail = `run ${run} is at work in another bank, tab or process${known}`;
  return new MemoryBankError(
    "stored_run_at_work",
    `${detail}: stop it there, or wait until it has ended`,
    { retryable: true, store: { kind: "busy", detail } },
  );
}

function lockOf(run: string): string {
  return `${PREFIX}${run}`;
}
