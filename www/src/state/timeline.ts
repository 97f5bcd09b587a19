/** The course of a memory: the events of its runs in order, and the graph as it was after each. */

import type { Event } from "../bank/types.ts";
import type { Action } from "./actions.ts";
import { apply, type Nodes, settle } from "./memory.ts";
import type { MemoryNode, RequestedRun, State } from "./state.ts";

/** The events that make a moment. */
const KINDS = {
  runStarted: "asked",
  nodeAdded: "made",
  nodeUpdated: "changed",
  nodesLinked: "linked",
  nodesDisputed: "disputed",
  nodesMerged: "merged",
  answered: "answered",
} as const;

type Told = Extract<Event, { type: keyof typeof KINDS }>;

/** Something that happened to the memory, or to its question. */
export interface Moment {
  /**
   * `settled`: a check found that two topics do not contradict each other, and linked them. No event of its own tells
   * that: it is a link between disputed topics in a step that checks a contradiction.
   */
  readonly kind: (typeof KINDS)[keyof typeof KINDS] | "settled";
  readonly event: Told;
  /** The names, until then, of the topics that it touches; empty for a question, an answer and a new topic. */
  readonly topics: readonly string[];
}

/** The moments of a memory. */
export interface Timeline {
  /** The graph before the first moment: empty, or a saved memory. */
  readonly base: Nodes;
  /** The graph of the last result: it has summaries and the places of texts, which no event tells. */
  readonly known: Nodes;
  /** Only ever grows; another memory has another timeline. */
  readonly moments: readonly Moment[];
  /** True in a step that checks a contradiction, until the step merges topics. */
  readonly isValidating: boolean;
}

/** The timeline of a memory that came without its events. */
export function timelineFrom(base: Nodes): Timeline {
  return { base, known: base, moments: [], isValidating: false };
}

/** The moments that are listed in the history. */
export function isNotable({ kind }: Moment): boolean {
  return kind === "merged" || kind === "disputed" || kind === "settled";
}

/** The topics that a moment touches and leaves in memory. */
export function topicsOf({ event }: Pick<Moment, "event">): readonly string[] {
  switch (event.type) {
    case "nodeAdded":
    case "nodeUpdated":
      return [event.id];
    case "nodesLinked":
      return [event.from, event.to];
    case "nodesDisputed":
      return event.ids;
    case "nodesMerged":
      return [event.into];
    default:
      return [];
  }
}

/** The topics of the moment that is shown; none at the present. */
export function touchedAt({
  timeline,
  moment,
}: Pick<State, "timeline" | "moment">): readonly string[] {
  const last = moment === null ? undefined : timeline.moments[moment - 1];
  return last === undefined ? [] : topicsOf(last);
}

/**
 * The graph and its timeline after the actions; the same where none touches them. A run that was requested replaces
 * them only when it starts.
 */
export function withEvents(
  { nodes, timeline, requested }: Pick<State, "nodes" | "timeline" | "requested">,
  actions: readonly Action[],
): Pick<State, "nodes" | "timeline"> {
  const draft = new Draft(nodes, timeline);
  let next: Pick<RequestedRun, "continued"> | null = requested;
  for (const action of actions) {
    if (action.type === "runRequested") next = action;
    if (action.type !== "event") continue;
    if (action.event.type === "runStarted") {
      if (next?.continued === false) draft.clear();
      // A journal may hold further questions to the same memory.
      next = null;
    }
    draft.take(action.event);
  }
  return { nodes: draft.nodes, timeline: draft.timeline };
}

/** A graph and its timeline, which are copied once for many events. */
class Draft {
  #nodes: Map<string, MemoryNode> | null = null;
  #moments: Moment[] | null = null;
  nodes: Nodes;
  timeline: Timeline;

  constructor(nodes: Nodes, timeline: Timeline) {
    this.nodes = nodes;
    this.timeline = timeline;
  }

  clear(): void {
    this.#nodes = new Map();
    this.nodes = this.#nodes;
    this.timeline = timelineFrom(new Map());
    this.#moments = null;
  }

  take(event: Event): void {
    if (event.type === "plan") this.#validate(event.taskType === "CROSS_VALIDATE");
    else if (isTold(event)) this.#add(momentOf(event, this.nodes, this.timeline.isValidating));
  }

  #add(moment: Moment): void {
    if (this.#moments === null) {
      this.#moments = [...this.timeline.moments];
      this.timeline = { ...this.timeline, moments: this.#moments };
    }
    this.#moments.push(moment);
    if (moment.event.type.startsWith("node")) {
      this.#nodes ??= new Map(this.nodes);
      this.nodes = this.#nodes;
      carryOut(this.#nodes, moment);
    }
    if (moment.kind === "merged") this.#validate(false);
  }

  #validate(isValidating: boolean): void {
    if (isValidating !== this.timeline.isValidating)
      this.timeline = { ...this.timeline, isValidating };
  }
}

function isTold(event: Event): event is Told {
  return event.type in KINDS;
}

function momentOf(event: Told, before: Nodes, isValidating: boolean): Moment {
  const settles =
    isValidating &&
    event.type === "nodesLinked" &&
    before.get(event.from)?.disputes.has(event.to) === true;
  const touched = event.type === "nodesMerged" ? event.from : topicsOf({ event });
  const topics = touched.flatMap((id) => before.get(id)?.topic ?? []);
  return { kind: settles ? "settled" : KINDS[event.type], event, topics };
}

function carryOut(nodes: Map<string, MemoryNode>, { kind, event }: Moment): void {
  apply(nodes, event);
  if (kind === "settled" && event.type === "nodesLinked") settle(nodes, event.from, event.to);
}

/** Moments between two graphs that are kept: a graph costs at most so many events. */
const BETWEEN_KEYFRAMES = 512;

/** The graphs of a timeline that were made before. */
interface Course {
  readonly known: Nodes;
  /** The graphs after 0, 256, 512, … moments. */
  readonly keyframes: Nodes[];
  last: { readonly at: number; readonly nodes: Nodes };
}

/** By the first moment, which no two memories share. */
const courses = new WeakMap<Moment, Course>();

/** The graph after the first `at` moments. The same graph is returned while it is asked for again. */
export function nodesAt(
  { base, known, moments }: Omit<Timeline, "isValidating">,
  at: number,
): Nodes {
  const [first] = moments;
  if (first === undefined || at <= 0) return base;
  const course = courseOf(first, base, known);
  const end = Math.min(at, moments.length);
  if (course.last.at === end) return course.last.nodes;
  const { keyframes } = course;
  while (keyframes.length <= Math.floor(end / BETWEEN_KEYFRAMES)) {
    const from = (keyframes.length - 1) * BETWEEN_KEYFRAMES;
    const some = moments.slice(from, from + BETWEEN_KEYFRAMES);
    keyframes.push(folded(keyframes.at(-1) ?? base, some, known));
  }
  const index = Math.floor(end / BETWEEN_KEYFRAMES);
  const keyframe = { at: index * BETWEEN_KEYFRAMES, nodes: keyframes[index] ?? base };
  const { last } = course;
  const start = last.at > keyframe.at && last.at < end ? last : keyframe;
  course.last = { at: end, nodes: folded(start.nodes, moments.slice(start.at, end), known) };
  return course.last.nodes;
}

function courseOf(first: Moment, base: Nodes, known: Nodes): Course {
  const made = courses.get(first);
  if (made?.known === known) return made;
  const course = { known, keyframes: [base], last: { at: 0, nodes: base } };
  courses.set(first, course);
  return course;
}

/** The graph after further moments; a topic has what is known of it from its first moment on. */
function folded(before: Nodes, moments: readonly Moment[], known: Nodes): Nodes {
  if (moments.length === 0) return before;
  const nodes = new Map(before);
  for (const moment of moments) {
    carryOut(nodes, moment);
    if (moment.kind !== "made" && moment.kind !== "merged") continue;
    for (const id of topicsOf(moment)) {
      const [node, told] = [nodes.get(id), known.get(id)];
      if (node && told) nodes.set(id, { ...node, summary: told.summary, places: told.places });
    }
  }
  return nodes;
}
