/** Detects typing: drawing is slow without a GPU, and typing comes first. */

/** Milliseconds after a key in which the user counts as typing. */
const QUIET_MILLISECONDS = 600;

/** What takes words: a key elsewhere is a step, which is to be seen. */
const FIELDS = "textarea, input:not([type=range], [type=checkbox])";

/** Watches the keys. */
export class Typing {
  #last = Number.NEGATIVE_INFINITY;
  readonly #end = new AbortController();

  constructor() {
    const note = ({ target }: Event) => {
      if (target instanceof Element && target.matches(FIELDS)) this.#last = performance.now();
    };
    document.addEventListener("keydown", note, { capture: true, signal: this.#end.signal });
  }

  /** Milliseconds until the user counts as quiet, if no further key comes; 0 when quiet. */
  get pause(): number {
    return Math.max(0, this.#last + QUIET_MILLISECONDS - performance.now());
  }

  /** Stops watching. */
  close(): void {
    this.#end.abort();
  }
}
