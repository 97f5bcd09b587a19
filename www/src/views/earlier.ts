/** The questions that were asked before of the same memory, and their answers: above the present one, each folded. */

import type { Exchange, State } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import type { CitationCard } from "./citation-card.ts";
import { element, languageOf } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { drawStatements } from "./statements.ts";

/** The earlier questions, oldest first. One that is open stays so. */
export function earlierQuestions(card: CitationCard, context: Context): Panel {
  const { words } = context;
  const list = element("div", {
    class: "earlier",
    role: "group",
    "aria-label": words.answer.earlier,
  });
  let drawn: ReadonlyMap<Exchange, HTMLElement> = new Map();
  return {
    element: list,
    view: ({ earlier }: State, previous) => {
      if (earlier === previous?.earlier) return;
      const draw = (one: Exchange) => drawn.get(one) ?? exchange(one, card, context);
      drawn = new Map(earlier.map((one) => [one, draw(one)]));
      list.replaceChildren(...drawn.values());
    },
  };
}

function exchange(
  { question, answer }: Exchange,
  card: CitationCard,
  { words }: Context,
): HTMLElement {
  const statements = element("div", { class: "statements", lang: languageOf(answer.text) });
  drawStatements(statements, answer, (citation) => card.mark(citation), words);
  return element("details", {}, element("summary", { dir: "auto" }, shown(question)), statements);
}
