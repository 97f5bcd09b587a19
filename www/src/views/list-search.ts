/** The search of a long list by words. */

import { comparable, holdsAll, wordsOf } from "../text/matching.ts";
import { element, setHidden, setText } from "./element.ts";

/** Items that are looked through without a search. */
const WITHOUT_SEARCH = 5;

/** Texts of a search, and its field. */
interface Search<T> {
  readonly id: string;
  readonly label: string;
  /** The text that an item is found by. */
  textOf(item: T): string;
  /** Tells the number of found items. */
  found(found: number, all: number): string;
  onInput(): void;
}

/** The field, hidden for a short list, and the items that hold the words in it. */
export function listSearch<T>({ id, label, textOf, found, onInput }: Search<T>) {
  const input = element("input", {
    id,
    type: "search",
    dir: "auto",
    autocomplete: "off",
    spellcheck: "false",
    oninput: onInput,
    // A form around the list asks its question only by its own fields.
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "Enter") event.preventDefault();
    },
  });
  const status = element("p", { class: "hint", role: "status" });
  const line = element(
    "div",
    { class: "line", role: "search", hidden: true },
    element("label", { for: id }, label),
    input,
    status,
  );
  return {
    element: line,
    found: (all: readonly T[]): readonly T[] => {
      setHidden(line, all.length <= WITHOUT_SEARCH);
      const shown = line.hidden ? all : withWords(input.value, all, textOf);
      setText(status, shown === all ? "" : found(shown.length, all.length));
      return shown;
    },
  };
}

/** The items whose text holds all words of a query; all of them for none. */
export function withWords<T>(
  query: string,
  all: readonly T[],
  textOf: (item: T) => string,
): readonly T[] {
  const words = wordsOf(query);
  if (words.length === 0) return all;
  return all.filter((item) => holdsAll(comparable(textOf(item)), words));
}
