/** The time that an exchange may take. */
import type { ProxyLimits } from "./options.ts";
import { Refusal } from "./refusal.ts";

/** Watches one exchange: its whole time, and the silence of whoever is waited for. */
export class Watch {
  readonly #abort = new AbortController();
  readonly #silence: number;
  readonly #whole: ReturnType<typeof setTimeout>;
  /** Rejects once the exchange is given up. */
  readonly #givenUp: Promise<never>;

  constructor({ time, silence }: ProxyLimits, client: AbortSignal | null) {
    this.#silence = silence;
    this.#whole = setTimeout(() => this.#late(`no end after ${time / 1000} s`), time);
    this.#givenUp = new Promise((_, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason));
    });
    this.#givenUp.catch(() => {});
    if (client?.aborted) this.giveUp();
    else client?.addEventListener("abort", () => this.giveUp());
  }

  /** Aborted once the exchange is given up: what is under way for it ends. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Waits for others, in silence not longer than the limit. Throws a `Refusal` where they are late. */
  async heard<T>(work: Promise<T>): Promise<T> {
    const late = () => this.#late(`nothing came for ${this.#silence / 1000} s`);
    const timer = setTimeout(late, this.#silence);
    try {
      return await Promise.race([work, this.#givenUp]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Nobody waits for the answer any more. */
  giveUp(): void {
    this.#fail(new Refusal("target_unreachable", "the client went away"));
  }

  /** The exchange has ended: its timers do, too. */
  end(): void {
    clearTimeout(this.#whole);
  }

  #late(what: string): void {
    this.#fail(
      new Refusal("target_timeout", `the target took too long (${what}): try again later`),
    );
  }

  #fail(refusal: Refusal): void {
    this.end();
    this.#abort.abort(refusal);
  }
}
