/** The schedule of memory's upkeep: a while after a change, and one round after the other. */

/** So long after it: a program that goes on at once is not held up. */
export const UPKEEP_AFTER_MILLISECONDS = 2_000;

/** Waits for the time to keep memory up. */
export class UpkeepTimer {
  readonly #keepUp: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAtWork = false;
  /** True if a change came during a round. */
  #isWished = false;
  #isStopped = false;

  /** If `keepUp` fails, its work is due the next time. */
  constructor(keepUp: () => Promise<void>) {
    this.#keepUp = keepUp;
  }

  /** Notes a change. A stream of changes does not postpone upkeep for ever: the delay counts from the first. */
  wish(): void {
    if (this.#isAtWork) this.#isWished = true;
    else if (this.#timer === undefined) this.#start();
  }

  /** A run has ended: other pending upkeep waits as long, because the next run may come at once. */
  putOff(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.wish();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#fire(), UPKEEP_AFTER_MILLISECONDS);
    letGo(this.#timer);
  }

  /** Two at once would put the same into words twice. */
  async #fire(): Promise<void> {
    this.#timer = undefined;
    this.#isAtWork = true;
    await this.#keepUp().catch(() => {});
    this.#isAtWork = false;
    const isWished = this.#isWished;
    this.#isWished = false;
    if (isWished) this.wish();
  }
}

/** Lets a program end without waiting for this timer. */
export function letGo(timer: ReturnType<typeof setTimeout>): void {
  (timer as { unref?: () => void }).unref?.();
}
