/** Progress of the work, for eyes and for screen readers. */

import type { Activity } from "../bank/types.ts";
import { EXTRACTIVE, isStopped, type Progress, readsOn, type State } from "../state/state.ts";
import { type Doing, type ToolAtWork, total } from "../state/work.ts";
import { budgetText, estimateText, spentTexts } from "../text/costs.ts";
import { clockText, durationText, sizeText } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { element, scrollBehavior, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

interface Standing {
  readonly activity: string;
  readonly count: string;
  /** 0 to 1; `null` if unknown. */
  readonly share: number | null;
}

/** The progress bar, the activity, and a live region that announces each new activity. */
export function progressPanel({ session, words }: Context): Panel {
  const activity = element("span", { class: "activity" });
  const count = element("span", { class: "count hint" });
  const bar = element("progress", { max: 1, "aria-label": words.progress.heading });
  const spoken = element("p", { class: "visually-hidden", role: "status" });
  const costs = costLines(words);
  const facts = factsLine(words);
  const stop = element(
    "button",
    {
      type: "button",
      id: "stop",
      class: "quiet",
      onclick: () => session.cancel(),
      // The key that started the run may still be down.
      onkeydown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
    },
    words.progress.stop,
  );
  const shown = element(
    "div",
    { class: "progress" },
    element("p", {}, activity, count, stop),
    bar,
    facts.element,
    ...costs.elements,
  );
  const summary = element("p", { class: "summary hint", tabindex: -1 });

  const view = (state: State, previous: State | null): void => {
    const working = state.phase !== "idle";
    const wasHere = shown.contains(document.activeElement);
    setHidden(shown, !working);
    setHidden(summary, working || state.usage === null);
    if (wasHere && !working) summary.focus({ preventScroll: true });
    if (working) {
      const standing = standingOf(state, words);
      setText(activity, standing.activity);
      stop.setAttribute("aria-disabled", String(state.phase === "cancelling"));
      setText(stop, stopText(state, words));
      setText(count, standing.count);
      setText(spoken, standing.activity);
      costs.show(state);
      facts.show(state);
      if (standing.share === null) bar.removeAttribute("value");
      else bar.value = standing.share;
      if (previous?.phase === "idle") queueMicrotask(() => hasLostFocus() && stop.focus());
      // The user who starts the work sees it go on; on a phone it may be below the visible part.
      if (previous?.phase === "idle")
        shown.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
      return;
    }
    facts.stop();
    if (state.usage !== null) {
      const said = summaryOf(state.usage, isStopped(state), words);
      setText(summary, said);
      setText(spoken, spokenOf(state, said, words));
    }
  };
  const standing = element("div", { class: "standing" }, shown, summary, spoken);
  return { element: standing, view, close: facts.stop };
}

function stopText(state: State, { progress }: Context["words"]): string {
  if (state.phase === "cancelling") return progress.stopping;
  return readsOn(state) ? progress.enough : progress.stop;
}

/** True if what had the focus is hidden by now. */
function hasLostFocus(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || !at.checkVisibility();
}

/** The estimated cost of the run, and the spent part of its budget. */
function costLines(words: Context["words"]) {
  const estimate = element("p", { class: "hint estimate" });
  const budget = element("p", { class: "hint budget" });
  return {
    elements: [estimate, budget],
    show: ({ requested, estimate: started, work }: State) => {
      const told = requested === null ? started : (requested.estimate ?? null);
      showLine(estimate, told === null ? "" : estimateText(told, words));
      // Until the run starts, the work is that of the run before.
      const spent = requested === null ? work.budget : null;
      showLine(budget, spent === null ? "" : budgetText(spent, words));
    },
  };
}

/** Sources, tokens, money and time of the run so far; the time goes on by itself. */
function factsLine(words: Context["words"]) {
  const line = element("p", { class: "hint facts" });
  let timer: ReturnType<typeof setInterval> | undefined;
  let state: State | null = null;
  const tell = () => state && showLine(line, factsText(state, Date.now(), words));
  return {
    element: line,
    show: (present: State) => {
      state = present;
      timer ??= setInterval(tell, 1000);
      tell();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** The sources in memory, and what the run has taken so far. */
export function factsText(
  { nodes, requested, startedAt, work }: Pick<State, "nodes" | "requested" | "startedAt" | "work">,
  now: number,
  words: Context["words"],
): string {
  const time = startedAt === null ? [] : [clockText(now - startedAt)];
  if (requested !== null) return time.join("");
  const sources = new Set([...nodes.values()].map((node) => node.document).filter(Boolean)).size;
  return [
    ...(sources > 0 ? [words.progress.sources(sources)] : []),
    ...spentTexts(total(work), words),
    ...time,
  ].join(" · ");
}

function showLine(line: HTMLElement, text: string): void {
  setHidden(line, text === "");
  setText(line, text);
}

/** Whole per cent: the engine counts bytes, some of them twice, which means nothing to people. */
function percentOf({ done, total }: Progress): number {
  return Math.floor((done / total) * 100);
}

function activityOf(activity: Activity, words: Context["words"]): string {
  switch (activity.kind) {
    case "reading":
      return words.progress.reading(activity.document);
    case "linking":
      return words.progress.linking(activity.document);
    case "comparing":
      return words.progress.comparing;
  }
}

function doingOf(doing: Doing, { progress }: Context["words"]): string {
  switch (doing.kind) {
    case "planning":
      return progress.planning;
    case "step": {
      const told = doing.validates ? progress.validation : progress.step;
      return told(doing.number, shown(doing.task));
    }
    case "answering":
      return progress.answering;
  }
}

/** The present work of a tool, with its query or the host of its page. */
function toolText({ tool, arguments: given }: ToolAtWork, { progress }: Context["words"]): string {
  const told = progress.tools[tool];
  return told === undefined ? progress.tool(shown(tool)) : told(shown(aboutOf(given)));
}

/** The query or the host in a tool's arguments; the line itself if it is no JSON. */
function aboutOf(given: string): string {
  try {
    const { query, url } = JSON.parse(given) as { query?: unknown; url?: unknown };
    const [first = ""] = [url ?? query ?? ""].flat();
    return hostOf(String(first)) ?? String(first);
  } catch {
    return given;
  }
}

function hostOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.host : null;
}

/** What a run does beside what its progress tells; `null` before it has started. */
function doingNow({ answer, engine, progress, requested, work }: Parameters<typeof standingOf>[0]) {
  if (requested !== null || engine === null) return null;
  if (engine.name === EXTRACTIVE) return answer === null ? work.doing : null;
  const isRead = progress === null || progress.done >= progress.total;
  return work.doing ?? (isRead ? ({ kind: "planning" } as const) : null);
}

/** The activity and its progress. */
export function standingOf(
  state: Pick<State, "answer" | "engine" | "model" | "progress" | "requested" | "work">,
  words: Context["words"],
): Standing {
  const { model, progress } = state;
  const doing = doingNow(state);
  if (state.requested === null && state.work.tool !== null)
    return { activity: toolText(state.work.tool, words), count: "", share: null };
  if (doing !== null) return { activity: doingOf(doing, words), count: "", share: null };
  if (progress !== null) {
    return {
      activity: shown(activityOf(progress.activity, words)),
      count: progress.total > 0 ? words.progress.count(percentOf(progress)) : "",
      share: progress.total > 0 ? progress.done / progress.total : null,
    };
  }
  if (model.state !== "loading")
    return { activity: words.progress.starting, count: "", share: null };
  if (model.total === 0) return { activity: words.progress.modelStarting, count: "", share: null };
  const [loaded, total] = [model.loaded, model.total].map((bytes) =>
    sizeText(bytes, words.language),
  );
  return {
    activity: words.progress.modelStarting,
    count: `${loaded} / ${total}`,
    share: model.loaded / model.total,
  };
}

/** The announcement at the end; a problem is announced by itself. */
function spokenOf(state: State, summary: string, words: Context["words"]): string {
  if (state.problem !== null) return "";
  if (isStopped(state)) return summary;
  return `${words.progress.finished}. ${shown(state.answer?.text ?? "")}`;
}

/** A summary of the work; a stopped run has no meaningful times. */
export function summaryOf(
  usage: Pick<
    NonNullable<State["usage"]>,
    "nodes" | "passages" | "ingestMilliseconds" | "answerMilliseconds"
  >,
  stopped: boolean,
  words: Context["words"],
): string {
  if (stopped) return words.progress.stopped(usage.nodes, usage.passages);
  return words.progress.summary(
    usage.nodes,
    usage.passages,
    usage.ingestMilliseconds === 0 ? null : durationText(usage.ingestMilliseconds, words.language),
    durationText(usage.answerMilliseconds, words.language),
  );
}
