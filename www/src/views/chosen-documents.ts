/** The chosen documents: size, outline or fault of each. */

import type { DraftDocument, Judgement, State } from "../state/state.ts";
import { sizeText } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The documents of a question. */
interface DocumentList {
  of(state: State): readonly DraftDocument[];
  remove(document: DraftDocument): void;
  /** Puts a question about a title. */
  ask(title: string): void;
}

/** The documents of a new memory. */
export function draftedDocuments(context: Context): DocumentList {
  const { store, words } = context;
  return {
    of: ({ draft }) => draft.documents,
    remove: (document) =>
      store.dispatch({
        type: "documentRemoved",
        index: store.state.draft.documents.indexOf(document),
      }),
    ask: questionOfTitle(words, {
      read: () => store.state.draft.question,
      write: (question) => {
        store.dispatch({ type: "draftChanged", draft: { question } });
        document.getElementById("question")?.focus();
      },
    }),
  };
}

/** The list of the chosen documents. */
export function chosenDocuments(context: Context, chosen: DocumentList): Panel {
  const list = element("ul", { class: "documents" });
  // A row that stays keeps its open outline.
  let rows: ReadonlyMap<DraftDocument, Row> = new Map();
  return {
    element: list,
    view: (state, previous) => {
      const documents = chosen.of(state);
      const isRedrawn = previous === null || documents !== chosen.of(previous);
      if (isRedrawn) {
        const rowFor = (one: DraftDocument) => rows.get(one) ?? rowOf(context, one, chosen);
        rows = new Map(documents.map((document) => [document, rowFor(document)]));
        list.replaceChildren(...[...rows.values()].map((row) => row.element));
      }
      if (!isRedrawn && state.reading === previous?.reading && state.judged === previous?.judged) {
        return;
      }
      for (const row of rows.values()) row.show(state);
    },
  };
}

/** A question that is being written: its text so far, and a change of it, after which it has the focus. */
interface Written {
  read(): string;
  write(question: string): void;
}

/** Puts a question about a title, in place of another such question; what the user wrote stays, with the title behind. */
export function questionOfTitle(
  { ask }: Context["words"],
  written: Written,
): (title: string) => void {
  let put = "";
  return (title) => {
    const own = written.read().trim();
    const isOwn = own !== "" && own !== put;
    const question = isOwn ? `${own} “${title}”` : ask.about(title);
    if (!isOwn) put = question;
    written.write(question);
  };
}

/** One document's row. */
interface Row {
  readonly element: HTMLElement;
  show(state: State): void;
}

function rowOf(context: Context, document: DraftDocument, chosen: DocumentList): Row {
  const { words } = context;
  const size = element("span", { class: "hint" });
  const fault = element("p", { class: "fault", role: "status", hidden: true });
  const outline = outlineOf(context, chosen.ask);
  const remove = element(
    "button",
    {
      type: "button",
      class: "quiet remove",
      "aria-label": words.ask.remove(shown(document.name)),
      onclick: () => chosen.remove(document),
    },
    "×",
  );
  const name = element("span", { class: "name", dir: "auto" }, shown(document.name));
  // It has its room from the start: nothing below moves once the document is read.
  const facts = element("div", { class: "facts" }, size, outline.element);
  const row = element("li", {}, name, remove, facts, fault);
  return {
    element: row,
    show: ({ judged, reading }) => {
      // A document that is being read cannot be removed: the run would go on reading it.
      remove.disabled = reading.includes(document);
      remove.title = remove.disabled ? words.ask.beingRead : "";
      const judgement = judged.get(document);
      const problem = judgement !== undefined && "code" in judgement ? judgement : null;
      setText(size, sizeOf(document, judgement, words));
      setHidden(fault, problem === null);
      if (problem) setText(fault, words.remedies[problem.code] ?? shown(problem.message));
      outline.show(judgement !== undefined && "titles" in judgement ? judgement.titles : []);
    },
  };
}

type Titles = Extract<Judgement, { titles: unknown }>["titles"];

/** The titles of a document, folded; each asks about its part. */
function outlineOf({ words }: Context, ask: (title: string) => void) {
  const summary = element("summary", {});
  const list = element("ul", { role: "list" });
  const details = element("details", { class: "outline", hidden: true }, summary, list);
  let told: Titles = [];
  const item = ({ words: title, level }: Titles[number]) =>
    element(
      "li",
      { "data-level": Math.min(level, DEEPEST) },
      element(
        "button",
        { type: "button", class: "quiet", dir: "auto", onclick: () => ask(shown(title)) },
        shown(title),
      ),
    );
  return {
    element: details,
    show: (titles: Titles) => {
      if (titles === told) return;
      told = titles;
      setHidden(details, titles.length === 0);
      setText(summary, words.ask.outline(titles.length));
      list.replaceChildren(...titles.map(item));
    },
  };
}

/** The deepest level that is set off from the one above it. */
const DEEPEST = 4;

function sizeOf(
  document: DraftDocument,
  judgement: Judgement | undefined,
  { ask, source, language }: Context["words"],
): string {
  const bytes = sizeText(document.size, language);
  if (judgement === undefined || "code" in judgement) return bytes;
  const [pages, chars] = [judgement.pages, judgement.chars].map((count) =>
    count.toLocaleString(language),
  );
  const paged = judgement.pages > 0 ? [ask.pages(pages ?? "")] : [];
  return [bytes, ...paged, source.characters(chars ?? "")].join(" · ");
}
