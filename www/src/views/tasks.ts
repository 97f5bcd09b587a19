/** The Insight Doc: the goal, what was done, what comes next. */

import type { CompletedTask } from "../bank/types.ts";
import { SUCCEEDED, type TaskList } from "../state/state.ts";
import { element, languageOf, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The task list. */
export function tasksPanel({ words }: Context): Panel {
  const body = element("div", {});
  const section = element(
    "section",
    { class: "tasks", "aria-labelledby": "tasks-heading", hidden: true },
    element("h2", { id: "tasks-heading" }, words.tasks.heading),
    body,
  );
  return {
    element: section,
    view: (state, previous) => {
      setHidden(section, state.tasks === null);
      if (state.tasks === previous?.tasks && state.phase === previous?.phase) return;
      const working = state.phase !== "idle";
      body.replaceChildren(...(state.tasks ? drawn(state.tasks, working, words) : []));
    },
  };
}

function drawn(
  { goal, completed, pending }: TaskList,
  working: boolean,
  words: Context["words"],
): HTMLElement[] {
  return [
    element(
      "dl",
      {},
      element("dt", {}, words.tasks.goal),
      element("dd", { dir: "auto", lang: languageOf(goal) }, goal),
      ...next(pending, working, words),
    ),
    ...done(completed, words),
  ];
}

/** What comes next; while the run goes on, an empty plan only means that none is made yet. */
function next(pending: string | null, working: boolean, words: Context["words"]): HTMLElement[] {
  if (pending === null && working) return [];
  const said = pending ?? words.tasks.nothing;
  return [
    element("dt", {}, words.tasks.next),
    element("dd", { dir: "auto", class: pending === null ? "hint" : null }, said),
  ];
}

function done(completed: readonly CompletedTask[], words: Context["words"]): HTMLElement[] {
  if (completed.length === 0) return [];
  const steps = completed.map((task) => step(task, words));
  return [element("h3", {}, words.tasks.completed), element("ol", { class: "steps" }, ...steps)];
}

function step(
  { type, description, status, context }: CompletedTask,
  words: Context["words"],
): HTMLElement {
  const succeeded = status === SUCCEEDED;
  return element(
    "li",
    { class: succeeded ? null : "failed" },
    element(
      "p",
      {},
      element("span", { dir: "auto" }, description),
      " ",
      element(
        "span",
        { class: "hint" },
        `${type === "CROSS_VALIDATE" ? words.tasks.crossValidate : words.tasks.normal} · ${succeeded ? words.tasks.succeeded : words.tasks.failed}`,
      ),
    ),
    context !== "" && element("p", { class: "hint", dir: "auto" }, context),
  );
}
