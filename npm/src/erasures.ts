/** What is deleted for good, or corrected, is not to stay readable where pages are kept. */

import type { MemoryRequest } from "./generated.ts";
import type { MemoryStep } from "./memory-calls.ts";

/** A keeper of pages that can leave nothing of what they had before. */
export interface Traces {
  /** Begins something after which nothing of what pages have now is to be left. */
  markTraces(): Promise<void>;
  /** Leaves nothing of what pages had before, and ends what was begun. */
  leaveNoTrace(): Promise<void>;
}

/** Requests after which something is gone for good: it cannot be restored. */
const ERASING: ReadonlySet<string> = new Set([
  ...["hierarchy purge", "hierarchy edit", "hierarchy setCoreMemory"],
  ...["trajectories forget", "trajectories forgetMethodology"],
]);

/** Follows calls, and leaves nothing of what they erased. */
export class Erasures {
  readonly #traces: Traces;
  /** Erasing calls that wait for what they need. */
  readonly #waiting = new Set<number>();

  constructor(traces: Traces) {
    this.#traces = traces;
  }

  /** Begins a call of memory. */
  async asked(request: MemoryRequest, call: () => Promise<MemoryStep>): Promise<MemoryStep> {
    if (!isErasing(request)) return call();
    await this.#mark();
    return this.#followed(call);
  }

  /** Goes on with a call of memory. */
  async supplied(number: number, call: () => Promise<MemoryStep>): Promise<MemoryStep> {
    return this.#waiting.delete(number) ? this.#followed(call) : call();
  }

  /** Makes a call that erases. */
  async erasing<T>(call: () => Promise<T>): Promise<T> {
    await this.#mark();
    try {
      return await call();
    } finally {
      await this.#leave();
    }
  }

  async #followed(call: () => Promise<MemoryStep>): Promise<MemoryStep> {
    let waits = false;
    try {
      const step = await call();
      if ("needs" in step) {
        this.#waiting.add(step.needs.call);
        waits = true;
      }
      return step;
    } finally {
      if (!waits) await this.#leave();
    }
  }

  async #mark(): Promise<void> {
    // A full disk takes no mark, and what is deleted is deleted all the same.
    await this.#traces.markTraces().catch(() => {});
  }

  async #leave(): Promise<void> {
    // Where it fails the mark stays, and the next opening tries again.
    await this.#traces.leaveNoTrace().catch(() => {});
  }
}

function isErasing(request: MemoryRequest): boolean {
  return "op" in request && ERASING.has(`${request.memory} ${request.op}`);
}
