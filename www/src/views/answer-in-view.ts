/** Brings an answer before its reader. */

import type { State } from "../state/state.ts";
import { scrollBehavior } from "./element.ts";

/** What a reader does who is busy with something else. */
const ACTIONS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Height of a heading and the first lines under it, in CSS pixels. */
const FIRST_LINES = 160;

/** Follows the answer of a run. */
export interface AnswerInView {
  /** Scrolls to the answer that came, unless its first lines are seen or the reader has done something since asking. */
  follow(state: State, previous: State | null): void;
  close(): void;
}

/** Follows the answer in this element. */
export function answerInView(answer: HTMLElement): AnswerInView {
  const closing = new AbortController();
  let isBusy = false;
  for (const action of ACTIONS) {
    const note = () => {
      isBusy = true;
    };
    addEventListener(action, note, { passive: true, capture: true, signal: closing.signal });
  }
  return {
    follow: (state, previous) => {
      if (previous?.phase === "idle" && state.phase !== "idle") isBusy = false;
      const came = previous !== null && previous.answer === null && state.answer !== null;
      if (came && previous.phase !== "idle" && !isBusy && !showsFirstLines(answer))
        answer.scrollIntoView({ block: "start", behavior: scrollBehavior() });
    },
    close: () => closing.abort(),
  };
}

function showsFirstLines(answer: HTMLElement): boolean {
  const { top } = answer.getBoundingClientRect();
  return top >= 0 && top + FIRST_LINES <= innerHeight;
}
