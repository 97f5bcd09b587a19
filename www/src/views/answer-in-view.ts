/** Brings an answer before its reader. */

import type { State } from "../state/state.ts";

/** What a reader does who is busy with something else. */
const ACTIONS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Height of a heading and the first lines under it, in CSS pixels. */
const FIRST_LINES = 160;

/** Follows the answer of a run. */
export interface AnswerInView {
  /**
   * Tells in the page's title that an answer came. Focuses its heading and scrolls to it, unless the reader has done
   * something since asking.
   */
  follow(state: State, previous: State | null): void;
  close(): void;
}

/** Follows the answer under this heading in this element, on a page of this title. */
export function answerInView(
  answer: HTMLElement,
  heading: HTMLElement,
  title: string,
): AnswerInView {
  const closing = new AbortController();
  let isBusy = false;
  for (const action of ACTIONS) {
    const note = () => {
      isBusy = true;
    };
    addEventListener(action, note, { passive: true, capture: true, signal: closing.signal });
  }
  const bring = () => {
    if (isBusy || closing.signal.aborted || answer.hidden) return;
    heading.focus({ preventScroll: true });
    // Not smoothly: what is shown and hidden above it meanwhile would move the place that is scrolled to.
    if (!showsFirstLines(answer)) answer.scrollIntoView({ block: "start", behavior: "instant" });
  };
  return {
    follow: (state, previous) => {
      if (previous === null) return;
      const began = previous.phase === "idle" && state.phase !== "idle";
      if (began) isBusy = false;
      if (began || state.answer === null) document.title = title;
      if (!came(state, previous)) return;
      document.title = `${heading.textContent} · ${title}`;
      // Once the whole page shows what came with it.
      requestAnimationFrame(bring);
    },
    close: () => closing.abort(),
  };
}

/** True if a run gave its first answer, be it drawn at once with the start of the run. */
function came(state: State, previous: State): boolean {
  const isOther =
    state.tasks?.docId !== previous.tasks?.docId || state.earlier !== previous.earlier;
  return (
    state.answer !== null && previous.phase !== "idle" && (previous.answer === null || isOther)
  );
}

function showsFirstLines(answer: HTMLElement): boolean {
  const { top } = answer.getBoundingClientRect();
  return top >= 0 && top + FIRST_LINES <= innerHeight;
}
