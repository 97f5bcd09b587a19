/** When memory is kept up: a while after something new, and one time after the other. */

/** So long after it: a program that goes on at once is not held up. */
export const UPKEEP_AFTER_MILLISECONDS = 2_000;

/** Waits for the time to keep memory up. */
export class UpkeepTimer {
  readonly #keepUp: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAtWork = false;
  /** Whether something new came while it was at work. */
  #isWished = false;
  #isStopped = false;

  /** What `keepUp` fails of is due the next time. */
  constructor(keepUp: () => Promise<void>) {
    this.#keepUp = keepUp;
  }

  /** Something new has come. A stream of it does not put upkeep off for ever: it is so long after the first. */
  wish(): void {
    if (this.#isAtWork) this.#isWished = true;
    else if (this.#timer === undefined) this.#start();
  }

  /** A run has ended: what else was wished for waits as long, for the next run may come at once. */
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

/** Nobody waits for what a timer does, a program that ends neither. */
export function letGo(timer: ReturnType<typeof setTimeout>): void {
  (timer as { unref?: () => void }).unref?.();
}
