/** Long-term memory: memories of the user and lessons of runs, to be searched, corrected and forgotten. */

import { isEmpty, isToldBeside, type LongTerm, type LongTermProblem } from "../state/long-term.ts";
import type { State } from "../state/state.ts";
import { coreMemory } from "./core-memory.ts";
import { element, setHidden, setText } from "./element.ts";
import { forgottenList } from "./forgotten.ts";
import { learnedRunsList } from "./learned-runs.ts";
import { longTermTools } from "./long-term-tools.ts";
import { memoriesList } from "./memories.ts";
import { memorySwitch } from "./memory-switch.ts";
import { methodologiesList } from "./methodologies.ts";
import { banner } from "./notices.ts";
import type { Context, Panel } from "./panel.ts";

/** The panel of long-term memory; nothing of it is loaded before it is opened. */
export function longTermPanel(context: Context): Panel {
  const { store, session, words } = context;
  const text = words.longTerm;
  const parts = [
    memorySwitch(context, "memory-use"),
    longTermTools(context),
    coreMemory(context),
    memoriesList(context),
    methodologiesList(context),
    learnedRunsList(context),
    forgottenList(context),
  ];
  const hint = element("p", { class: "hint" });
  const problem = element("div", { class: "problem-place" });
  const [using, tools, ...lists] = parts.map((part) => part.element);
  const details = element(
    "details",
    { open: store.state.longTerm.isOpen },
    element("summary", { id: "long-term-heading" }, text.heading),
    hint,
    using,
    tools,
    problem,
    ...lists,
  );
  details.addEventListener("toggle", () => {
    if (details.open === store.state.longTerm.isOpen) return;
    if (details.open) void session.longTerm.open();
    else session.longTerm.close();
  });
  return {
    element: element(
      "section",
      { class: "long-term", "aria-labelledby": "long-term-heading" },
      details,
    ),
    view: (state: State, previous: State | null) => {
      const { longTerm } = state;
      setText(hint, hintOf(longTerm, context));
      setHidden(hint, hint.textContent === "");
      const told = toldAbove(longTerm);
      if (previous === null || told !== toldAbove(previous.longTerm))
        showProblem(problem, told, context);
      for (const part of parts) part.view(state, previous);
    },
  };
}

function hintOf(longTerm: LongTerm, { words }: Context): string {
  if (!longTerm.isListed) return longTerm.isBusy ? words.longTerm.looking : "";
  return isEmpty(longTerm) ? words.longTerm.empty : words.longTerm.text;
}

function toldAbove(longTerm: LongTerm): LongTermProblem | null {
  return isToldBeside(longTerm) ? null : longTerm.problem;
}

function showProblem(place: HTMLElement, problem: LongTermProblem | null, context: Context): void {
  const { store, words } = context;
  const close = () => store.dispatch({ type: "longTerm", action: { happened: "problemClosed" } });
  const remedies = { ...words.remedies, ...words.longTerm.remedies };
  const told = problem && banner(problem, remedies, close, context);
  told?.setAttribute("role", "alert");
  place.replaceChildren(...(told ? [told] : []));
}
