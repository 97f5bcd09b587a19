/** The documents' text, with the requested place highlighted. */

import { partlyRead } from "../state/reading.ts";
import {
  type BlockRange,
  rangesOf,
  type SourceBlock,
  type SourceDocument,
} from "../state/source.ts";
import { type DocumentRead, EXTRACTIVE, type Place, type State } from "../state/state.ts";
import { HIDDEN_MARK, shown } from "../text/shown.ts";
import { element, languageOf, scrollBehavior, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** Blocks that one frame turns into elements: a few milliseconds of work. */
const BLOCKS_PER_FRAME = 300;
/** Blocks under one element that the browser may skip while it is out of sight. */
const BLOCKS_PER_CHUNK = 24;

type Reading = Pick<State, "documents" | "sources" | "engine">;

/** The source view. */
export function sourcePanel({ store, words }: Context): Panel {
  const text = element("div", {
    class: "text",
    id: "source-text",
    tabindex: 0,
    role: "region",
    "aria-label": words.source.text,
  });
  const choice = element("select", { "aria-label": words.source.choose });
  const count = element("span", { class: "hint" });
  const spoken = element("p", { class: "visually-hidden", role: "status" });
  const back = backToAnswer({ store, words });
  const partly = element("p", { class: "notice caution", dir: "auto", hidden: true });
  const hidden = element("p", { class: "hint", hidden: true }, words.source.hidden(HIDDEN_MARK));
  const reader = new Reader(text, () => setHidden(hidden, false));
  const heading = element("h2", { id: "source-heading" }, words.source.heading);
  const section = element(
    "section",
    { class: "source", "aria-labelledby": "source-heading", hidden: true },
    element("div", { class: "heading-row" }, heading, choice, count, back.element),
    partly,
    hidden,
    text,
    spoken,
  );
  let sources: readonly SourceDocument[] = [];
  const open = (index: number, state: Reading) => {
    choice.selectedIndex = index;
    setHidden(hidden, true);
    reader.open(sources[index] ?? null);
    tell(state);
  };
  const tell = (state: Reading) => {
    const { document } = reader;
    const part = partlyRead(state).find(({ name }) => name === document?.name);
    setHidden(partly, part === undefined);
    setText(
      partly,
      part ? words.source.partly(words.reading.part(shown(part.name), part.percent ?? 0)) : "",
    );
    const read = state.documents.find(({ name }) => name === document?.name);
    setText(count, read ? extent(read, state, words) : "");
  };
  let latest: Reading = { documents: [], sources: [], engine: null };
  choice.addEventListener("change", () => open(choice.selectedIndex, latest));
  return {
    element: section,
    view: (state, previous) => {
      latest = state;
      back.view(state, previous);
      if (state.sources !== previous?.sources) {
        sources = state.sources;
        setHidden(section, sources.length === 0);
        choice.replaceChildren(...sources.map(({ name }) => element("option", {}, shown(name))));
        open(0, state);
      }
      if (state.documents !== previous?.documents || state.engine !== previous?.engine) tell(state);
      const isAsked = state.place !== previous?.place || state.sources !== previous?.sources;
      if (!isAsked || !state.place) return;
      const { place } = state;
      const index = sources.findIndex(({ name }) => name === place.document);
      if (index >= 0 && sources[index] !== reader.document) open(index, state);
      if (reader.show(place)) setText(spoken, words.source.shown(shown(place.document)));
    },
  };
}

/** The length of a document, and who read it if that is not who answers. */
function extent(
  { chars, engine: reader }: DocumentRead,
  { engine }: Pick<State, "engine">,
  { language, source }: Context["words"],
): string {
  const characters = source.characters(chars.toLocaleString(language));
  const isByWords = reader?.name === EXTRACTIVE && engine !== null && engine.name !== EXTRACTIVE;
  return isByWords ? source.byWords(characters) : characters;
}

/** Leads back to the mark of the citation whose place is shown. */
function backToAnswer({ store, words }: Pick<Context, "store" | "words">): Panel {
  const onclick = () =>
    store.dispatch({ type: "placeShown", place: null, citation: store.state.citation });
  const button = element("button", { type: "button", class: "quiet", onclick }, words.source.back);
  return {
    element: button,
    view: ({ place, citation }) => setHidden(button, place === null || citation === null),
  };
}

/** Draws one document, a slice per frame, so that a long one never holds the page up. */
class Reader {
  document: SourceDocument | null = null;
  readonly #text: HTMLElement;
  #blocks: HTMLElement[] = [];
  #chunk: HTMLElement | null = null;
  #paragraph: HTMLElement | null = null;
  #frame = 0;
  #marked: number[] = [];
  readonly #onHidden: () => void;

  /** `onHidden` is called when a mark stands in the text for hidden characters. */
  constructor(text: HTMLElement, onHidden: () => void) {
    this.#text = text;
    this.#onHidden = onHidden;
  }

  open(document: SourceDocument | null): void {
    cancelAnimationFrame(this.#frame);
    this.document = document;
    this.#blocks = [];
    this.#marked = [];
    this.#chunk = null;
    this.#paragraph = null;
    this.#text.replaceChildren();
    this.#text.scrollTop = 0;
    this.#text.lang = languageOf(document?.blocks[0]?.text ?? "");
    this.#drawOn();
  }

  /** Highlights a place and scrolls to it; `false` when the document does not hold it. */
  show(place: Place): boolean {
    if (!this.document) return false;
    const ranges = rangesOf(this.document, place.bytes);
    const last = ranges.at(-1);
    if (!last) return false;
    this.#drawUntil(last.block + 1);
    this.#unmark();
    const marks = ranges.map((range) => this.#mark(range));
    const first = marks[0];
    if (first) centre(first, this.#text);
    this.#text.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
    first?.focus({ preventScroll: true });
    return true;
  }

  #drawOn(): void {
    const blocks = this.document?.blocks.length ?? 0;
    this.#drawUntil(Math.min(blocks, this.#blocks.length + BLOCKS_PER_FRAME));
    if (this.#blocks.length < blocks) this.#frame = requestAnimationFrame(() => this.#drawOn());
  }

  #drawUntil(end: number): void {
    for (const block of this.document?.blocks.slice(this.#blocks.length, end) ?? [])
      this.#append(block);
  }

  #append(block: SourceBlock): void {
    const startsParagraph = block.gap === "paragraph" || this.#paragraph === null;
    if (this.#chunk === null || (startsParagraph && this.#blocks.length % BLOCKS_PER_CHUNK === 0)) {
      this.#chunk = element("div", { class: "chunk" });
      this.#paragraph = null;
      this.#text.append(this.#chunk);
    }
    if (startsParagraph || this.#paragraph === null) {
      this.#paragraph = element("p", { dir: "auto" });
      this.#chunk.append(this.#paragraph);
    }
    if (block.gap === "space") this.#paragraph.append(" ");
    const text = shown(block.text);
    if (text !== block.text && text.includes(HIDDEN_MARK)) this.#onHidden();
    const drawn = element("span", {}, text);
    this.#blocks.push(drawn);
    this.#paragraph.append(drawn);
  }

  #mark({ block, from, to }: BlockRange): HTMLElement | undefined {
    const drawn = this.#blocks[block];
    const text = this.document?.blocks[block]?.text ?? "";
    // Cut first, for places count the characters that are not shown.
    const marked = element("mark", { tabindex: -1 }, shown(text.slice(from, to)));
    drawn?.replaceChildren(shown(text.slice(0, from)), marked, shown(text.slice(to)));
    this.#marked.push(block);
    return drawn ? marked : undefined;
  }

  #unmark(): void {
    for (const block of this.#marked) {
      this.#blocks[block]?.replaceChildren(shown(this.document?.blocks[block]?.text ?? ""));
    }
    this.#marked = [];
  }
}

/** Frames in which the text may still shift, because chunks that become visible get their real height. */
const SETTLING_FRAMES = 8;

/** Scrolls `text` so that `mark` is in its middle, and keeps it there while the text settles. */
function centre(mark: HTMLElement, text: HTMLElement, frames = SETTLING_FRAMES): void {
  const [inner, outer] = [mark.getBoundingClientRect(), text.getBoundingClientRect()];
  const room = Math.max(0, (outer.height - inner.height) / 2);
  text.scrollTop += inner.top - outer.top - room;
  if (frames > 0 && mark.isConnected) requestAnimationFrame(() => centre(mark, text, frames - 1));
}
