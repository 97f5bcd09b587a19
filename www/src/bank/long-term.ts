/** The page's use of long-term memory: lists, search, correction, forgetting, export and import. */

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

/** The parts of a bank that are used here. */
export type RememberingBank = Pick<
  MemoryBank,
  "memory" | "trajectories" | "keepUp" | "exportLongTerm" | "importLongTerm"
>;

/** The source of banks. */
export interface LongTermWorld {
  /** True if anything was ever kept in this browser. */
  hasRuns(): Promise<boolean>;
  /**
   * Has it done by a bank that can ask long-term memory; `wantsModel`: by the page's own, with the embedding model,
   * which is opened if it is not yet. Else one without a model will do.
   */
  asking(wantsModel: boolean, work: (bank: RememberingBank) => Promise<void>): Promise<void>;
  /** The user wrote data that must last; the result is not awaited. */
  wrote(): void;
}

/** Ids of the items to be looked up. */
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
 * Long-term memory, as the page uses it: one request after the other, in the user's order. Nothing is loaded before
 * the panel is opened.
 */
export class LongTermMemory {
  readonly #store: Store;
  readonly #world: LongTermWorld;
  /** The end of the last request; never fails. */
  #last: Promise<void> = Promise.resolve();
  /** Number of pending requests. */
  #waiting = 0;
  /** Core memory as this tab has set it. */
  readonly #wrote: Partial<CoreMemory> = {};

  constructor(store: Store, world: LongTermWorld) {
    this.#store = store;
    this.#world = world;
  }

  /** Shows the memory. If nothing was ever kept, nothing is loaded for that. */
  async open(): Promise<void> {
    this.#tell({ happened: "opened" });
    if (await this.#world.hasRuns()) await this.#does(false, (bank) => this.#list(bank));
    else this.#tell({ happened: "listed", ...NOTHING });
  }

  /** Shows it no more. */
  close(): void {
    this.#tell({ happened: "closed" });
  }

  /**
   * Shows it as it is now, where it is shown, and nobody is at work in it: a run or another tab may have changed it.
   */
  async refreshShown(): Promise<void> {
    const { isOpen, isBusy, editing, done } = this.#shown;
    if (!isOpen || isBusy || editing !== null) return;
    await this.#does(false, (bank) => this.#list(bank));
    if (done !== null && this.#shown.problem === null) this.#tell({ happened: "done", done });
  }

  /** The next page of remembered entries. */
  moreMemories(): Promise<void> {
    return this.#does(false, async (bank) => {
      const after = this.#shown.memories.next;
      if (after === null) return;
      const page = await bank.memory.browse({ after, limit: PAGE });
      this.#tell({ happened: "moreMemories", page: { items: page.entries, next: page.next } });
    });
  }

  /** The next page of forgotten entries. */
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

  /** Shows the sources or relatives of an item: memories, or the cases of a methodology. */
  lookUp(wanted: Wanted): Promise<void> {
    return this.#does(false, (bank) => this.#lookUp(bank, wanted));
  }

  /** Sets core memory, the user's instructions for all plans; `begun`: each block when its editing began. */
  setCore(core: CoreMemory, begun = this.#shown.core ?? NO_CORE): Promise<void> {
    const { done } = this.#shown;
    return this.#does(false, async (bank) => {
      const changed = changedBlocks(begun, core);
      const now = await bank.memory.core();
      // This tab's own last text does not count as another's.
      const isKnown = (block: CoreBlock) => [begun[block], this.#wrote[block]].includes(now[block]);
      try {
        if (!changed.every(isKnown)) throw CORE_CHANGED_ELSEWHERE;
        for (const block of changed) {
          await bank.memory.setCore(block, core[block]);
          this.#wrote[block] = core[block];
        }
      } catch (thrown) {
        // A block that is too long does not stop those before it.
        await this.#list(bank);
        // The core memory of an imported file can still be taken over.
        if (done?.what === "imported") this.#tell({ happened: "done", done });
        throw thrown;
      }
      if (changed.length > 0) this.#world.wrote();
      await this.#listAnew(bank);
      this.#tell({ happened: "done", done: { what: "coreSet" } });
    });
  }

  /** Shows recalled entries; for a blank text, all. */
  async search(text: string): Promise<void> {
    if (text.trim() === "") this.#tell({ happened: "found", search: null });
    else await this.#does(true, (bank) => this.#find(bank, text));
  }

  /** Corrects an entry, unless another tab has changed it since the editing began, which is reported first. */
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

  /** Restores forgotten entries. */
  restore(ids: readonly string[]): Promise<void> {
    return this.#changes("restored", (bank) => bank.memory.restore(...ids));
  }

  /** Purges forgotten entries. */
  purge(id: string): Promise<void> {
    return this.#changes("purged", (bank) => bank.memory.purge(id));
  }

  /** Forgets a methodology or warning; nothing brings it back but new cases. */
  forgetMethodology(id: string): Promise<void> {
    return this.#changes("methodologyForgotten", (bank) => bank.trajectories.forgetMethodology(id));
  }

  /** Forgets a run that was learned from; items derived from it stay. */
  forgetRun(id: string): Promise<void> {
    return this.#changes("runForgotten", (bank) => bank.trajectories.forget(id));
  }

  /** The whole memory, as one file; `null`, with the reason shown, if it is unavailable. */
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

  /** Reflects, consolidates, and forgets faded memories, now. */
  tidyUp(): Promise<void> {
    return this.#does(true, async (bank) => {
      const due = await bank.keepUp();
      // An explicit request includes more than the due upkeep.
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

  /**
   * Throws where a memory says something else by now than when its correction was begun; the next time that is known.
   */
  async #notUnseen(bank: RememberingBank, id: string): Promise<void> {
    const { editing } = this.#shown;
    const [kept] = await bank.memory.entries(id);
    if (editing?.id !== id || kept === undefined || kept.content === editing.begun) return;
    this.#tell({ happened: "editing", editing: { ...editing, begun: kept.content } });
    // The shown search result is updated, too, in case the user gives up the correction; a new search might not find
    // it.
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

  /** The remembered entries, as far as they were shown. */
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
    // A text that replaced this tab's own is another tab's.
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

  /** The lists and the search results, after a change. */
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

  /** Does the work after earlier requests, and shows its failure. */
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
