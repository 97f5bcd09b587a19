/** The marks of citations, and the card that shows what a mark stands for. */

import type { Citation } from "../bank/types.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf } from "./element.ts";
import { originLine } from "./origin.ts";
import type { Context } from "./panel.ts";

/** Time that a pointer rests on a mark before its card opens, and that a card stays without it, in milliseconds. */
const [BEFORE_OPENING, BEFORE_CLOSING] = [150, 250];

/** Distance of a card from its mark, and from the edges of the window, in CSS pixels. */
const GAP = 8;

/** Makes the marks of citations, and shows the card of one at a time. */
export class CitationCard {
  readonly element = element("div", { class: "citation-card", popover: "manual" });
  readonly #context: Context;
  readonly #closing = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The mark whose card is open. */
  #opener: HTMLElement | null = null;
  /** The citation of each mark. */
  readonly #citations = new WeakMap<Element, Citation>();
  /** The button that led to the source last, and its citation's number. */
  #left: { readonly button: HTMLElement; readonly number: number } | null = null;

  constructor(context: Context) {
    this.#context = context;
    this.element.addEventListener("pointerenter", () => clearTimeout(this.#timer));
    this.element.addEventListener("pointerleave", (event) => isMouse(event) && this.#closeSoon());
    const { signal } = this.#closing;
    addEventListener("pointerdown", ({ target }) => isOnCard(target) || this.hide(), { signal });
    const follow = ({ target }: Event) => isOnCard(target) || this.#follow();
    addEventListener("scroll", follow, { signal, capture: true });
    addEventListener("keydown", ({ key }) => key === "Escape" && this.hide(), { signal });
  }

  /** Makes a mark: its card opens where it is pointed at, focused or tapped; a click leads to the source. */
  mark(citation: Citation): HTMLElement {
    const mark: HTMLElement = element(
      "button",
      {
        type: "button",
        class: "mark",
        "data-citation": citation.number,
        "aria-label": this.#context.words.answer.citation(citation.number),
        onclick: ({ pointerType }: PointerEvent) =>
          pointerType === "touch" ? this.#open(citation, mark) : this.showInSource(citation, mark),
        onpointerenter: (event: PointerEvent) =>
          isMouse(event) && this.#later(BEFORE_OPENING, () => this.#open(citation, mark)),
        onpointerleave: (event: PointerEvent) => isMouse(event) && this.#closeSoon(),
        onfocus: () => mark.matches(":focus-visible") && this.#open(citation, mark),
        // A tap on the card takes the focus, too.
        onblur: () => this.element.matches(":hover, :active") || this.#closeSoon(),
      },
      String(citation.number),
    );
    this.#citations.set(mark, citation);
    return mark;
  }

  /** Focuses the button that led to the source last, or the present answer's first mark with this number. */
  goBack(number: number): void {
    const first = `button.mark[data-citation="${number}"]:not(.earlier *)`;
    const isOf = this.#left?.button.isConnected && this.#left.number === number;
    const back = isOf ? this.#left?.button : document.querySelector<HTMLElement>(first);
    back?.scrollIntoView({ block: "center" });
    back?.focus({ preventScroll: true });
  }

  /** Shows a citation's place in its source, asked for by this button. */
  showInSource(citation: Citation, button: HTMLElement): void {
    this.hide();
    const { document, bytes, number } = citation;
    this.#left = { button, number };
    const place = { document, bytes };
    this.#context.store.dispatch({ type: "placeShown", place, citation: number });
  }

  /** True if the button that led to the source last is in this element. */
  leftFrom(within: HTMLElement): boolean {
    return this.#left !== null && within.contains(this.#left.button);
  }

  /** Draws marks anew; an open card moves to the mark of the same citation, and is hidden if there is none. */
  whileRedrawn(within: HTMLElement, draw: () => void): void {
    const former = this.#opener;
    const hadFocus = former !== null && former === document.activeElement;
    draw();
    const cited = former && this.#citations.get(former);
    const marks = [...within.querySelectorAll<HTMLElement>("button.mark")];
    const mark = marks.find((one) => cited && isSame(this.#citations.get(one), cited));
    if (!cited || !mark) {
      this.hide();
      return;
    }
    if (hadFocus) mark.focus({ preventScroll: true });
    this.#open(cited, mark);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#opener = null;
    if (this.element.matches(":popover-open")) this.element.hidePopover();
  }

  close(): void {
    this.#closing.abort();
    this.hide();
  }

  #later(milliseconds: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, milliseconds);
  }

  #closeSoon(): void {
    this.#later(BEFORE_CLOSING, () => this.hide());
  }

  /** Stays beside its mark while the page is scrolled, as when the keyboard reaches a mark that was out of sight. */
  #follow(): void {
    if (this.#opener === null) return;
    const { top, bottom } = this.#opener.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) this.hide();
    else place(this.element, this.#opener);
  }

  #open(citation: Citation, mark: HTMLElement): void {
    clearTimeout(this.#timer);
    if (!mark.isConnected) return;
    this.#opener = mark;
    const { words } = this.#context;
    const { quote, page } = citation;
    this.element.replaceChildren(
      element("blockquote", { dir: "auto", lang: languageOf(quote) }, shown(quote)),
      element("p", { class: "hint" }, originLine(citation, page ?? null, words)),
      element(
        "button",
        { type: "button", class: "quiet", onclick: () => this.showInSource(citation, mark) },
        words.answer.show,
      ),
    );
    this.element.showPopover();
    place(this.element, mark);
  }
}

/** True if both quote the same place. */
function isSame(one: Citation | undefined, other: Citation): boolean {
  const places = [one, other].map((it) => it && [it.document, it.bytes, it.quote]);
  return JSON.stringify(places[0]) === JSON.stringify(places[1]);
}

function isMouse({ pointerType }: PointerEvent): boolean {
  return pointerType === "mouse";
}

function isOnCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".citation-card, button.mark") !== null;
}

/** Puts a card beneath its mark, or above it where there is more room, within the window. */
function place(card: HTMLElement, mark: HTMLElement): void {
  const [at, { width, height }] = [mark.getBoundingClientRect(), card.getBoundingClientRect()];
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.min(at.left, clientWidth - width - GAP);
  const isBeneath = at.bottom + GAP + height <= clientHeight || at.top < clientHeight - at.bottom;
  const top = isBeneath ? at.bottom + GAP : at.top - GAP - height;
  card.style.left = `${Math.max(GAP, left)}px`;
  card.style.top = `${Math.max(GAP, top)}px`;
}
