/** The contents of the library: documents to be ticked for a question, deleted, and kept. */

import { chosenOf, type LibraryDocument, type UnreadDocument } from "../state/library.ts";
import type { State } from "../state/state.ts";
import { momentText, sizeText } from "../text/dictionary.ts";
import { type LibraryWords, libraryEn } from "../text/library-en.ts";
import { libraryZh } from "../text/library-zh.ts";
import { shown } from "../text/shown.ts";
import { element, setHidden, setText } from "./element.ts";
import { keepingFocus } from "./kept-focus.ts";
import type { Chooser } from "./library.ts";
import { listSearch } from "./list-search.ts";
import type { Context, Panel } from "./panel.ts";
import { pressedTwice } from "./pressed-twice.ts";

/** The words of the library in the page's language. */
function textOf({ language }: Context["words"]): LibraryWords {
  return language === "en" ? libraryEn : libraryZh;
}

/**
 * The list of documents; that of a new memory deletes and keeps documents, too. It is drawn while `fold`, which `summary`
 * opens, is open.
 */
export function libraryContents(
  context: Context,
  to: Chooser,
  fold: HTMLDetailsElement,
  summary: HTMLElement,
): Panel {
  const { store, words } = context;
  const list = element("ul", { role: "list" });
  const search = listSearch<LibraryDocument>({
    id: `library-search-${to}`,
    label: textOf(words).find,
    textOf: ({ name }) => name,
    found: textOf(words).found,
    onInput: () => draw(store.state),
  });
  const draw = (state: State) => {
    const { documents, unread } = state.library;
    const shown = fold.open ? search.found(documents) : [];
    const faulty = fold.open && to === "draft" ? unread : [];
    keepingFocus(list, summary, () =>
      list.replaceChildren(
        ...shown.map((one) => row(one, to, state, context)),
        ...faulty.map((one) => unreadRow(one, state, context)),
      ),
    );
  };
  fold.addEventListener("toggle", () => draw(store.state));
  const status = element("p", { class: "hint", role: "status" });
  const keeping = keepingPart(context);
  return {
    element: element(
      "div",
      {},
      element("p", { class: "hint" }, textOf(words).hint),
      search.element,
      list,
      ...(to === "draft" ? [keeping.element, status] : []),
    ),
    view: (state, previous) => {
      setText(status, statusText(state, words));
      keeping.view(state, previous);
      if (previous === null || !isSame(state, previous)) draw(state);
    },
  };
}

function isSame(one: State, other: State): boolean {
  return (
    one.library === other.library &&
    one.draft.documents === other.draft.documents &&
    one.further.documents === other.further.documents &&
    one.reading === other.reading &&
    one.keptRun === other.keptRun &&
    one.phase === other.phase
  );
}

/** The choice to keep documents in this browser, and what comes of it. */
function keepingPart({ session, words }: Context): Panel {
  const input = element("input", {
    id: "library-keep",
    type: "checkbox",
    "aria-describedby": "library-keep-hint",
    onchange: () => void session.library.keep(input.checked),
  });
  const fault = element("p", { class: "fault", role: "status", hidden: true });
  const text = textOf(words);
  return {
    element: element(
      "div",
      { class: "keeping" },
      element("p", { class: "check" }, input, element("label", { for: input.id }, text.keep)),
      element("p", { class: "hint", id: "library-keep-hint" }, text.keepHint),
      fault,
    ),
    view: ({ library }) => {
      input.checked = library.isKept;
      setHidden(fault, library.fault === null);
      setText(fault, library.fault === null ? "" : text.faults[library.fault]);
    },
  };
}

/** What was deleted last, and how much is kept. */
function statusText({ library }: State, words: Context["words"]): string {
  const [text, { language }] = [textOf(words), words];
  const { freed, documents } = library;
  const bytes = documents.reduce((sum, { keptBytes }) => sum + keptBytes, 0);
  return [
    ...(freed ? [freedText(freed.name, freed.bytes)] : []),
    ...(bytes > 0 ? [text.kept(sizeText(bytes, language))] : []),
  ].join(" ");

  function freedText(name: string, freed: number): string {
    return freed > 0 ? text.freed(shown(name), sizeText(freed, language)) : text.gone(shown(name));
  }
}

function row(document: LibraryDocument, to: Chooser, state: State, context: Context): HTMLElement {
  const { session, words } = context;
  const { hash, name } = document;
  const id = `library-${to}-${hash}`;
  const chosen = chosenOf(hash, state[to].documents, state.library);
  const isIn = to === "further" && isInMemory(hash, state);
  const input = element("input", {
    id,
    type: "checkbox",
    "data-key": `tick ${hash}`,
    "aria-describedby": `${id}-facts`,
    disabled: isIn || chosen.some((one) => state.reading.includes(one)),
    onchange: () => {
      if (!input.checked) session.library.leave(hash, to);
      else void session.library.choose(hash, to).then(() => session.judge());
    },
  });
  input.checked = isIn || chosen.length > 0;
  const facts = factsOf(document, state, context);
  return element(
    "li",
    {},
    element(
      "p",
      { class: "check" },
      input,
      element("label", { for: id, class: "name", dir: "auto" }, shown(name)),
    ),
    element(
      "p",
      { class: "hint", id: `${id}-facts` },
      [...(isIn ? [textOf(words).inMemory] : []), ...facts].join(" · "),
    ),
    to === "draft" && deleting({ hash, name, bytes: document.keptBytes }, state, context),
  );
}

function isInMemory(hash: string, { keptRun, library }: State): boolean {
  const thread = keptRun === null ? undefined : library.threads.get(keptRun);
  return thread?.documents.includes(hash) ?? false;
}

/** Kind, size and age of a document. */
function factsOf(
  { name, mediaType, read, size, added, keptBytes }: LibraryDocument,
  { library }: State,
  { words }: Context,
): string[] {
  const { ask, source, language } = words;
  const count = (number: number) => number.toLocaleString(language);
  return [
    kindOf(name, mediaType),
    ...(read && read.pages > 0 ? [ask.pages(count(read.pages))] : []),
    ...(read ? [source.characters(count(read.chars))] : []),
    sizeText(size, language),
    textOf(words).added(momentText(added, language)),
    ...(library.isKept && keptBytes === 0 ? [textOf(words).inTab] : []),
  ];
}

/** The kind of a file, as its name or its media type ends: the same in every language. */
export function kindOf(name: string, mediaType: string): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return (ending ?? (mediaType.split(/[/;+]/)[1] || "text")).toUpperCase();
}

function unreadRow(
  { hash, name, reason }: UnreadDocument,
  state: State,
  context: Context,
): HTMLElement {
  const text = textOf(context.words);
  return element(
    "li",
    {},
    element(
      "p",
      { class: "fault" },
      name !== null && element("span", { class: "name", dir: "auto" }, shown(name)),
      name !== null && " · ",
      text.unread[reason],
    ),
    deleting({ hash, name: name ?? text.unnamed, bytes: 0 }, state, context),
  );
}

/** The button that deletes a document; the second press tells what that frees. */
function deleting(
  { hash, name, bytes }: { hash: string; name: string; bytes: number },
  { phase }: State,
  { session, words }: Context,
): HTMLElement {
  const [text, { language }] = [textOf(words), words];
  const second = bytes > 0 ? text.removeForGood(sizeText(bytes, language)) : text.removeFromTab;
  return pressedTwice({
    texts: [text.remove, second],
    label: (button) => text.label(button, shown(name)),
    key: `delete ${hash}`,
    disabled: phase !== "idle",
    onSecond: () => void session.library.delete(hash),
  });
}
