/** What the language model was asked, agent by agent, as it comes. */

import { type Spending, total } from "../state/work.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The table of calls and tokens. */
export function spendingPanel({ words }: Context): Panel {
  const rows = element("tbody", {});
  const sums = element("tfoot", {});
  const estimated = element("p", { class: "hint" }, words.spending.estimated);
  const heads = [words.spending.agent, words.spending.calls, words.spending.read];
  const section = element(
    "section",
    { class: "spending", "aria-labelledby": "spending-heading", hidden: true },
    element("h2", { id: "spending-heading" }, words.spending.heading),
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...[...heads, words.spending.written].map((head) =>
            element("th", { scope: "col" }, head),
          ),
        ),
      ),
      rows,
      sums,
    ),
    estimated,
  );
  return {
    element: section,
    view: ({ work }, previous) => {
      if (work.spending === previous?.work.spending) return;
      const all = total(work);
      setHidden(section, all.calls === 0);
      setHidden(estimated, !all.estimated);
      rows.replaceChildren(
        ...[...work.spending].map(([agent, spent]) =>
          row(words.spending.agents[agent] ?? agent, spent, words),
        ),
      );
      sums.replaceChildren(row(words.spending.all, all, words));
    },
  };
}

function row(name: string, spent: Spending, { language }: Context["words"]): HTMLElement {
  const number = new Intl.NumberFormat(language);
  const counts = [spent.calls, spent.inputTokens, spent.outputTokens];
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, name),
    ...counts.map((count) => element("td", {}, number.format(count))),
  );
}
