/** Removal of traces: deleted or corrected data must not stay readable in the store's pages. */

import type { MemoryRequest } from "./generated.ts";
import type { MemoryStep } from "./memory-calls.ts";

/** A keeper of pages that can remove all earlier content of its pages. */
export interface Traces {
  /** Begins an operation after which no present content of the pages may be left. */
  markTraces(): Promise<void>;
  /** Removes earlier content of the pages, and ends the operation. */
  leaveNoTrace(): Promise<void>;
}

/** Requests that remove data for good: it cannot be restored. */
const ERASING: ReadonlySet<string> = new Set([
  ...["hierarchy purge", "hierarchy edit", "hierarchy setCoreMemory"],
  ...["trajectories forget", "trajectories forgetMethodology"],
]);

/** Follows calls, and removes the traces of erased data. */
export class Erasures {
  readonly #traces: Traces;
  /** Erasing calls that wait for their needs. */
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
    // A full disk takes no mark, and the data is deleted all the same.
    await this.#traces.markTraces().catch(() => {});
  }

  async #leave(): Promise<void> {
    // If it fails the mark stays, and the next opening tries again.
    await this.#traces.leaveNoTrace().catch(() => {});
  }
}

function isErasing(request: MemoryRequest): boolean {
  return "op" in request && ERASING.has(`${request.memory} ${request.op}`);
}
