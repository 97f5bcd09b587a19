/** Attempts at the same call, over a connection that may be lost for a while. */
import type { MemoryBankError } from "./errors.ts";

/** Waiting times, in milliseconds. */
export interface Waiting {
  /** Pause after the first failure; it doubles with each that follows. */
  first: number;
  /** Longest of these pauses. */
  longest: number;
  /** Time without success after which nothing more is tried. */
  patience: number;
  /** The same, while the other side replies and requests a wait. */
  askedPatience: number;
  /** Silence of an open connection after which it counts as lost. */
  silence: number;
}

/** A server sends a keep-alive every 25 s, so silence of a minute means that it is gone. */
export const WAITING: Waiting = {
  first: 1000,
  longest: 30_000,
  patience: 60_000,
  askedPatience: 600_000,
  silence: 60_000,
};

/** Counts failures since the last success, and waits between attempts. */
export class Attempts {
  readonly #waiting: Waiting;
  readonly #closing: AbortSignal;
  #pause: number;
  /** The time of the first failure since the last success. Sleep of the computer does not count. */
  #failingSince: number | null = null;

  constructor(waiting: Waiting, closing: AbortSignal) {
    this.#waiting = waiting;
    this.#closing = closing;
    this.#pause = waiting.first;
  }

  /** Notes that the other side is there. */
  succeeded(): void {
    this.#pause = this.#waiting.first;
    this.#failingSince = null;
  }

  /** Waits until the next attempt; throws the failure where another attempt would be in vain, or is one too many. */
  async afterFailure(failure: MemoryBankError): Promise<void> {
    const now = Date.now();
    this.#failingSince ??= now;
    const asked = (failure.retryAfter ?? 0) * 1000;
    const { patience, askedPatience, longest } = this.#waiting;
    const left = (asked > 0 ? askedPatience : patience) - (now - this.#failingSince);
    if (!failure.retryable || left <= 0 || asked > left) throw failure;
    await sleep(Math.max(asked, Math.min(this.#pause, left)), this.#closing);
    this.#pause = Math.min(2 * this.#pause, longest);
  }
}

/** Waits so many milliseconds, or until the signal is aborted. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
