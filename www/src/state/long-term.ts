/** The page's state of long-term memory: its lists, and its use by the next questions. */

import type {
  CoreBlock,
  CoreMemory,
  Forgotten,
  Fragment,
  GraphRows,
  ImportedMemories,
  ImportedRows,
  ListCursor,
  MemoryEntry,
  Methodology,
  RecalledMemory,
  ResearchRequest,
  Trajectory,
  Upkeep,
} from "../bank/types.ts";
import type { Problem } from "./problem.ts";

/** A list that is shown page by page. */
export interface Listed<T> {
  readonly items: readonly T[];
  /** After which the next page begins; `null` where all is shown. */
  readonly next: ListCursor | null;
}

/** A search text and its results. */
export interface Search {
  readonly text: string;
  readonly found: readonly RecalledMemory[];
  /** True if the search was by words alone, for lack of a model. */
  readonly isByWordsAlone: boolean;
}

/** A run that was learned from. */
export interface LearnedRun
  extends Pick<Trajectory, "id" | "summary" | "success" | "total_steps" | "ended_at" | "trust"> {
  /** Types of the errors that it met. */
  readonly errors: readonly string[];
}

/** A case that a methodology was made of. */
export interface Case
  extends Pick<Fragment, "id" | "description" | "outcome" | "ended_at" | "trust"> {
  /** The runs that it was cut from, in words. */
  readonly runs: readonly string[];
}

/** Items looked up by id, to be shown as sources of another; `null` if one is no longer remembered. */
export interface LookedUp {
  readonly memories: ReadonlyMap<string, MemoryEntry | null>;
  readonly cases: ReadonlyMap<string, Case | null>;
}

/** The last change. */
export type Done =
  /** `derived`: ids of the remaining entries that were derived from it before. */
  | {
      readonly what: "edited";
      readonly id: string;
      readonly derived: readonly string[];
      /** Facts that its new text lacks, and that were forgotten with its former words. */
      readonly outdated: number;
      readonly isShortened: boolean;
    }
  | {
      readonly what: "forgotten";
      readonly ids: readonly string[];
      readonly derived: readonly string[];
    }
  | { readonly what: "restored" | "purged" | "methodologyForgotten" | "runForgotten" | "exported" }
  /** The user set core memory, the instructions for all plans. */
  | { readonly what: "coreSet" }
  /** `null`: the file held none of that memory. */
  | {
      readonly what: "imported";
      readonly memories: ImportedMemories | null;
      readonly rows: ImportedRows | null;
    }
  | { readonly what: "tidied"; readonly upkeep: Upkeep };

/** The shown state. */
export interface LongTerm {
  readonly isOpen: boolean;
  /** True while a request is under way. */
  readonly isBusy: boolean;
  /** True if the content is known. */
  readonly isListed: boolean;
  /** Core memory, the user's instructions for all plans; `null` before it is listed. */
  readonly core: CoreMemory | null;
  readonly memories: Listed<MemoryEntry>;
  readonly search: Search | null;
  /** Methodologies and warnings, the surest first. */
  readonly methodologies: readonly Methodology[];
  /** Runs that were learned. */
  readonly runs: number;
  readonly learned: Listed<LearnedRun>;
  readonly forgotten: Listed<Forgotten>;
  readonly lookedUp: LookedUp;
  /** The memory that is being corrected, its new text so far, and its text at the start. */
  readonly editing: Editing | null;
  readonly done: Done | null;
  readonly problem: LongTermProblem | null;
}

/** The correction of a memory. */
export interface Editing {
  readonly id: string;
  readonly text: string;
  /** The memory's text as the user saw it. */
  readonly begun: string;
}

/** A problem; `edit`: it came up while the correction of this memory was saved. */
export type LongTermProblem = Problem & { readonly edit?: string };

/** Core memory of a user who set none. */
export const NO_CORE: CoreMemory = { persona: "", user_info: "", instructions: "" };

/** The state of a memory that was not opened yet. */
export const UNOPENED: LongTerm = {
  isOpen: false,
  isBusy: false,
  isListed: false,
  core: null,
  memories: { items: [], next: null },
  search: null,
  methodologies: [],
  runs: 0,
  learned: { items: [], next: null },
  forgotten: { items: [], next: null },
  lookedUp: { memories: new Map(), cases: new Map() },
  editing: null,
  done: null,
  problem: null,
};

/** Changes of the state. */
export type LongTermAction =
  | { readonly happened: "opened" | "closed" | "asked" | "rested" | "problemClosed" }
  | ({ readonly happened: "listed" } & Pick<
      LongTerm,
      "core" | "memories" | "methodologies" | "runs" | "learned" | "forgotten"
    >)
  | { readonly happened: "moreMemories"; readonly page: Listed<MemoryEntry> }
  | { readonly happened: "moreForgotten"; readonly page: Listed<Forgotten> }
  | { readonly happened: "moreLearned"; readonly page: Listed<LearnedRun> }
  | { readonly happened: "lookedUp"; readonly lookedUp: LookedUp }
  | { readonly happened: "found"; readonly search: Search | null }
  | { readonly happened: "editing"; readonly editing: LongTerm["editing"] }
  | { readonly happened: "done"; readonly done: Done }
  | { readonly happened: "failed"; readonly problem: LongTermProblem };

/** The state after an action. */
export function afterLongTerm(before: LongTerm, action: LongTermAction): LongTerm {
  switch (action.happened) {
    case "opened":
      return { ...before, isOpen: true };
    case "closed":
      return { ...before, isOpen: false, search: null, editing: null, done: null, problem: null };
    case "asked":
      return { ...before, isBusy: true, done: null, problem: null };
    case "rested":
      return { ...before, isBusy: false };
    case "listed": {
      const { happened: _, ...listed } = action;
      return { ...before, ...listed, isListed: true };
    }
    case "moreMemories":
      return { ...before, memories: joined(before.memories, action.page) };
    case "moreForgotten":
      return { ...before, forgotten: joined(before.forgotten, action.page) };
    case "moreLearned":
      return { ...before, learned: joined(before.learned, action.page) };
    case "lookedUp": {
      const memories = new Map([...before.lookedUp.memories, ...action.lookedUp.memories]);
      const cases = new Map([...before.lookedUp.cases, ...action.lookedUp.cases]);
      return { ...before, lookedUp: { memories, cases } };
    }
    case "found":
      // Results that arrive after the panel was closed are not shown when it is opened again.
      return { ...before, search: before.isOpen ? action.search : null };
    case "editing":
      return { ...before, editing: action.editing, problem: problemBeside(before, action.editing) };
    case "done": {
      const { editing } = before;
      return {
        ...before,
        done: doneTogether(before.done, action.done),
        editing: editing !== null && isSettled(editing.id, action.done) ? null : editing,
      };
    }
    case "failed":
      return { ...before, problem: action.problem };
    case "problemClosed":
      return { ...before, problem: null };
  }
}

/** The problem while this is being corrected: a finished correction takes its own problem along. */
function problemBeside(
  { editing, problem }: LongTerm,
  now: LongTerm["editing"],
): LongTermProblem | null {
  const isLeft = problem?.edit !== undefined && problem.edit === editing?.id;
  return isLeft && now?.id !== problem.edit ? null : problem;
}

/**
 * True if the problem is shown beside the correction that could not be saved, if that is visible, and not above all.
 */
export function isToldBeside({
  editing,
  problem,
  memories,
  search,
}: Pick<LongTerm, "editing" | "problem" | "memories" | "search">): boolean {
  const listed = search === null ? memories.items : search.found.map(({ entry }) => entry);
  const isShown = listed.some(({ id }) => id === editing?.id);
  return isShown && problem?.edit !== undefined && problem.edit === editing?.id;
}

/** True if a memory that is being corrected was corrected by this, or is gone; the editing of another row stays. */
function isSettled(id: string, done: Done): boolean {
  if (done.what === "edited") return done.id === id;
  return done.what === "forgotten" && done.ids.includes(id);
}

/** The last change; several forgotten in a row count as one, so that all can be restored at once. */
function doneTogether(before: Done | null, done: Done): Done {
  if (before?.what !== "forgotten" || done.what !== "forgotten") return done;
  const ids = [...before.ids, ...done.ids];
  const derived = new Set([...before.derived, ...done.derived]);
  return { ...done, ids, derived: [...derived].filter((id) => !ids.includes(id)) };
}

function joined<T>(before: Listed<T>, page: Listed<T>): Listed<T> {
  return { items: [...before.items, ...page.items], next: page.next };
}

/** The runs of a page of learned data. */
export function learnedRuns({ trajectories, fragments, hasFragment }: GraphRows): LearnedRun[] {
  const errors = new Map(fragments.map(({ id, error_type }) => [id, error_type]));
  return trajectories.map(({ id, summary, success, total_steps, ended_at, trust }) => {
    const own = hasFragment.filter(({ trajectory }) => trajectory === id);
    const met = own.map(({ fragment }) => errors.get(fragment)).filter((type) => type != null);
    return { id, summary, success, total_steps, ended_at, trust, errors: [...new Set(met)] };
  });
}

/** The cases among some fragments, with the facts of their runs. */
export function casesOf({ trajectories, fragments, hasFragment }: GraphRows): Case[] {
  return fragments.map(({ id, description, outcome, ended_at, trust }) => {
    const own = hasFragment.filter(({ fragment }) => fragment === id);
    const theirs = new Set(own.map(({ trajectory }) => trajectory));
    const runs = trajectories.filter((run) => theirs.has(run.id)).map(({ summary }) => summary);
    return { id, description, outcome, ended_at, trust, runs };
  });
}

/** Each of these ids with the item found. */
export function byId<T extends { readonly id: string }>(
  ids: Iterable<string>,
  found: readonly T[],
): Map<string, T | null> {
  const known = new Map(found.map((one) => [one.id, one]));
  return new Map([...ids].map((id) => [id, known.get(id) ?? null]));
}

/** Relevance that a listed memory has at least if its meaning alone found it. */
const LEAST_RELEVANCE = 0.1;

/**
 * The results that bear on the search text. A search by meaning ranks all memories, and the nearest need not be near.
 */
export function bearingOn(found: readonly RecalledMemory[]): RecalledMemory[] {
  return found.filter(
    ({ ranks, score }) =>
      score.relevance >= LEAST_RELEVANCE || ranks.some(({ channel }) => channel !== "semantic"),
  );
}

/** The methodologies and warnings that hold all words of the search; all, where nothing is looked for. */
export function methodologiesFound({
  methodologies,
  search,
}: Pick<LongTerm, "methodologies" | "search">): readonly Methodology[] {
  return holding(methodologies, search, ({ situation, strategy, error_type: error }) => [
    situation,
    strategy,
    error ?? "",
  ]);
}

/** The same of the runs that are listed so far. */
export function runsFound({
  learned,
  search,
}: Pick<LongTerm, "learned" | "search">): readonly LearnedRun[] {
  return holding(learned.items, search, ({ summary, errors }) => [summary, ...errors]);
}

function holding<T>(
  all: readonly T[],
  search: Search | null,
  texts: (one: T) => string[],
): readonly T[] {
  if (search === null) return all;
  // Chinese has no blanks: the search text is then one word, unchanged.
  const words = search.text.toLowerCase().split(/[\s\p{P}]+/u);
  return all.filter((one) => {
    const text = texts(one).join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The blocks of core memory in which two versions differ. */
export function changedBlocks(before: CoreMemory, after: CoreMemory): CoreBlock[] {
  const blocks = ["persona", "user_info", "instructions"] as const;
  return blocks.filter((block) => before[block] !== after[block]);
}

/**
 * Core memory with the blocks of an imported file; `null` if that changes nothing. The file's author is not the user,
 * who sees it and decides.
 */
export function offeredCore({ core, done }: LongTerm): CoreMemory | null {
  const offered = done?.what === "imported" ? done.memories?.core : null;
  if (offered == null) return null;
  const own = core ?? NO_CORE;
  const taken = Object.fromEntries(changedBlocks(NO_CORE, offered).map((b) => [b, offered[b]]));
  const merged = { ...own, ...taken };
  return changedBlocks(own, merged).length > 0 ? merged : null;
}

/** True if nothing is there, as far as is known. */
export function isEmpty({ core, memories, methodologies, runs, forgotten }: LongTerm): boolean {
  const listed = memories.items.length + methodologies.length + forgotten.items.length;
  const isSet = core !== null && changedBlocks(NO_CORE, core).length > 0;
  return listed === 0 && runs === 0 && !isSet;
}

/** The use of long-term memory by the next questions of this tab; it outlasts reloading and goes with the tab. */
export interface MemoryUse {
  /** True if they neither read nor write it. */
  readonly isOff: boolean;
  /** Ids of excluded items. */
  readonly without: readonly string[];
}

/** Unlimited use. */
export const ALL_USED: MemoryUse = { isOff: false, without: [] };

/** The same with something left out, or used again. */
export function leavingOut(use: MemoryUse, id: string, isLeftOut: boolean): MemoryUse {
  const others = use.without.filter((other) => other !== id);
  return { ...use, without: isLeftOut ? [...others, id] : others };
}

/** The request's field for it; empty for unlimited use. */
export function requested({ isOff, without }: MemoryUse): Pick<ResearchRequest, "memory"> {
  if (!isOff && without.length === 0) return {};
  const off = { observe: false, recall: false, advise: false, learn: false };
  return { memory: { ...(isOff && off), without: [...without] } };
}
