/** Long-term memory as the page knows it: what is listed of it, and what the next questions use of it. */

import type {
  Forgotten,
  ImportedMemories,
  ImportedRows,
  MemoryEntry,
  Methodology,
  RecalledMemory,
  ResearchRequest,
  Upkeep,
} from "../bank/types.ts";
import type { Problem } from "./problem.ts";

/** A list that is shown page by page. */
export interface Listed<T> {
  readonly items: readonly T[];
  /** After which the next page begins; `null` where all is shown. */
  readonly next: string | null;
}

/** What was looked for, and what came to mind. */
export interface Search {
  readonly text: string;
  readonly found: readonly RecalledMemory[];
  /** Whether it was looked for by words alone, for want of a model. */
  readonly isByWordsAlone: boolean;
}

/** What was done last. */
export type Done =
  /** `derived`: what was made of it before, and is still remembered. */
  | { readonly what: "edited"; readonly derived: number }
  | { readonly what: "forgotten"; readonly ids: readonly string[]; readonly derived: number }
  | { readonly what: "restored" | "purged" | "methodologyForgotten" | "exported" }
  /** `null`: the file held none of that memory. */
  | {
      readonly what: "imported";
      readonly memories: ImportedMemories | null;
      readonly rows: ImportedRows | null;
    }
  | { readonly what: "tidied"; readonly upkeep: Upkeep };

/** Everything that is shown of it. */
export interface LongTerm {
  readonly isOpen: boolean;
  /** Whether it is asked, or told, something now. */
  readonly isBusy: boolean;
  /** Whether what is there is known. */
  readonly isListed: boolean;
  readonly memories: Listed<MemoryEntry>;
  readonly search: Search | null;
  /** Methodologies and warnings, the surest first. */
  readonly methodologies: readonly Methodology[];
  /** Runs that were learned. */
  readonly runs: number;
  readonly forgotten: Listed<Forgotten>;
  /** The memory that is being corrected, and what it is to say so far. */
  readonly editing: { readonly id: string; readonly text: string } | null;
  readonly done: Done | null;
  readonly problem: Problem | null;
}

/** What is known of a memory that nobody has looked into. */
export const UNOPENED: LongTerm = {
  isOpen: false,
  isBusy: false,
  isListed: false,
  memories: { items: [], next: null },
  search: null,
  methodologies: [],
  runs: 0,
  forgotten: { items: [], next: null },
  editing: null,
  done: null,
  problem: null,
};

/** What happens to it. */
export type LongTermAction =
  | { readonly happened: "opened" | "closed" | "asked" | "problemClosed" }
  | ({ readonly happened: "listed" } & Pick<
      LongTerm,
      "memories" | "methodologies" | "runs" | "forgotten"
    >)
  | { readonly happened: "moreMemories"; readonly page: Listed<MemoryEntry> }
  | { readonly happened: "moreForgotten"; readonly page: Listed<Forgotten> }
  | { readonly happened: "found"; readonly search: Search | null }
  | { readonly happened: "editing"; readonly editing: LongTerm["editing"] }
  | { readonly happened: "done"; readonly done: Done }
  | { readonly happened: "failed"; readonly problem: Problem };

/** What is shown after an action. */
export function afterLongTerm(before: LongTerm, action: LongTermAction): LongTerm {
  const answered = { ...before, isBusy: false };
  switch (action.happened) {
    case "opened":
      return { ...before, isOpen: true };
    case "closed":
      return { ...before, isOpen: false, search: null, editing: null, done: null, problem: null };
    case "asked":
      return { ...before, isBusy: true, done: null, problem: null };
    case "listed": {
      const { happened: _, ...lists } = action;
      return { ...answered, ...lists, isListed: true };
    }
    case "moreMemories":
      return { ...answered, memories: joined(before.memories, action.page) };
    case "moreForgotten":
      return { ...answered, forgotten: joined(before.forgotten, action.page) };
    case "found":
      return { ...answered, search: action.search };
    case "editing":
      return { ...before, editing: action.editing };
    case "done": {
      // What was being corrected is corrected, or gone.
      const isOver = action.done.what === "edited" || action.done.what === "forgotten";
      return { ...answered, done: action.done, editing: isOver ? null : before.editing };
    }
    case "failed":
      return { ...answered, problem: action.problem };
    case "problemClosed":
      return { ...before, problem: null };
  }
}

function joined<T>(before: Listed<T>, page: Listed<T>): Listed<T> {
  return { items: [...before.items, ...page.items], next: page.next };
}

/** Whether nothing is there, as far as is known. */
export function isEmpty({ memories, methodologies, runs, forgotten }: LongTerm): boolean {
  const listed = memories.items.length + methodologies.length + forgotten.items.length;
  return listed === 0 && runs === 0;
}

/** What the next questions use of long-term memory; it goes with the tab. */
export interface MemoryUse {
  /** Whether they do without it: it gives nothing and takes nothing. */
  readonly isOff: boolean;
  /** Ids of what they are not to be given. */
  readonly without: readonly string[];
}

/** All of it. */
export const ALL_USED: MemoryUse = { isOff: false, without: [] };

/** The same with something left out, or used again. */
export function leavingOut(use: MemoryUse, id: string, isLeftOut: boolean): MemoryUse {
  const others = use.without.filter((other) => other !== id);
  return { ...use, without: isLeftOut ? [...others, id] : others };
}

/** What a request says of it; nothing where all is used. */
export function requested({ isOff, without }: MemoryUse): Pick<ResearchRequest, "memory"> {
  if (!isOff && without.length === 0) return {};
  const off = { observe: false, recall: false, advise: false, learn: false };
  return { memory: { ...(isOff && off), without: [...without] } };
}
