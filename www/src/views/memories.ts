/** Memories of the user: all, or those that a search found, with the reason. */

import type { MemoryEntry, RecalledMemory } from "../bank/types.ts";
import { type Editing, isToldBeside, type LongTerm } from "../state/long-term.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf, setHidden } from "./element.ts";
import { keepingFocus } from "./kept-focus.ts";
import { problemText } from "./notices.ts";
import type { Context, Panel } from "./panel.ts";
import { factsOf, type MemoryRelations, memoryRelations } from "./relations.ts";

/** The list, page by page. */
export function memoriesList(context: Context): Panel {
  const { session, words } = context;
  const text = words.longTerm;
  const list = element("ul", {});
  const none = element("p", { class: "hint" }, text.ofYouNone);
  const more = element(
    "button",
    { type: "button", onclick: () => void session.longTerm.moreMemories() },
    text.more,
  );
  const heading = element("h2", { tabindex: "-1" }, text.ofYou);
  const parts = { relations: memoryRelations(context), unsaved: unsavedPlace(context) };
  const section = element("div", { class: "of-you" }, heading, none, list, more);
  return {
    element: section,
    view: ({ longTerm }, previous) => {
      const { search, memories } = longTerm;
      const isEmpty = memories.items.length === 0;
      setHidden(section, isEmpty && longTerm.methodologies.length === 0);
      setHidden(none, !isEmpty);
      setHidden(more, search !== null || memories.next === null);
      const isDrawn = previous !== null && isSame(previous.longTerm, longTerm);
      if (!isDrawn)
        keepingFocus(list, heading, () => list.replaceChildren(...rows(longTerm, parts, context)));
      parts.unsaved.view(longTerm, previous?.longTerm ?? null);
    },
  };
}

/** The parts that rows share. */
interface RowParts {
  readonly relations: MemoryRelations;
  readonly unsaved: ReturnType<typeof unsavedPlace>;
}

/** The place of the reason why a correction could not be saved: beside its buttons, in any row. */
function unsavedPlace({ words }: Context) {
  const remedies = { ...words.remedies, ...words.longTerm.remedies };
  const place = element("div", { role: "alert", class: "problem-place" });
  const told = (longTerm: LongTerm | null) =>
    longTerm !== null && isToldBeside(longTerm) ? longTerm.problem : null;
  return {
    element: place,
    view: (now: LongTerm, previous: LongTerm | null) => {
      const problem = told(now);
      if (problem === told(previous)) return;
      const text = problem === null ? [] : problemText(problem, remedies, words);
      place.replaceChildren(
        ...(problem === null ? [] : [element("div", { class: "problem" }, ...text)]),
      );
    },
  };
}

/** True if the list would be drawn alike: text typed into a row is in that row already. */
function isSame(one: LongTerm, other: LongTerm): boolean {
  return (
    one.memories === other.memories &&
    one.search === other.search &&
    one.lookedUp === other.lookedUp &&
    one.editing?.id === other.editing?.id
  );
}

function rows(
  { memories, search, editing }: LongTerm,
  { relations, unsaved }: RowParts,
  context: Context,
): HTMLElement[] {
  const all: { entry: MemoryEntry; found?: RecalledMemory }[] =
    search === null
      ? memories.items.map((entry) => ({ entry }))
      : search.found.map((found) => ({ entry: found.entry, found }));
  return all.map(({ entry, found }) =>
    editing?.id === entry.id
      ? editRow(editing, unsaved.element, context)
      : row(entry, found ?? null, relations, context),
  );
}

function row(
  entry: MemoryEntry,
  found: RecalledMemory | null,
  relations: MemoryRelations,
  context: Context,
): HTMLElement {
  const { store, session, words } = context;
  const text = words.longTerm;
  const content = shown(entry.content);
  const button = (label: string, key: string, onclick: () => void) =>
    element(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-key": `${key} ${entry.id}`,
        "aria-label": text.label(label, content),
        onclick,
      },
      label,
    );
  const editing = { id: entry.id, text: entry.content, begun: entry.content };
  return element(
    "li",
    {},
    element("p", { class: "remembered", dir: "auto", lang: languageOf(content) }, content),
    element("p", { class: "hint" }, factsOf(entry, words).join(" · ")),
    found !== null && element("p", { class: "hint why" }, whyFound(found, words)),
    ...relations(entry),
    element(
      "div",
      { class: "actions" },
      button(text.edit, "edit", () =>
        store.dispatch({ type: "longTerm", action: { happened: "editing", editing } }),
      ),
      button(text.forget, "forget", () => void session.longTerm.forget(entry.id)),
    ),
  );
}

function editRow(
  begun: Editing,
  unsaved: HTMLElement,
  { store, session, words }: Context,
): HTMLElement {
  const text = words.longTerm;
  const { id } = begun;
  const tell = (editing: LongTerm["editing"]) =>
    store.dispatch({ type: "longTerm", action: { happened: "editing", editing } });
  const typed = () => ({ ...(store.state.longTerm.editing ?? begun), id, text: area.value });
  const area = element("textarea", {
    id: "memory-edit",
    rows: 3,
    dir: "auto",
    required: true,
    "data-key": `edit ${id}`,
  });
  area.value = begun.text;
  area.addEventListener("input", () => tell(typed()));
  area.addEventListener("keydown", ({ key }) => key === "Escape" && tell(null));
  const form = element(
    "form",
    {},
    element("label", { for: "memory-edit" }, text.editLabel),
    area,
    unsaved,
    element(
      "div",
      { class: "actions" },
      element("button", { type: "submit" }, text.save),
      element("button", { type: "button", onclick: () => tell(null) }, text.cancel),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void session.longTerm.edit(id, area.value);
  });
  return element("li", {}, form);
}

/** The lists that it was found in, the words, and the parts of its score. */
export function whyFound(
  { ranks, matchedTerms, score }: Pick<RecalledMemory, "ranks" | "matchedTerms" | "score">,
  { longTerm: text, language }: Context["words"],
): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const [total, fits, recent, important] = [
    score.total,
    score.relevance,
    score.recency,
    score.importance,
  ].map((part) => number.format(part)) as [string, string, string, string];
  const found = ranks.map(({ channel, rank }) =>
    text.place(text.channels[channel] ?? channel, rank),
  );
  const matched =
    matchedTerms.length === 0 ? [] : [text.matched(matchedTerms.map(shown).join(", "))];
  return [...found, ...matched, text.score(total, fits, recent, important)].join(" · ");
}
