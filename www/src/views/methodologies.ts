/** Lessons of runs: methodologies and warnings. */

import type { Methodology } from "../bank/types.ts";
import { type LongTerm, methodologiesFound } from "../state/long-term.ts";
import { shown } from "../text/shown.ts";
import { runTrustText } from "../text/trust.ts";
import { element, languageOf, setHidden, setText } from "./element.ts";
import { keepingFocus } from "./kept-focus.ts";
import type { Context, Panel } from "./panel.ts";
import { forgettingForGood } from "./pressed-twice.ts";
import { methodologyCases } from "./relations.ts";

/** Shown at first, and with each further page. */
const PAGE = 20;

/** The list, the surest first. */
export function methodologiesList(context: Context): Panel {
  const text = context.words.longTerm;
  const cases = methodologyCases(context);
  let pages = 1;
  let all: readonly Methodology[] = [];
  const list = element("ul", {});
  const heading = element("h2", { tabindex: "-1" }, text.fromRuns);
  const draw = () => {
    const some = all.slice(0, pages * PAGE);
    keepingFocus(list, heading, () =>
      list.replaceChildren(...some.map((one) => row(one, cases(one), context))),
    );
    setHidden(more, some.length === all.length);
  };
  const more = element(
    "button",
    {
      type: "button",
      onclick: () => {
        pages += 1;
        draw();
      },
    },
    text.more,
  );
  const hint = element("p", { class: "hint" });
  const section = element("div", { class: "from-runs" }, heading, hint, list, more);
  return {
    element: section,
    view: ({ longTerm }, previous) => {
      const { methodologies, runs, search } = longTerm;
      setHidden(section, methodologies.length === 0 && runs === 0);
      const before = previous?.longTerm;
      const isSame =
        before?.methodologies === methodologies &&
        before.search === search &&
        before.lookedUp === longTerm.lookedUp;
      if (isSame) return;
      all = methodologiesFound(longTerm);
      setText(hint, hintOf(longTerm, all.length, context));
      if (before?.search !== search) pages = 1;
      draw();
    },
  };
}

function hintOf({ methodologies, runs, search }: LongTerm, found: number, { words }: Context) {
  const text = words.longTerm;
  const all = methodologies.length;
  return [
    text.learnedRuns(runs),
    ...(all === 0 ? [text.fromRunsNone] : []),
    ...(all > 0 && search !== null ? [text.holding(found, all)] : []),
  ].join(" ");
}

function row(methodology: Methodology, cases: HTMLElement[], context: Context): HTMLElement {
  const { session, words } = context;
  const { id, kind } = methodology;
  const [situation, strategy] = [shown(methodology.situation), shown(methodology.strategy)];
  return element(
    "li",
    { class: kind === "warning" ? "warns" : null },
    element("p", { class: "hint", dir: "auto", lang: languageOf(situation) }, situation),
    element("p", { class: "remembered", dir: "auto", lang: languageOf(strategy) }, strategy),
    element("p", { class: "hint" }, methodologyFacts(methodology, words).join(" · ")),
    ...cases,
    forgettingForGood(
      strategy,
      `forget ${id}`,
      () => void session.longTerm.forgetMethodology(id),
      context,
    ),
  );
}

/** Kind, confidence, number of cases, and trust. */
export function methodologyFacts(
  {
    kind,
    confidence,
    source_count: count,
    trust,
  }: Pick<Methodology, "kind" | "confidence" | "source_count" | "trust">,
  words: Context["words"],
): string[] {
  const text = words.longTerm;
  return [
    text[kind],
    text.confidence(Math.round(confidence * 100)),
    text.cases(count),
    runTrustText(trust, words),
  ];
}
