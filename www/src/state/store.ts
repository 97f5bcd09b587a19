/** Holds the state; applies actions at once and notifies the views once per frame. */

import type { Action } from "./actions.ts";
import { reduce } from "./reduce.ts";
import { INITIAL_STATE, type State } from "./state.ts";

/** Draws the state; gets the last drawn state, to skip unchanged parts. */
export type View = (state: State, previous: State | null) => void;

/** Longest wait for a frame: a tab in the background has none. */
const FRAME_TIMEOUT_MILLISECONDS = 250;

/** The page's one store. */
export class Store {
  #state: State = INITIAL_STATE;
  #queued: Action[] = [];
  #views: { view: View; drawn: State | null }[] = [];
  #followers: { view: View; drawn: State | null }[] = [];
  #frame: { request: number; timer: ReturnType<typeof setTimeout> } | null = null;

  /** The state with everything that has been dispatched. */
  get state(): State {
    this.#apply();
    return this.#state;
  }

  /** Notes an action; the views follow in the next frame. */
  dispatch(action: Action): void {
    this.#queued.push(action);
    this.#schedule();
  }

  /** Replaces the views and draws them. */
  show(views: readonly View[]): void {
    this.#views = views.map((view) => ({ view, drawn: null }));
    this.#draw();
  }

  /** Adds a listener that is notified of each state, whatever is shown. */
  follow(view: View): void {
    this.#followers.push({ view, drawn: null });
  }

  #apply(): void {
    if (this.#queued.length === 0) return;
    const actions = this.#queued;
    this.#queued = [];
    this.#state = reduce(this.#state, actions);
  }

  #schedule(): void {
    if (this.#frame) return;
    const draw = () => this.#draw();
    this.#frame = {
      request: requestAnimationFrame(draw),
      timer: setTimeout(draw, FRAME_TIMEOUT_MILLISECONDS),
    };
  }

  #draw(): void {
    if (this.#frame) {
      cancelAnimationFrame(this.#frame.request);
      clearTimeout(this.#frame.timer);
      this.#frame = null;
    }
    this.#apply();
    for (const entry of [...this.#followers, ...this.#views]) {
      if (entry.drawn === this.#state) continue;
      const previous = entry.drawn;
      entry.drawn = this.#state;
      entry.view(this.#state, previous);
    }
  }
}
