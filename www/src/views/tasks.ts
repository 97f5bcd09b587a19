/** The Insight Doc: the goal, completed tasks, the next task. */

import type { CompletedTask } from "../bank/types.ts";
import type { MemoryUse } from "../state/long-term.ts";
import { isStopped, type State, SUCCEEDED, type TaskList } from "../state/state.ts";
import { givenOf, loopsOf, type ToolUse, toolsOf, type Work } from "../state/work.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf, setHidden, setText } from "./element.ts";
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
  const heading = element("h2", { id: "tasks-heading" }, words.tasks.heading);
  const using = memorySwitch(context, "memory-use-next");
  const count = element("span", { class: "hint" });
  const summary = element("summary", {}, heading, " ", count);
  const details = element("details", {}, summary, body, using.element);
  const section = element(
    "section",
    { class: "tasks", "aria-labelledby": "tasks-heading", hidden: true },
    imported.element,
    details,
  );
  const opened = new Set<number>();
  let isAnswered: boolean | null = null;
  return {
    element: section,
    view: (state, previous) => {
      setHidden(section, state.tasks === null);
      if (previous?.tasks?.docId !== state.tasks?.docId) {
        opened.clear();
        isAnswered = null;
      }
      const answers = state.answer !== null || state.work.writing !== "" || isAnswered === true;
      if (answers !== isAnswered) fold(details, summary, answers);
      isAnswered = answers;
      setText(count, words.tasks.steps(state.tasks?.completed.length ?? 0));
      imported.view(state, previous);
      using.view(state, previous);
      setHidden(using.element, state.work.given.length === 0);
      if (previous && isSame(previous, state)) return;
      keepingFocus(body, summary, () =>
        body.replaceChildren(...(state.tasks ? drawn(state.tasks, state, context, opened) : [])),
      );
    },
  };
}

/** The steps stand open until an answer is written; what has the focus is not folded away. */
function fold(details: HTMLDetailsElement, summary: HTMLElement, isFolded: boolean): void {
  if (isFolded && details.contains(document.activeElement)) summary.focus({ preventScroll: true });
  details.open = !isFolded;
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
  opened: Set<number>,
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
    ...done(completed, { work, use: memoryUse, opened }, context),
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

/** The data that completed steps are shown with. */
interface Shown {
  readonly work: Work;
  readonly use: MemoryUse;
  /** Places of the steps that the reader has opened. */
  readonly opened: Set<number>;
}

function done(
  completed: readonly CompletedTask[],
  { work, use, opened }: Shown,
  context: Context,
): HTMLElement[] {
  if (completed.length === 0) return [];
  const { words } = context;
  const steps = completed.map((task, place) => {
    const used = [
      ...tools(toolsOf(work, place, completed.length), words),
      ...fromMemory(work, place, completed.length, use, context),
    ];
    // Earlier validations stand before this run's own steps.
    return step(task, words, { used, place: place - (completed.length - work.steps), opened });
  });
  return [element("h3", {}, words.tasks.completed), element("ol", { class: "steps" }, ...steps)];
}

interface StepParts {
  /** The tools and memories used in it. */
  readonly used: readonly HTMLElement[];
  readonly place: number;
  readonly opened: Set<number>;
}

/** A completed step in one line, which opens to its result and what was used in it. */
function step(
  { type, description, status, context }: CompletedTask,
  { tasks }: Context["words"],
  { used, place, opened }: StepParts,
): HTMLElement {
  const succeeded = status === SUCCEEDED;
  const kind = type === "CROSS_VALIDATE" ? tasks.crossValidate : tasks.normal;
  const details = element(
    "details",
    { open: opened.has(place) },
    element(
      "summary",
      { "data-key": `step ${place}` },
      element("span", { dir: "auto" }, shown(description)),
      " ",
      element("span", { class: "hint" }, `${kind} · ${succeeded ? tasks.succeeded : tasks.failed}`),
    ),
    context !== "" && element("p", { class: "hint", dir: "auto" }, shown(context)),
    ...used,
  );
  details.addEventListener("toggle", () => {
    if (details.open) opened.add(place);
    else opened.delete(place);
  });
  return element("li", { class: succeeded ? null : "failed" }, details);
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
