/** Pending calls: their resources are released after the last of them. */
import { closed } from "./errors.ts";

/** The calls of one thing that can be closed. */
export class CallsUnderWay {
  #count = 0;
  #isOver = false;
  #idle: () => void = () => {};

  /** Makes a call. Rejects with `closed` once they are over. */
  async make<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isOver) throw closed();
    this.#count += 1;
    try {
      return await call();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#idle();
    }
  }

  /** Has no more be made, and waits for those that are under way. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }
}
