/** The timeline of a run: a slider over its events, the event in words, playback, and the history of disputes. */

import type { State } from "../state/state.ts";
import { placeWords, type TimelineWords, timelineWords } from "../text/moments.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { nextStop, Playback, RATES, rateFor } from "./playback.ts";
import { timelineHistory } from "./timeline-history.ts";

/** The timeline; loaded once there are events. */
export function timelineBar(context: Context): Panel {
  const words = timelineWords(context.words.language);
  const parts = barParts(words);
  const bar = new Bar(parts, words, context);
  const history = timelineHistory(context, words, (at, topics) => bar.show(at, topics));
  return {
    element: element(
      "div",
      { class: "timeline", role: "group", "aria-label": words.heading },
      ...parts.all,
      history.element,
    ),
    view: (state, previous) => {
      bar.view(state, previous);
      history.view(state, previous);
    },
    close: () => bar.pause(),
  };
}

/** The slider and its buttons. */
class Bar {
  readonly #parts: ReturnType<typeof barParts>;
  readonly #words: TimelineWords;
  readonly #store: Context["store"];
  readonly #language: string;
  readonly #playback = new Playback((count) => this.#step(count));
  #isRateChosen = false;

  constructor(parts: ReturnType<typeof barParts>, words: TimelineWords, context: Context) {
    this.#parts = parts;
    this.#words = words;
    this.#store = context.store;
    this.#language = context.words.language;
    const { slider, back, forward, play, toNow, speed } = parts;
    slider.addEventListener("input", () => {
      this.pause();
      this.#store.dispatch({ type: "momentShown", at: Number(slider.value) });
    });
    back.addEventListener("click", () => this.show(Math.max(0, this.#at - 1)));
    forward.addEventListener("click", () => this.show(this.#at + 1));
    toNow.addEventListener("click", () => this.show(null));
    play.addEventListener("click", () => (this.#playback.isPlaying ? this.#end() : this.#play()));
    speed.addEventListener("change", () => {
      this.#isRateChosen = true;
      this.#playback.rate = Number(speed.value);
    });
  }

  /** Shows a moment, and says it; `null`: the present. */
  show(at: number | null, selects?: readonly string[]): void {
    this.pause();
    this.#store.dispatch({ type: "momentShown", at, ...(selects && { selects }) });
    this.#say();
  }

  view(state: State, previous: State | null): void {
    const { timeline, moment, phase } = state;
    if (phase !== "idle") this.pause();
    const isSame = timeline === previous?.timeline && moment === previous.moment;
    if (!isSame || phase !== previous.phase) this.#draw(state);
  }

  pause(): void {
    this.#playback.pause();
    setText(this.#parts.play, this.#words.play);
  }

  get #at(): number {
    const { timeline, moment } = this.#store.state;
    return moment ?? timeline.moments.length;
  }

  /** From the beginning, unless an earlier moment is shown. */
  #play(): void {
    const { timeline, moment } = this.#store.state;
    const { speed, play } = this.#parts;
    if (!this.#isRateChosen) speed.value = String(rateFor(timeline.moments.length));
    this.#playback.rate = Number(speed.value);
    this.#store.dispatch({ type: "momentShown", at: moment ?? 0, plays: true });
    this.#playback.play();
    setText(play, this.#words.pause);
  }

  #step(count: number): void {
    const { timeline, moment } = this.#store.state;
    if (moment !== null)
      this.#store.dispatch({ type: "momentShown", at: nextStop(timeline.moments, moment, count) });
    if (this.#store.state.moment === null) this.#end();
  }

  #end(): void {
    this.pause();
    this.#say();
  }

  #say(): void {
    setText(this.#parts.spoken, this.#told(this.#store.state));
  }

  #told({ timeline, moment }: State): string {
    return placeWords(timeline, moment, this.#words, this.#language);
  }

  #draw(state: State): void {
    const { slider, told, back, forward, toNow, play, rate } = this.#parts;
    const { timeline, moment, phase } = state;
    const count = timeline.moments.length;
    const text = this.#told(state);
    slider.max = String(count);
    slider.value = String(moment ?? count);
    slider.setAttribute("aria-valuetext", text);
    setText(told, text);
    back.setAttribute("aria-disabled", String(moment === 0));
    for (const button of [forward, toNow])
      button.setAttribute("aria-disabled", String(moment === null));
    // What goes on cannot be played again yet.
    for (const part of [play, rate]) setHidden(part, phase !== "idle");
  }
}

/** The elements of the bar. */
function barParts(words: TimelineWords) {
  const slider = element("input", { id: "timeline", type: "range", min: 0, max: 0, step: 1 });
  const told = element("p", { class: "moment", dir: "auto" });
  const spoken = element("p", { class: "visually-hidden", role: "status" });
  const button = (text: string) => element("button", { type: "button" }, text);
  const [back, play, forward, toNow] = [words.back, words.play, words.forward, words.toNow].map(
    button,
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  const speed = element(
    "select",
    { id: "timeline-speed" },
    ...RATES.map((rate) => element("option", { value: rate }, words.rate(rate))),
  );
  const rate = element(
    "span",
    { class: "rate" },
    element("label", { for: "timeline-speed" }, words.speed),
    speed,
  );
  const all = [
    element("label", { for: "timeline" }, words.slider),
    slider,
    element(
      "p",
      { class: "ends hint", "aria-hidden": "true" },
      element("span", {}, words.start),
      element("span", {}, words.now),
    ),
    told,
    spoken,
    element("div", { class: "actions" }, back, play, forward, toNow, rate),
  ];
  return { all, slider, told, spoken, back, play, forward, toNow, speed, rate };
}
