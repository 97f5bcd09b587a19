/** What is deleted for good, or corrected, is not to stay readable in the files of its folder. */

import type { MemoryRequest } from "./generated.ts";
import type { MemoryStep } from "./memory-calls.ts";
import type { PageLog } from "./page-log.ts";

/** Requests after which something is gone for good: it cannot be restored. */
const ERASING: ReadonlySet<string> = new Set([
  ...["hierarchy purge", "hierarchy edit", "hierarchy setCoreMemory"],
  ...["trajectories forget", "trajectories forgetMethodology"],
]);

/** Follows the calls of a memory, and has its files hold nothing of what they erased. */
export class Erasures {
  readonly #log: Pick<PageLog, "markTraces" | "leaveNoTrace">;
  /** Erasing calls that wait for what they need. */
  readonly #waiting = new Set<number>();

  constructor(log: Pick<PageLog, "markTraces" | "leaveNoTrace">) {
    this.#log = log;
  }

  /** Begins a call. */
  async asked(request: MemoryRequest, call: () => Promise<MemoryStep>): Promise<MemoryStep> {
    if (!isErasing(request)) return call();
    // A full disk takes no mark, and what is deleted is deleted all the same.
    await this.#log.markTraces().catch(() => {});
    return this.#followed(await call());
  }

  /** Goes on with a call. */
  async supplied(number: number, call: () => Promise<MemoryStep>): Promise<MemoryStep> {
    const isErasing = this.#waiting.delete(number);
    const step = await call();
    return isErasing ? this.#followed(step) : step;
  }

  async #followed(step: MemoryStep): Promise<MemoryStep> {
    if ("needs" in step) this.#waiting.add(step.needs.call);
    // Where it fails the mark stays, and the next opening tries again.
    else await this.#log.leaveNoTrace().catch(() => {});
    return step;
  }
}

function isErasing(request: MemoryRequest): boolean {
  return "op" in request && ERASING.has(`${request.memory} ${request.op}`);
}
