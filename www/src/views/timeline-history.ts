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
  const notable = new Notable();
  let drawn: readonly Place[] = [];
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
  const draw = ({ timeline, moment: now }: State) => {
    const all = notable.of(timeline.moments);
    setHidden(details, all.length === 0);
    setText(summary, words.history(all.length));
    setHidden(more, all.length <= MOST_LISTED);
    if (!details.open) return;
    const listed = all.slice(-MOST_LISTED);
    // The list only grows, unless another run is shown.
    const isGrown = drawn.every((place, index) => listed[index] === place);
    const fresh = isGrown ? listed.slice(drawn.length) : listed;
    if (!isGrown) list.replaceChildren();
    list.append(...fresh.map(({ at, moment }) => entry(at, moment)));
    drawn = listed;
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

/** A moment, and the number of moments up to it. */
interface Place {
  readonly at: number;
  readonly moment: Moment;
}

/** The notable moments of a timeline that grows: each moment is looked at once. */
class Notable {
  #first: Moment | undefined;
  #seen = 0;
  #places: Place[] = [];

  of(moments: readonly Moment[]): readonly Place[] {
    if (moments[0] !== this.#first) {
      this.#first = moments[0];
      this.#seen = 0;
      this.#places = [];
    }
    for (; this.#seen < moments.length; this.#seen += 1) {
      const moment = moments[this.#seen];
      if (moment && isNotable(moment)) this.#places.push({ at: this.#seen + 1, moment });
    }
    return this.#places;
  }
}
