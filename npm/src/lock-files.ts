/** Locks by name among the processes that share a folder, each a file in it. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type HeldLock, type LockState, stateOfLock, takeLock } from "./lock-file.ts";
import type { NamedLocks } from "./named-locks.ts";
import { mediumFailure } from "./store-failure.ts";

type Held = Extract<LockState, { state: "held" }>;

const ENDING = /^[0-9a-f]{32}\.lock$/;

/** Pause before a taken lock is tried again. */
const PAUSE_MILLISECONDS = 25;

/** On a full disk nobody takes a lock, and a deletion, which frees space, needs none. */
const NO_LOCK: Pick<HeldLock, "release"> = { release: async () => {} };

/** The locks of a folder. One whose holder cannot be judged counts as held, until its file is deleted. */
export class LockFiles implements NamedLocks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    held: (lock: object | null) => Promise<void>,
  ): Promise<void> {
    const lock = await this.#taken(name, options).catch((thrown) => {
      throw options.signal?.aborted ? thrown : mediumFailure(thrown);
    });
    if (lock === null) return held(null);
    try {
      await held(lock);
    } finally {
      // A file that cannot be removed holds the lock until this process ends.
      await lock.release().catch(() => {});
    }
  }

  async query(): Promise<{ held: { name?: string; holder: string }[] }> {
    const files = (await readdir(this.#folder)).filter((name) => ENDING.test(name));
    const found = files.map(async (file) => {
      const path = join(this.#folder, file);
      const lock = await stateOfLock(path);
      if (lock.state !== "held" || lock.isAlive === false) return [];
      const { name } = lock.holder;
      return [{ ...(name !== undefined && { name }), holder: naming(lock, path) }];
    });
    return { held: (await Promise.all(found)).flat() };
  }

  async #taken(
    name: string,
    { ifAvailable, signal }: { ifAvailable?: boolean; signal?: AbortSignal },
  ): Promise<Pick<HeldLock, "release"> | null> {
    const hash = createHash("sha256").update(name).digest("hex").slice(0, 32);
    const path = join(this.#folder, `${hash}.lock`);
    for (;;) {
      let isFull = false;
      const lock = await takeLock(path, { name }).catch((thrown: unknown) => {
        isFull = mediumFailure(thrown).code === "store_full";
        if (!(isFull && ifAvailable)) throw thrown;
        return null;
      });
      if (lock !== null) return lock;
      const found = await stateOfLock(path);
      if (found.state === "held" && found.isAlive !== false) {
        if (ifAvailable) return null;
      } else if (isFull) {
        return NO_LOCK;
      } else if (found.state === "held") {
        await found.remove();
      }
      await setTimeout(PAUSE_MILLISECONDS, undefined, signal && { signal });
    }
  }
}

function naming({ holder: { pid, host }, isAlive }: Held, path: string): string {
  const process = `process ${pid} of ${host} by the lock ${path}`;
  return isAlive ? process : `${process}; if that process is gone, delete the file`;
}
