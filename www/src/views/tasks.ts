/** The Insight Doc: the goal, completed tasks, the next task. */

import type { CompletedTask } from "../bank/types.ts";
import type { MemoryUse } from "../state/long-term.ts";
import { isStopped, type State, SUCCEEDED, type TaskList } from "../state/state.ts";
import { givenOf, loopsOf, type ToolUse, toolsOf, type Work } from "../state/work.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf, setHidden } from "./element.ts";
import { importedNotice } from "./imported.ts";
import { keepingFocus } from "./kept-focus.ts";
import { givenLists, learnedLine, loopLines } from "./memory-given.ts";
import { memorySwitch } from "./memory-switch.ts";
import type { Context, Panel } from "./panel.ts";

/** The task list. */
export function tasksPanel(context: Context): Panel {
  const { words } = context;
  const imported = importedNotice(context);
  const body = element("div", {});
  const heading = element("h2", { id: "tasks-heading", tabindex: "-1" }, words.tasks.heading);
  const using = memorySwitch(context, "memory-use-next");
  const section = element(
    "section",
    { class: "tasks", "aria-labelledby": "tasks-heading", hidden: true },
    heading,
    imported.element,
    body,
    using.element,
  );
  return {
    element: section,
    view: (state, previous) => {
      setHidden(section, state.tasks === null);
      imported.view(state, previous);
      using.view(state, previous);
      setHidden(using.element, state.work.given.length === 0);
      if (previous && isSame(previous, state)) return;
      keepingFocus(body, heading, () =>
        body.replaceChildren(...(state.tasks ? drawn(state.tasks, state, context) : [])),
      );
    },
  };
}

function isSame(one: State, other: State): boolean {
  return (
    one.tasks === other.tasks &&
    one.work.tools === other.work.tools &&
    one.work.given === other.work.given &&
    one.work.loops === other.work.loops &&
    one.work.learned === other.work.learned &&
    one.memoryUse === other.memoryUse &&
    one.phase === other.phase
  );
}

/** The state of the tasks' run. */
export type Standing = "working" | "stopped" | "finished";

function standingOf(state: State): Standing {
  // A run that was only requested has no tasks yet: the former run's are shown.
  if (state.phase !== "idle" && state.requested === null) return "working";
  return isStopped(state) ? "stopped" : "finished";
}

function drawn(
  { goal, completed, pending }: TaskList,
  state: State,
  context: Context,
): HTMLElement[] {
  const { work, memoryUse } = state;
  const { words } = context;
  const forPlans = work.given.filter(({ purpose }) => purpose === "planning");
  return [
    element(
      "dl",
      {},
      element("dt", {}, words.tasks.goal),
      element("dd", { dir: "auto", lang: languageOf(goal) }, shown(goal)),
      ...next(pending, standingOf(state), words),
    ),
    ...givenLists(forPlans, memoryUse, context),
    ...tools(toolsOf(work, completed.length, completed.length), words),
    ...fromMemory(work, completed.length, completed.length, memoryUse, context),
    ...done(completed, work, memoryUse, context),
    ...learnedLine(work.learned, context),
  ];
}

/** The items of long-term memory for the task at this place, and the loops in it. */
function fromMemory(
  work: Work,
  place: number,
  completed: number,
  use: MemoryUse,
  context: Context,
): HTMLElement[] {
  return [
    ...loopLines(loopsOf(work, place, completed), context),
    ...givenLists(givenOf(work, place, completed), use, context),
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

/** The next task; while the run goes on, an empty plan only means that none is made yet. */
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
  use: MemoryUse,
  context: Context,
): HTMLElement[] {
  if (completed.length === 0) return [];
  const { words } = context;
  const steps = completed.map((task, place) =>
    step(task, words, [
      ...tools(toolsOf(work, place, completed.length), words),
      ...fromMemory(work, place, completed.length, use, context),
    ]),
  );
  return [element("h3", {}, words.tasks.completed), element("ol", { class: "steps" }, ...steps)];
}

/** A completed step, and the tools and memories used in it. */
function step(
  { type, description, status, context }: CompletedTask,
  words: Context["words"],
  used: readonly HTMLElement[],
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
    ...used,
  );
}

/** The arguments of a tool's call, without the names and brackets of its JSON; unchanged if it is no JSON. */
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

/** Searches and visits, and their outcomes. */
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
