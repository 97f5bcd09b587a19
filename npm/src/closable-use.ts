/** Calls of an object that must not be freed during one of them. */
import { MemoryBankError } from "./errors.ts";

/** Counts calls of an object, and frees it after its close and the last of them. */
export class ClosableUse {
  readonly #free: () => void;
  #calls = 0;
  #isClosed = false;

  constructor(free: () => void) {
    this.#free = free;
  }

  /** Makes a call. Rejects with `closed` after `close`. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new MemoryBankError("closed", "the task is closed: begin another");
    this.#calls += 1;
    try {
      return await work();
    } finally {
      this.#calls -= 1;
      if (this.#isClosed) this.#freeIfIdle();
    }
  }

  /** Refuses further calls, and frees the object once no call is under way. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#freeIfIdle();
  }

  #freeIfIdle(): void {
    if (this.#calls === 0) this.#free();
  }
}
