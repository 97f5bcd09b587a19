/** The answer of a run that is played again, at its time. */

import type { Answer } from "../bank/types.ts";
import type { State } from "./state.ts";

/** The state as its question and answer are shown: those of the moment while the run is played, else the present ones. */
export function asPlayed(state: State): State {
  const { timeline, moment, isPlayed } = state;
  if (!isPlayed || moment === null) return state;
  const later = timeline.moments.slice(moment);
  if (!later.some(({ kind }) => kind === "asked" || kind === "answered")) return state;
  let { question } = state;
  let answer: Answer | null = null;
  let answeredBefore = 0;
  for (const { event } of timeline.moments.slice(0, moment)) {
    if (event.type === "runStarted") {
      if (answer !== null) answeredBefore += 1;
      question = event.question;
      answer = null;
    }
    if (event.type === "answered") answer = event.answer;
  }
  const earlier = state.earlier.slice(0, answeredBefore);
  return { ...state, question, answer, earlier, retrieved: [], isRevised: false };
}
