/** The time that an exchange may take. */
import type { ProxyLimits } from "./options.ts";
import { Refusal } from "./refusal.ts";

/** Watches one exchange: its whole time, and the silence of whoever is waited for. */
export class Watch {
  readonly #abort = new AbortController();
  readonly #silence: number;
  readonly #whole: ReturnType<typeof setTimeout>;

  constructor({ time, silence }: ProxyLimits, client: AbortSignal | null) {
    this.#silence = silence;
    this.#whole = setTimeout(() => this.#late(`no end after ${time / 1000} s`), time);
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
    let stop: () => void = () => {};
    // A promise of its own for each wait: one of the whole exchange would hold everything that was waited for.
    const givenUp = new Promise<never>((_, reject) => {
      stop = () => reject(this.signal.reason);
      if (this.signal.aborted) stop();
      else this.signal.addEventListener("abort", stop);
    });
    try {
      return await Promise.race([work, givenUp]);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener("abort", stop);
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
