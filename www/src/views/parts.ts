/** The parts of a run, of which a phone shows one at a time. */

import type { State } from "../state/state.ts";
import { begins } from "./ask.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

const PARTS = ["steps", "answer", "memory", "more"] as const;

type Part = (typeof PARTS)[number];

/** The bar that chooses the part that a phone shows of what it stands in. Wider windows show all parts, and no bar. */
export function partsBar({ words }: Context): Panel {
  const buttons = PARTS.map((part) =>
    element(
      "button",
      { type: "button", class: "quiet", "data-part": part, onclick: () => show(part) },
      words.parts[part],
    ),
  );
  const bar = element("nav", { class: "parts", "aria-label": words.parts.heading }, ...buttons);

  function show(part: Part | null): void {
    bar.parentElement?.setAttribute("data-part", part ?? "all");
    for (const button of buttons) {
      if (button.dataset.part === part) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  return {
    element: bar,
    view: (state, previous) => {
      setHidden(bar, state.tasks === null);
      const part = partFor(state, previous);
      const isAsked = part === "answer" && state.place !== previous?.place;
      if (part !== undefined && (isAsked || !isTyping())) show(part);
    },
  };
}

/** The part that is shown from now on; `null`: all, as without a run; `undefined`: the one that the reader has chosen. */
export function partFor(state: State, previous: State | null): Part | null | undefined {
  if (state.tasks === null) return previous?.tasks === null ? undefined : null;
  const isAnswered = hasWords(state);
  if (state.tasks.docId !== previous?.tasks?.docId) return isAnswered ? "answer" : "steps";
  // The notice of a run that was stopped is no word of the one that goes on.
  const isSilent = state.answer === null && state.work.writing === "";
  if (begins(state, previous) && isSilent) return "steps";
  // A place in a document stands beside the answer.
  if (state.place !== null && state.place !== previous.place) return "answer";
  return isAnswered && !hasWords(previous) ? "answer" : undefined;
}

/** True if the reader is writing in a part that an answer would hide. */
function isTyping(): boolean {
  const field = ":is(textarea, input:not([type=checkbox]))";
  const part = ":is(.memory, .stored, .long-term)";
  return document.activeElement?.matches(`${part} ${field}`) ?? false;
}

/** True if there is an answer, or the beginning of one, or the reason why there is none. */
function hasWords({ answer, notice, work }: State): boolean {
  return answer !== null || notice !== null || work.writing !== "";
}
