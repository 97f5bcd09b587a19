/** What the page does with long-term memory: lists, searches, corrects, forgets, exports and imports it. */

import {
  bearingOn,
  byId,
  casesOf,
  changedBlocks,
  type Listed,
  type LongTerm,
  type LongTermAction,
  type LongTermProblem,
  type LookedUp,
  learnedRuns,
  NO_CORE,
  type Search,
} from "../state/long-term.ts";
import { type Problem, problemOf } from "../state/problem.ts";
import type { Store } from "../state/store.ts";
import type { CoreBlock, CoreMemory, MemoryBank, RecalledMemory } from "./types.ts";

/** Why a correction was not saved that was written beside other words than there are by now. */
const CHANGED_ELSEWHERE: Problem = {
  code: "changed_elsewhere",
  message: "the memory was changed elsewhere while it was being corrected",
};

/** Why core memory was not set. */
export const CORE_CHANGED_ELSEWHERE: Problem = {
  code: "core_changed_elsewhere",
  message: "what every plan is told was changed elsewhere meanwhile",
};

/** What of a bank is asked here. */
export type RememberingBank = Pick<
  MemoryBank,
  "memory" | "trajectories" | "keepUp" | "exportLongTerm" | "importLongTerm"
>;

/** Where banks come from. */
export interface LongTermWorld {
  /** Whether anything was ever kept in this browser. */
  hasRuns(): Promise<boolean>;
  /**
   * Has it done by a bank that can ask long-term memory; `wantsModel`: by the page's own, with the embedding model, which is
   * opened if it is not yet. Else one without a model will do.
   */
  asking(wantsModel: boolean, work: (bank: RememberingBank) => Promise<void>): Promise<void>;
  /** The user wrote something that is to last: nobody waits for what becomes of that. */
  wrote(): void;
}

/** Ids of what is to be looked up. */
export type Wanted = { readonly [What in keyof LookedUp]?: readonly string[] };

/** Memories on a page of the list. */
const PAGE = 20;
/** Memories that are found at most. */
export const FOUND = 50;

const NONE = { items: [], next: null };
const NOTHING = {
  core: NO_CORE,
  memories: NONE,
  forgotten: NONE,
  methodologies: [],
  runs: 0,
  learned: NONE,
};

/**
 * Long-term memory, as the page asks it: one thing after the other, in the order in which they were wished. Nothing is
 * loaded before it is looked into.
 */
export class LongTermMemory {
  readonly #store: Store;
  readonly #world: LongTermWorld;
  /** Ends with what was wished last; never fails. */
  #last: Promise<void> = Promise.resolve();
  /** What was wished and is not done. */
  #waiting = 0;
  /** What this tab has set for all plans. */
  readonly #wrote: Partial<CoreMemory> = {};

  constructor(store: Store, world: LongTermWorld) {
    this.#store = store;
    this.#world = world;
  }

  /** Shows what is remembered. Where nothing was ever kept, nothing is loaded for that. */
  async open(): Promise<void> {
    this.#tell({ happened: "opened" });
    if (await this.#world.hasRuns()) await this.#does(false, (bank) => this.#list(bank));
    else this.#tell({ happened: "listed", ...NOTHING });
  }

  /** Shows it no more. */
  close(): void {
    this.#tell({ happened: "closed" });
  }

  /** Shows it as it is now, where it is shown, and nobody is at work in it: a run or another tab may have changed it. */
  async refreshShown(): Promise<void> {
    const { isOpen, isBusy, editing, done } = this.#shown;
    if (!isOpen || isBusy || editing !== null) return;
    await this.#does(false, (bank) => this.#list(bank));
    if (done !== null && this.#shown.problem === null) this.#tell({ happened: "done", done });
  }

  /** The next page of what is remembered. */
  moreMemories(): Promise<void> {
    return this.#does(false, async (bank) => {
      const after = this.#shown.memories.next;
      if (after === null) return;
      const page = await bank.memory.browse({ after, limit: PAGE });
      this.#tell({ happened: "moreMemories", page: { items: page.entries, next: page.next } });
    });
  }

  /** The next page of what is forgotten. */
  moreForgotten(): Promise<void> {
    return this.#does(false, async (bank) => {
      const after = this.#shown.forgotten.next;
      if (after === null) return;
      const page = await bank.memory.forgotten({ after, limit: PAGE });
      this.#tell({ happened: "moreForgotten", page: { items: page.forgotten, next: page.next } });
    });
  }

  /** The next page of runs that were learned from. */
  moreLearned(): Promise<void> {
    return this.#does(false, async (bank) => {
      const after = this.#shown.learned.next;
      if (after === null) return;
      const page = await bank.trajectories.browse({ after, limit: PAGE });
      const learned = { items: learnedRuns(page.rows), next: page.next };
      this.#tell({ happened: "moreLearned", page: learned });
    });
  }

  /** Shows what something was made of, or belongs to it: memories, or the cases of a methodology. */
  lookUp(wanted: Wanted): Promise<void> {
    return this.#does(false, (bank) => this.#lookUp(bank, wanted));
  }

  /** Sets what all plans are told of the user's wishes; `begun`: as each block was when it was begun to be written. */
  setCore(core: CoreMemory, begun = this.#shown.core ?? NO_CORE): Promise<void> {
    const { done } = this.#shown;
    return this.#does(false, async (bank) => {
      const changed = changedBlocks(begun, core);
      const now = await bank.memory.core();
      // What this tab wrote last is not another's.
      const isKnown = (block: CoreBlock) => [begun[block], this.#wrote[block]].includes(now[block]);
      try {
        if (!changed.every(isKnown)) throw CORE_CHANGED_ELSEWHERE;
        for (const block of changed) {
          await bank.memory.setCore(block, core[block]);
          this.#wrote[block] = core[block];
        }
      } catch (thrown) {
        // A block that is too long keeps none of those before it back.
        await this.#list(bank);
        // What an imported file says of it can still be taken over.
        if (done?.what === "imported") this.#tell({ happened: "done", done });
        throw thrown;
      }
      if (changed.length > 0) this.#world.wrote();
      await this.#listAnew(bank);
      this.#tell({ happened: "done", done: { what: "coreSet" } });
    });
  }

  /** Shows what comes to mind; all that is remembered, for a blank text. */
  async search(text: string): Promise<void> {
    if (text.trim() === "") this.#tell({ happened: "found", search: null });
    else await this.#does(true, (bank) => this.#find(bank, text));
  }

  /** Has a memory say something else; not where another tab has changed it since that was begun, which is told first. */
  edit(id: string, text: string): Promise<void> {
    const problemOfEdit = (thrown: unknown) => ({ ...problemOf(thrown), edit: id });
    const change = async (bank: RememberingBank) => {
      await this.#notUnseen(bank, id);
      const { derived, outdated, entry } = await bank.memory.edit(id, text);
      this.#world.wrote();
      await this.#listAnew(bank);
      const isShortened = entry.content.length < text.trim().length;
      await this.#lookUp(bank, { memories: derived });
      const done = { what: "edited", id, derived, outdated: outdated.length, isShortened } as const;
      this.#tell({ happened: "done", done });
    };
    return this.#does(true, change, problemOfEdit);
  }

  /** Forgets memories, which can be restored. */
  forget(...ids: string[]): Promise<void> {
    return this.#does(false, async (bank) => {
      const { derived } = await bank.memory.forget(...ids);
      await this.#listAnew(bank);
      await this.#lookUp(bank, { memories: derived });
      const done = { what: "forgotten", ids, derived } as const;
      this.#tell({ happened: "done", done });
    });
  }

  /** Remembers what was forgotten. */
  restore(ids: readonly string[]): Promise<void> {
    return this.#changes("restored", (bank) => bank.memory.restore(...ids));
  }

  /** Deletes what was forgotten for good. */
  purge(id: string): Promise<void> {
    return this.#changes("purged", (bank) => bank.memory.purge(id));
  }

  /** Forgets a methodology or warning; nothing brings it back but new cases. */
  forgetMethodology(id: string): Promise<void> {
    return this.#changes("methodologyForgotten", (bank) => bank.trajectories.forgetMethodology(id));
  }

  /** Forgets a run that was learned from; what was made of it stays. */
  forgetRun(id: string): Promise<void> {
    return this.#changes("runForgotten", (bank) => bank.trajectories.forget(id));
  }

  /** Everything that is remembered, as one file; `null`, and the reason shown, where it cannot be had. */
  async export(): Promise<Blob | null> {
    let file: Blob | null = null;
    await this.#does(false, async (bank) => {
      const parts: string[] = [];
      for await (const part of bank.exportLongTerm()) parts.push(part);
      file = new Blob(parts, { type: "application/jsonl" });
      this.#tell({ happened: "done", done: { what: "exported" } });
    });
    return file;
  }

  /** Takes an exported file in. */
  import(file: Blob): Promise<void> {
    return this.#does(true, async (bank) => {
      const { memories, trajectories } = await bank.importLongTerm(file);
      this.#world.wrote();
      await this.#listAnew(bank);
      const done = { what: "imported", memories, rows: trajectories?.rows ?? null } as const;
      this.#tell({ happened: "done", done });
    });
  }

  /** Reflects, consolidates, forgets what faded, now. */
  tidyUp(): Promise<void> {
    return this.#does(true, async (bank) => {
      const due = await bank.keepUp();
      // Whoever asks for it does not mean only what is due.
      const upkeep = {
        ...due,
        reflection: due.reflection.done ? due.reflection : await bank.memory.reflect(),
        consolidation: due.consolidation.done ? due.consolidation : await bank.memory.consolidate(),
      };
      await this.#listAnew(bank);
      this.#tell({ happened: "done", done: { what: "tidied", upkeep } });
    });
  }

  get #shown(): LongTerm {
    return this.#store.state.longTerm;
  }

  /** Throws where a memory says something else by now than when its correction was begun; the next time that is known. */
  async #notUnseen(bank: RememberingBank, id: string): Promise<void> {
    const { editing } = this.#shown;
    const [kept] = await bank.memory.entries(id);
    if (editing?.id !== id || kept === undefined || kept.content === editing.begun) return;
    this.#tell({ happened: "editing", editing: { ...editing, begun: kept.content } });
    // What is shown of it, too, for whoever gives the correction up; not searched anew, which may not find it.
    await this.#list(bank);
    const { search } = this.#shown;
    const now = (one: RecalledMemory) => (one.entry.id === id ? { ...one, entry: kept } : one);
    if (search !== null)
      this.#tell({ happened: "found", search: { ...search, found: search.found.map(now) } });
    throw CHANGED_ELSEWHERE;
  }

  #tell(action: LongTermAction): void {
    this.#store.dispatch({ type: "longTerm", action });
  }

  #changes(
    what: "restored" | "purged" | "methodologyForgotten" | "runForgotten",
    change: (bank: RememberingBank) => Promise<unknown>,
  ): Promise<void> {
    return this.#does(false, async (bank) => {
      await change(bank);
      await this.#listAnew(bank);
      this.#tell({ happened: "done", done: { what } });
    });
  }

  /** What is remembered, as far as it was shown. */
  async #list(bank: RememberingBank): Promise<void> {
    const limit = ({ items }: Listed<unknown>) => Math.max(PAGE, items.length);
    const [core, kept, gone, { methodologies }, { trajectories: runs }, learned] =
      await Promise.all([
        bank.memory.core(),
        bank.memory.browse({ limit: limit(this.#shown.memories) }),
        bank.memory.forgotten({ limit: limit(this.#shown.forgotten) }),
        bank.trajectories.knowledge(),
        bank.trajectories.stats(),
        bank.trajectories.browse({ limit: limit(this.#shown.learned) }),
      ]);
    this.#tell({
      happened: "listed",
      core,
      memories: { items: kept.entries, next: kept.next },
      forgotten: { items: gone.forgotten, next: gone.next },
      methodologies: [...methodologies].sort((one, other) => other.confidence - one.confidence),
      runs,
      learned: { items: learnedRuns(learned.rows), next: learned.next },
    });
    // What is there instead of what this tab wrote is another's.
    for (const block of changedBlocks({ ...core, ...this.#wrote }, core)) delete this.#wrote[block];
    const { memories, cases } = this.#shown.lookedUp;
    await this.#lookUp(bank, { memories: [...memories.keys()], cases: [...cases.keys()] });
  }

  async #lookUp(bank: RememberingBank, { memories = [], cases = [] }: Wanted): Promise<void> {
    if (memories.length + cases.length === 0) return;
    const [entries, rows] = await Promise.all([
      memories.length === 0 ? [] : bank.memory.entries(...memories),
      cases.length === 0 ? null : bank.trajectories.cases(...cases),
    ]);
    const found = rows === null ? [] : casesOf(rows);
    const lookedUp = { memories: byId(memories, entries), cases: byId(cases, found) };
    this.#tell({ happened: "lookedUp", lookedUp });
  }

  /** The lists and what was found, after a change. */
  async #listAnew(bank: RememberingBank): Promise<void> {
    const { search } = this.#shown;
    await this.#list(bank);
    if (search !== null) await this.#find(bank, search.text);
  }

  async #find(bank: RememberingBank, text: string): Promise<void> {
    const { recollection } = await bank.memory.recall({ text, limit: FOUND });
    const isByWordsAlone = recollection.notes.some(({ note }) => note === "no_embedding");
    const search: Search = { text, found: bearingOn(recollection.memories), isByWordsAlone };
    this.#tell({ happened: "found", search });
  }

  /** Does it after what was wished before, and shows what is thrown. */
  #does(
    wantsModel: boolean,
    work: (bank: RememberingBank) => Promise<void>,
    problem: (thrown: unknown) => LongTermProblem = problemOf,
  ): Promise<void> {
    if (this.#waiting === 0) this.#tell({ happened: "asked" });
    this.#waiting += 1;
    this.#last = this.#last.then(() => this.#takesItsTurn(wantsModel, work, problem));
    return this.#last;
  }

  async #takesItsTurn(
    wantsModel: boolean,
    work: (bank: RememberingBank) => Promise<void>,
    problem: (thrown: unknown) => LongTermProblem,
  ): Promise<void> {
    try {
      await this.#world.asking(wantsModel, work);
    } catch (thrown) {
      this.#tell({ happened: "failed", problem: problem(thrown) });
    }
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#tell({ happened: "rested" });
  }
}
