/** The chosen documents: size, outline or fault of each. */

import type { DraftDocument, Judgement, State } from "../state/state.ts";
import { sizeText } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The list of the chosen documents. */
export function chosenDocuments(context: Context): Panel {
  const list = element("ul", { class: "documents" });
  let rows: readonly Row[] = [];
  return {
    element: list,
    view: (state, previous) => {
      const { documents } = state.draft;
      const isRedrawn = documents !== previous?.draft.documents;
      if (isRedrawn) {
        rows = documents.map((document, index) => rowOf(context, document, index));
        list.replaceChildren(...rows.map((row) => row.element));
      }
      if (!isRedrawn && state.reading === previous?.reading && state.judged === previous?.judged) {
        return;
      }
      for (const row of rows) row.show(state);
    },
  };
}

/** One document's row. */
interface Row {
  readonly element: HTMLElement;
  show(state: State): void;
}

function rowOf(context: Context, document: DraftDocument, index: number): Row {
  const { store, words } = context;
  const size = element("span", { class: "hint" });
  const fault = element("p", { class: "fault", role: "status", hidden: true });
  const outline = outlineOf(context);
  const remove = element(
    "button",
    {
      type: "button",
      class: "quiet remove",
      "aria-label": words.ask.remove(shown(document.name)),
      onclick: () => store.dispatch({ type: "documentRemoved", index }),
    },
    "×",
  );
  const name = element("span", { class: "name", dir: "auto" }, shown(document.name));
  const row = element("li", {}, name, size, remove, fault, outline.element);
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

/** The titles of a document, folded; each puts a question about its part. */
function outlineOf({ store, words }: Context) {
  const summary = element("summary", {});
  const list = element("ul", { role: "list" });
  const details = element("details", { class: "outline", hidden: true }, summary, list);
  let told: Titles = [];
  const ask = (title: string) => {
    const question = words.ask.about(title);
    store.dispatch({ type: "draftChanged", draft: { question } });
    document.getElementById("question")?.focus();
  };
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
