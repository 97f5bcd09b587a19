/** The Insight Doc: the goal, what was done, what comes next. */

import type { CompletedTask } from "../bank/types.ts";
import { isStopped, type State, SUCCEEDED, type TaskList } from "../state/state.ts";
import { type ToolUse, toolsOf, type Work } from "../state/work.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf, setHidden } from "./element.ts";
import { importedNotice } from "./imported.ts";
import type { Context, Panel } from "./panel.ts";

/** The task list. */
export function tasksPanel(context: Context): Panel {
  const { words } = context;
  const imported = importedNotice(context);
  const body = element("div", {});
  const section = element(
    "section",
    { class: "tasks", "aria-labelledby": "tasks-heading", hidden: true },
    element("h2", { id: "tasks-heading" }, words.tasks.heading),
    imported.element,
    body,
  );
  return {
    element: section,
    view: (state, previous) => {
      setHidden(section, state.tasks === null);
      imported.view(state, previous);
      const isSame = state.tasks === previous?.tasks && state.work.tools === previous?.work.tools;
      if (isSame && state.phase === previous?.phase) return;
      body.replaceChildren(
        ...(state.tasks ? drawn(state.tasks, state.work, standingOf(state), words) : []),
      );
    },
  };
}

/** How the run stands that the tasks are of. */
export type Standing = "working" | "stopped" | "finished";

function standingOf(state: State): Standing {
  // A run that was only asked for has no tasks yet: what is shown is of the one before.
  if (state.phase !== "idle" && state.requested === null) return "working";
  return isStopped(state) ? "stopped" : "finished";
}

function drawn(
  { goal, completed, pending }: TaskList,
  work: Work,
  standing: Standing,
  words: Context["words"],
): HTMLElement[] {
  return [
    element(
      "dl",
      {},
      element("dt", {}, words.tasks.goal),
      element("dd", { dir: "auto", lang: languageOf(goal) }, shown(goal)),
      ...next(pending, standing, words),
    ),
    ...tools(toolsOf(work, completed.length, completed.length), words),
    ...done(completed, work, words),
  ];
}

function next(pending: string | null, standing: Standing, words: Context["words"]): HTMLElement[] {
  const said = nextText(pending, standing, words);
  if (said === null) return [];
  return [
    element("dt", {}, words.tasks.next),
    element("dd", { dir: "auto", class: pending === null ? "hint" : null }, said),
  ];
}

/** What comes next; while the run goes on, an empty plan only means that none is made yet. */
export function nextText(
  pending: string | null,
  standing: Standing,
  { tasks }: Context["words"],
): string | null {
  if (standing === "stopped")
    return pending === null ? tasks.stopped : tasks.stoppedBefore(shown(pending));
  if (pending !== null) return shown(pending);
  return standing === "working" ? null : tasks.nothing;
}

function done(
  completed: readonly CompletedTask[],
  work: Work,
  words: Context["words"],
): HTMLElement[] {
  if (completed.length === 0) return [];
  const steps = completed.map((task, place) =>
    step(task, toolsOf(work, place, completed.length), words),
  );
  return [element("h3", {}, words.tasks.completed), element("ol", { class: "steps" }, ...steps)];
}

function step(
  { type, description, status, context }: CompletedTask,
  used: readonly ToolUse[],
  words: Context["words"],
): HTMLElement {
  const succeeded = status === SUCCEEDED;
  return element(
    "li",
    { class: succeeded ? null : "failed" },
    element(
      "p",
      {},
      element("span", { dir: "auto" }, shown(description)),
      " ",
      element(
        "span",
        { class: "hint" },
        `${type === "CROSS_VALIDATE" ? words.tasks.crossValidate : words.tasks.normal} · ${succeeded ? words.tasks.succeeded : words.tasks.failed}`,
      ),
    ),
    context !== "" && element("p", { class: "hint", dir: "auto" }, shown(context)),
    ...tools(used, words),
  );
}

/** What a tool was called with, without the names and brackets of its JSON; as it is where it is none. */
export function inWords(given: string): string {
  try {
    const values = Object.values(JSON.parse(given) as object).flat();
    return values
      .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
      .join(" · ");
  } catch {
    return given;
  }
}

/** Searches and visits, and what came of each. */
function tools(used: readonly ToolUse[], { tasks }: Context["words"]): HTMLElement[] {
  if (used.length === 0) return [];
  const items = used.map(({ tool, arguments: given, succeeded, outcome }) =>
    element(
      "li",
      { class: succeeded ? null : "failed" },
      element("strong", {}, shown(tasks.tools[tool] ?? tool)),
      " ",
      element("span", { dir: "auto" }, shown(inWords(given))),
      element(
        "p",
        { class: "hint", dir: "auto" },
        succeeded ? shown(outcome) : tasks.toolFailed(shown(outcome)),
      ),
    ),
  );
  return [element("ul", { class: "tools", "aria-label": tasks.used }, ...items)];
}
