/** The lifetime of a service: its end fails all pending calls. */
import { deferred } from "./deferred.ts";

/** The life of one thing, which ends once. Calls leave nothing behind in it when they have their answer. */
export class Lifetime {
  /** Rejects with the reason of the end. */
  readonly over: Promise<never>;
  readonly #end = deferred<never>();
  readonly #waiting = new Set<(reason: unknown) => void>();
  #isOver = false;

  constructor() {
    this.over = this.#end.promise;
    // The callers get the error.
    this.over.catch(() => {});
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Makes a call; rejects with the reason of the end if that came before, or comes before the reply. */
  async call<T>(make: () => Promise<T>): Promise<T> {
    if (this.#isOver) return this.over;
    const { promise, resolve, reject } = deferred<T>();
    this.#waiting.add(reject);
    try {
      make().then(resolve, reject);
      return await promise;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  /** Ends it, for this reason; the first one counts. */
  end(reason: unknown): void {
    this.#isOver = true;
    this.#end.reject(reason);
    for (const reject of this.#waiting) reject(reason);
  }
}
