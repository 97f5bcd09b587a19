/** The calls of the language model, agent by agent, and their cost, live. */

import type { State } from "../state/state.ts";
import { ofService, type Spending, total, type Work } from "../state/work.ts";
import { costText, estimateText } from "../text/costs.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The table of calls, tokens and costs. */
export function spendingPanel({ words }: Context): Panel {
  const rows = element("tbody", {});
  const sums = element("tfoot", {});
  const estimated = element("p", { class: "hint" }, words.spending.estimated);
  const estimate = element("p", { class: "hint" });
  const section = element(
    "section",
    { class: "spending", "aria-labelledby": "spending-heading", hidden: true },
    element("h2", { id: "spending-heading" }, words.spending.heading),
    element("table", {}, headOf(words), rows, sums),
    estimated,
    estimate,
  );
  return {
    element: section,
    view: (state, previous) => {
      showEstimate(estimate, state, words);
      const { work } = state;
      if (work.spending === previous?.work.spending) return;
      const all = total(work);
      setHidden(section, all.calls === 0);
      setHidden(estimated, !all.estimated);
      rows.replaceChildren(...rowsOf(work, words));
      sums.replaceChildren(row(words.spending.all, all, words));
    },
  };
}

/** Shown beside the actual cost; while a run is at work its estimate is beside its progress. */
function showEstimate(line: HTMLElement, { phase, estimate }: State, words: Context["words"]) {
  const told = phase === "idle" ? estimate : null;
  setHidden(line, told === null);
  setText(line, told === null ? "" : estimateText(told, words));
}

function headOf({ spending }: Context["words"]): HTMLElement {
  const { agent, calls, read, written, cost } = spending;
  const heads = [agent, calls, read, written, cost];
  return element(
    "thead",
    {},
    element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head))),
  );
}

function rowsOf({ spending, services }: Work, words: Context["words"]): HTMLElement[] {
  const { agents, services: names } = words.spending;
  return [
    ...[...spending].map(([agent, spent]) => row(agents[agent] ?? agent, spent, words)),
    ...services.map((service) => row(names[service.service], ofService(service), words)),
  ];
}

function row(name: string, spent: Spending, words: Context["words"]): HTMLElement {
  const number = new Intl.NumberFormat(words.language);
  const counts = [spent.calls, spent.inputTokens, spent.outputTokens];
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, name),
    ...counts.map((count) => element("td", {}, number.format(count))),
    element("td", {}, costText(spent, words)),
  );
}
