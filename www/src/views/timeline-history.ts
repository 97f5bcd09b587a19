/** The merges and disputes of a run: each leads to its moment, and selects its topics. */

import type { State } from "../state/state.ts";
import { isNotable, type Moment, topicsOf } from "../state/timeline.ts";
import { momentWords, notableWords, type TimelineWords } from "../text/moments.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** Entries listed at most, the last ones. */
const MOST_LISTED = 300;

/** The list, which is drawn while it is open; `onChosen` gets the moment and the topics of an entry. */
export function timelineHistory(
  { store, words: { language } }: Context,
  words: TimelineWords,
  onChosen: (at: number, topics: readonly string[]) => void,
): Panel {
  const summary = element("summary", {});
  const list = element("ol", {});
  const more = element("p", { class: "hint", hidden: true }, words.lastOnes(MOST_LISTED));
  const details = element("details", { class: "history", hidden: true }, summary, list, more);
  let drawn: Moment[] = [];
  details.addEventListener("toggle", () => draw(store.state));
  list.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const at = Number(button?.dataset.at);
    const moment = store.state.timeline.moments[at - 1];
    if (button && moment) onChosen(at, topicsOf(moment));
  });

  const entry = (at: number, moment: Moment): HTMLElement => {
    const text = notableWords(moment);
    return element(
      "li",
      { class: moment.kind, value: at },
      element(
        "button",
        { type: "button", class: "quiet", dir: "auto", "data-at": at },
        momentWords(moment, words, language),
      ),
      text !== "" && element("p", { class: "hint", dir: "auto" }, text),
    );
  };
  const draw = ({ timeline: { moments }, moment: now }: State) => {
    const all = [...moments.entries()].filter(([, moment]) => isNotable(moment));
    setHidden(details, all.length === 0);
    setText(summary, words.history(all.length));
    setHidden(more, all.length <= MOST_LISTED);
    if (!details.open) return;
    const listed = all.slice(-MOST_LISTED);
    // The list only grows, unless another run is shown.
    const isGrown = drawn.every((moment, index) => listed[index]?.[1] === moment);
    const fresh = isGrown ? listed.slice(drawn.length) : listed;
    if (!isGrown) list.replaceChildren();
    list.append(...fresh.map(([index, moment]) => entry(index + 1, moment)));
    drawn = listed.map(([, moment]) => moment);
    for (const button of list.querySelectorAll("button")) {
      if (Number(button.dataset.at) === now) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  };
  return {
    element: details,
    view: (state, previous) => {
      if (state.timeline !== previous?.timeline || state.moment !== previous.moment) draw(state);
    },
  };
}
