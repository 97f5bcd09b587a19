/** What went wrong, and what is worse than it should be. */

import type { Problem, State } from "../state/state.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The error banner and the warnings. */
export function noticesPanel(context: Context): Panel {
  const problem = element("div", { role: "alert", class: "problem-place" });
  const warnings = element("ul", { class: "warnings", role: "list" });
  return {
    element: element("div", { class: "notices" }, problem, warnings),
    view: (state, previous) => {
      if (state.problem !== previous?.problem) {
        problem.replaceChildren(...(state.problem ? [banner(state.problem, context)] : []));
      }
      const told = warningsOf(state, context.words);
      setHidden(warnings, told.length === 0);
      if (
        state.warnings !== previous?.warnings ||
        state.documents !== previous?.documents ||
        state.embedder !== previous?.embedder
      ) {
        warnings.replaceChildren(...told.map((text) => element("li", { dir: "auto" }, text)));
      }
    },
  };
}

function banner({ code, message }: Problem, { store, words }: Context): HTMLElement {
  const remedy = words.remedies[code];
  return element(
    "div",
    { class: "problem" },
    element("h2", {}, words.problem.heading),
    element("p", {}, remedy ?? message),
    remedy !== undefined && message !== "" && element("p", { class: "hint", dir: "auto" }, message),
    element("p", { class: "hint" }, words.problem.code(code)),
    element(
      "button",
      { type: "button", class: "quiet", onclick: () => store.dispatch({ type: "problemClosed" }) },
      words.problem.close,
    ),
  );
}

function warningsOf(state: State, words: Context["words"]): string[] {
  const keywordOnly = state.embedder === null ? [words.notes.keywordOnly] : [];
  const mended = state.documents.flatMap(({ name, notes }) =>
    notes.map((note) => `${words.notes.mended} ${name}: ${note}`),
  );
  return [...keywordOnly, ...state.warnings.map(({ message }) => message), ...mended];
}
