/** The pace of a run that is played again. */

import { isNotable, type Moment } from "../state/timeline.ts";

/** Events a second. */
export const RATES = [1, 4, 16, 64] as const;
const FASTEST = Math.max(...RATES);

/** Seconds that a run takes at most at its first rate, unless it is longer than the fastest rate allows. */
const LONGEST = 60;

/** Least milliseconds between two steps: the graph is drawn with each. */
const SHORTEST_STEP = 250;

/** The rate for a run of so many events, until the user chooses another. */
export function rateFor(count: number): number {
  return RATES.find((rate) => count / rate <= LONGEST) ?? FASTEST;
}

/**
 * The place after a step of `count` events from `at`. It is earlier where a merge, a dispute, a question or an answer
 * comes before: nobody is to miss those.
 */
export function nextStop(moments: readonly Moment[], at: number, count: number): number {
  const end = Math.min(at + count, moments.length);
  const stop = moments.slice(at, end).findIndex((moment) => isNotable(moment) || isSaid(moment));
  return stop < 0 ? end : at + stop + 1;
}

function isSaid({ kind }: Moment): boolean {
  return kind === "asked" || kind === "answered";
}

/** A clock that calls for steps while it runs, and the page is visible. */
export class Playback {
  readonly #step: (count: number) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Events a second. */
  rate: number = RATES[0];

  /** `step` goes on by so many events. */
  constructor(step: (count: number) => void) {
    this.#step = step;
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  play(): void {
    clearTimeout(this.#timer);
    const pause = Math.max(1000 / this.rate, SHORTEST_STEP);
    this.#timer = setTimeout(() => {
      this.play();
      if (document.visibilityState === "visible") this.#step((this.rate * pause) / 1000);
    }, pause);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
