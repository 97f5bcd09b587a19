/** The pace of the drawing: only while it can be seen, not while the user types, and slower while a run reads. */

import { Typing } from "./typing.ts";

/** Least time between two drawings while a run reads. */
const SLOW_MILLISECONDS = 500;

/** Calls back when something is to be drawn. */
export class Pace {
  readonly #draw: () => void;
  readonly #typing = new Typing();
  readonly #observer: IntersectionObserver;
  readonly #end = new AbortController();
  #isSlow = false;
  #isInView = false;
  #isAsked = false;
  #last = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, draw: () => void) {
    this.#draw = draw;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting ?? false;
      this.#follow();
    });
    this.#observer.observe(host);
    document.addEventListener("visibilitychange", () => this.#follow(), {
      signal: this.#end.signal,
    });
  }

  /** True while a run reads. */
  set isSlow(isSlow: boolean) {
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    this.#follow();
  }

  /** Asks for a drawing as soon as the pace allows it. */
  ask(): void {
    this.#isAsked = true;
    this.#follow();
  }

  /** Asks for a drawing at once, for what the user did; if it cannot be seen, later. */
  askAtOnce(): void {
    this.#isAsked = true;
    if (this.#isSeen) this.#drawNow();
  }

  /** Draws no more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.#end.abort();
    this.#typing.close();
  }

  get #isSeen(): boolean {
    return this.#isInView && document.visibilityState === "visible";
  }

  get #wait(): number {
    const pause = this.#isSlow ? this.#last + SLOW_MILLISECONDS - performance.now() : 0;
    return Math.max(this.#typing.pause, pause);
  }

  #follow(): void {
    clearTimeout(this.#timer);
    if (!this.#isAsked || !this.#isSeen) return;
    const wait = this.#wait;
    if (wait > 0) this.#timer = setTimeout(() => this.#follow(), wait);
    else this.#drawNow();
  }

  #drawNow(): void {
    clearTimeout(this.#timer);
    this.#isAsked = false;
    this.#last = performance.now();
    this.#draw();
  }
}
