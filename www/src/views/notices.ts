/** Problems and warnings. */

import { partlyRead } from "../state/reading.ts";
import type { Problem, State } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import { warningText } from "../text/warnings.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { problemPlace } from "./problem-place.ts";

/** The error banner and the warnings. */
export function noticesPanel(context: Context): Panel {
  const problem = element("div", { role: "alert", class: "problem-place" });
  const warnings = element("ul", { class: "warnings", role: "list" });
  const section = element("div", { class: "notices" }, problem, warnings);
  const moveTo = problemPlace(problem, section);
  let drawn = "";
  return {
    element: section,
    view: (state, previous) => {
      if (state.problem !== previous?.problem) {
        const close = () => context.store.dispatch({ type: "problemClosed" });
        const { remedies } = context.words;
        moveTo(state.problem);
        const drawn = state.problem && banner(state.problem, remedies, close, context);
        problem.replaceChildren(...(drawn ? [drawn] : []));
      }
      const told = warningsOf(state, context.words);
      setHidden(warnings, told.length === 0);
      if (told.join("\n") === drawn) return;
      drawn = told.join("\n");
      warnings.replaceChildren(...told.map((text) => element("li", { dir: "auto" }, shown(text))));
    },
  };
}

/** A problem and its remedy, with a button to close it. */
export function banner(
  problem: Problem,
  remedies: Context["words"]["remedies"],
  onClose: () => void,
  { words }: Context,
): HTMLElement {
  return element(
    "div",
    { class: "problem" },
    element("h2", {}, words.problem.heading),
    ...problemText(problem, remedies, words),
    element("button", { type: "button", class: "quiet", onclick: onClose }, words.problem.close),
  );
}

/** The same without heading and button, to be shown beside its cause. */
export function problemText(
  { code, message }: Problem,
  remedies: Context["words"]["remedies"],
  words: Context["words"],
): HTMLElement[] {
  const remedy = remedies[code];
  const isExplained = remedy !== undefined && message !== "";
  return [
    element("p", {}, remedy ?? shown(message)),
    ...(isExplained ? [element("p", { class: "hint", dir: "auto" }, shown(message))] : []),
    element("p", { class: "hint" }, words.problem.code(code)),
  ];
}

/** Warnings whose content the page shows itself, in the reader's language. */
const KEYWORDS_ALONE = /^searching by keywords alone[^:]*: */i;
const PARTLY_READ = "partly_read";
const NOT_STORED = /^store_/;

/** Everything to warn of, each thing once. */
export function warningsOf(
  state: Pick<State, "embedder" | "model" | "warnings" | "documents" | "sources" | "stored">,
  words: Context["words"],
): string[] {
  const partly = partlyRead(state).length > 0;
  const alone = ({ message }: Problem) => state.embedder === null && KEYWORDS_ALONE.test(message);
  // The list of runs gives the reason why they go with the tab.
  const unkept = ({ code }: Problem) => Boolean(state.stored?.problem) && NOT_STORED.test(code);
  const others = state.warnings.filter(
    (warning) => !alone(warning) && !unkept(warning) && !(partly && warning.code === PARTLY_READ),
  );
  const mended = state.documents.flatMap(({ name, notes }) =>
    notes.map((note) => `${words.notes.mended} ${name}: ${note}`),
  );
  const keywordOnly = state.embedder === null ? [keywordOnlyText(state, alone, words)] : [];
  return [...keywordOnly, ...others.map((warning) => warningText(warning, words)), ...mended];
}

function keywordOnlyText(
  { warnings, model }: Pick<State, "warnings" | "model">,
  alone: (warning: Problem) => boolean,
  { notes }: Context["words"],
): string {
  const reason = warnings.find(alone)?.message.replace(KEYWORDS_ALONE, "");
  return [
    notes.keywordOnly,
    ...(reason === undefined ? [] : [notes.reason(reason)]),
    ...(model.state === "absent" ? [notes.modelRetried] : []),
  ].join(" ");
}
