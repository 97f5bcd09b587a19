/** Runs that were learned from, one by one. */

import { type LearnedRun, runsFound } from "../state/long-term.ts";
import { momentText } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { runTrustText } from "../text/trust.ts";
import { element, languageOf, setHidden, setText } from "./element.ts";
import { keepingFocus } from "./kept-focus.ts";
import type { Context, Panel } from "./panel.ts";
import { forgettingForGood } from "./pressed-twice.ts";

/** The list, page by page, collapsed: the lessons derived from the runs matter more. */
export function learnedRunsList(context: Context): Panel {
  const { session, words } = context;
  const text = words.longTerm;
  const list = element("ul", {});
  const heading = element("summary", {}, text.eachRun);
  const more = element(
    "button",
    { type: "button", onclick: () => void session.longTerm.moreLearned() },
    text.more,
  );
  const hint = element("p", { class: "hint" });
  const details = element("details", { class: "learned-runs" }, heading, hint, list, more);
  return {
    element: details,
    view: ({ longTerm }, previous) => {
      const { learned, search } = longTerm;
      setHidden(details, learned.items.length === 0);
      setHidden(more, learned.next === null);
      const before = previous?.longTerm;
      if (before?.learned === learned && before.search === search) return;
      const found = runsFound(longTerm);
      setHidden(hint, search === null);
      setText(hint, text.holding(found.length, learned.items.length));
      keepingFocus(list, heading, () =>
        list.replaceChildren(...found.map((run) => row(run, context))),
      );
    },
  };
}

function row(run: LearnedRun, context: Context): HTMLElement {
  const { session, words } = context;
  const summary = shown(run.summary);
  return element(
    "li",
    {},
    element("p", { class: "remembered", dir: "auto", lang: languageOf(summary) }, summary),
    element("p", { class: "hint" }, learnedFacts(run, words).join(" · ")),
    forgettingForGood(
      summary,
      `forget ${run.id}`,
      () => void session.longTerm.forgetRun(run.id),
      context,
    ),
  );
}

/** Time and outcome, length, errors, and trust. */
export function learnedFacts(run: Omit<LearnedRun, "id">, words: Context["words"]): string[] {
  const text = words.longTerm;
  return [
    momentText(run.ended_at, words.language),
    run.success ? text.runDone : text.runNotDone,
    text.steps(run.total_steps),
    ...(run.errors.length === 0 ? [] : [text.errorsMet(run.errors.map(shown).join(", "))]),
    runTrustText(run.trust, words),
  ];
}
