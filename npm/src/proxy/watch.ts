/** The time that an exchange may take. */
import type { ProxyLimits } from "./options.ts";
import { Refusal } from "./refusal.ts";

/** Watches one exchange: its whole time, and the silence of the other side. */
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

  /** Aborted when the exchange is given up, which ends its pending work. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Waits for the other side, with a limit of silence. Throws a `Refusal` if it is late. */
  async heard<T>(work: Promise<T>): Promise<T> {
    const late = () => this.#late(`nothing came for ${this.#silence / 1000} s`);
    const timer = setTimeout(late, this.#silence);
    let stop: () => void = () => {};
    // A new promise for each wait: a single one for the whole exchange would retain everything awaited.
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

  /** The client no longer waits for the response. */
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
