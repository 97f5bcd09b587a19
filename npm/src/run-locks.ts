/** A run that is under way belongs to one bank, in one tab: two that went on with it would pay twice. */
import { deferred } from "./deferred.ts";
import { MemoryBankError } from "./errors.ts";
import type { EngineStore } from "./host.ts";
import { TABS_PREFIX, type TabLocks } from "./tab-channel.ts";

const PREFIX = `${TABS_PREFIX}run/`;

/** A bank that was just closed may not have let go of its run yet. */
const WAIT_MILLISECONDS = 2_000;

/** The runs that one bank has under way. */
export class RunLocks {
  readonly #locks: TabLocks;
  readonly #wait: number;
  #held = new Map<string, () => void>();

  constructor(locks: TabLocks, wait: number = WAIT_MILLISECONDS) {
    this.#locks = locks;
    this.#wait = wait;
  }

  /**
   * Holds a run until `releaseAll`, or until this thread is gone. Rejects with `stored_run_at_work` where another has
   * it.
   */
  async hold(run: string): Promise<void> {
    if (this.#held.has(run)) return;
    const granted = deferred<void>();
    const end = deferred<void>();
    const giveUp = new AbortController();
    // A free lock may take long, too, on a busy machine.
    const patience = setInterval(async () => {
      if ((await runsAtWork(this.#locks)).includes(run)) giveUp.abort();
    }, this.#wait);
    const turn = this.#locks.request(lockOf(run), { signal: giveUp.signal }, () => {
      granted.resolve();
      return end.promise;
    });
    turn.catch(() => granted.reject(atWork(run)));
    await granted.promise.finally(() => clearInterval(patience));
    this.#held.set(run, end.resolve);
  }

  /** Lets go of all runs. */
  releaseAll(): void {
    for (const release of this.#held.values()) release();
    this.#held.clear();
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

/** The runs that are under way in any tab. */
export async function runsAtWork(locks: TabLocks): Promise<string[]> {
  const { held = [] } = await locks.query();
  const names = held.map(({ name = "" }) => name);
  return names.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
}

/** Does the work unless this run is under way. Rejects with `stored_run_at_work` if it is. */
export async function unlessAtWork<T>(
  locks: TabLocks,
  run: string,
  work: () => Promise<T>,
): Promise<T> {
  const done = deferred<T>();
  await locks.request(lockOf(run), { ifAvailable: true }, async (lock) => {
    if (lock === null) done.reject(atWork(run));
    else await work().then(done.resolve, done.reject);
  });
  return done.promise;
}

/** The error for a run that is under way elsewhere; to the engine, a busy store. */
export function atWork(run: string): MemoryBankError {
  const detail = `run ${run} is at work in another tab or bank`;
  return new MemoryBankError(
    "stored_run_at_work",
    `${detail}: stop it there, or wait until it has ended`,
    { retryable: true, store: { kind: "busy", detail } },
  );
}

function lockOf(run: string): string {
  return `${PREFIX}${run}`;
}
