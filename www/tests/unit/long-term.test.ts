import { describe, expect, it } from "vitest";
import type {
  CoreBlock,
  CoreMemory,
  Forgotten,
  MemoryEntry,
  Methodology,
} from "../../src/bank/types.ts";
import {
  afterLongTerm,
  leavingOut,
  NO_CORE,
  offeredCore,
  requested,
  UNOPENED,
} from "../../src/state/long-term.ts";
import { en } from "../../src/text/en.ts";
import { zh } from "../../src/text/zh.ts";
import { learnedFacts } from "../../src/views/learned-runs.ts";
import { doneText } from "../../src/views/long-term-tools.ts";
import { methodologyFacts } from "../../src/views/methodologies.ts";
import { caseFacts } from "../../src/views/relations.ts";
import { FakeBank, FakeRuns, refused, sessionKeeping, sessionOpening } from "./sessions.ts";

const ENTRY = { memory_type: "conversation", speaker: "user", trust: "given", importance: 0.5 };

function entry(id: string, content: string): MemoryEntry {
  return { id, content, created_at: 1, fact: null, summary_id: null, ...ENTRY } as MemoryEntry;
}

/** A bank that remembers; it pages by ids, as a store does. */
class RememberingBank extends FakeBank {
  readonly entries = new Map<string, string>();
  readonly gone = new Map<string, string>();
  readonly methodologies = new Map<string, number>();
  readonly imported: string[] = [];
  readonly demanded: string[] = [];
  readonly learned = new Map<string, string>();
  readonly set: CoreBlock[] = [];
  /** Of each memory that was made of another, that other. */
  readonly madeOf = new Map<string, string>();
  readonly lookedUp: string[][] = [];
  core: CoreMemory = NO_CORE;
  upkeeps = 0;

  constructor(...texts: string[]) {
    super("run", "ready");
    for (const [at, text] of texts.entries()) this.entries.set(idOf(at), text);
  }

  readonly memory = {
    browse: async (part: Part) => {
      const { items, next } = page(this.entries, part);
      return { entries: items, next };
    },
    forgotten: async (part: Part) => {
      const { items, next } = page(this.gone, part);
      const reason = { why: "asked" };
      const forgotten = items.map((entry) => ({ entry, forgotten_at: 2, reason }) as Forgotten);
      return { forgotten, next };
    },
    recall: async ({ text }: { text: string }) => {
      const found = [...this.entries].filter(([, content]) => content.includes(text));
      const memories = found.map(([id, content]) => ({ entry: entry(id, content) }));
      return { recollection: { memories, notes: [{ note: "no_embedding" }] }, notes: [] };
    },
    reflect: async () => this.#demand("reflect"),
    consolidate: async () => this.#demand("consolidate"),
    entries: async (...ids: string[]) => {
      this.lookedUp.push(ids);
      const known = ids.map((id) => [id, this.entries.get(id)] as const);
      return known.flatMap(([id, text]) => (text === undefined ? [] : [entry(id, text)]));
    },
    edit: async (id: string, content: string) => {
      if (!this.entries.has(id)) refused("memory_not_found");
      this.entries.set(id, content);
      return { derived: ["made-of-it"], outdated: [], entry: entry(id, content) };
    },
    forget: async (...ids: string[]) => {
      for (const id of ids) move(this.entries, this.gone, id);
      const made = [...this.madeOf].filter(
        ([id, from]) => ids.includes(from) && this.entries.has(id),
      );
      return { derived: made.map(([id]) => id) };
    },
    restore: async (...ids: string[]) => {
      for (const id of ids) move(this.gone, this.entries, id);
    },
    core: async () => this.core,
    setCore: async (block: CoreBlock, text: string) => {
      if (text.length > 99) refused("core_too_long");
      this.set.push(block);
      this.core = { ...this.core, [block]: text };
      return [];
    },
    purge: async (id: string) => this.gone.delete(id),
  };

  readonly trajectories = {
    knowledge: async () => ({
      methodologies: [...this.methodologies].map(
        ([id, confidence]) => ({ id, confidence }) as Methodology,
      ),
    }),
    stats: async () => ({ trajectories: 3 }),
    browse: async (part: Part) => {
      const { items, next } = page(this.learned, part);
      const trajectories = items.map(({ id, content }) => ({ id, summary: content }));
      const fragments = [
        { id: "f1", error_type: "HTTP 403" },
        { id: "f2", error_type: null },
      ];
      const hasFragment = items.flatMap(({ id: trajectory }) =>
        ["f1", "f2", "f1"].map((fragment) => ({ trajectory, fragment })),
      );
      return { rows: { trajectories, fragments, hasFragment }, next };
    },
    cases: async (...ids: string[]) => {
      this.lookedUp.push(ids);
      const fragments = ids.filter((id) => id !== "gone#0").map((id) => ({ id, description: id }));
      const hasFragment = [
        { trajectory: "run-1", fragment: "run-1#0" },
        { trajectory: "run-2", fragment: "run-1#0" },
      ];
      const trajectories = ["run-2", "run-1"].map((id) => ({ id, summary: `Of ${id}` }));
      return { fragments, hasFragment, trajectories };
    },
    forget: async (id: string) => this.learned.delete(id),
    forgetMethodology: async (id: string) => this.methodologies.delete(id),
  };

  exportLongTerm() {
    return texts('{"format":"amb-hierarchical-memory"}\n', '{"end":0}\n');
  }

  async importLongTerm(file: Blob) {
    const text = await file.text();
    if (!text.includes("amb-hierarchical-memory")) refused("import_malformed");
    const imported = this.imported.push(text);
    return {
      memories: { imported, duplicates: 0 },
      trajectories: { rows: { trajectories: 2, methodologies: 0 } },
    };
  }

  #demand(what: string) {
    this.demanded.push(what);
    return { done: true };
  }

  async keepUp() {
    this.upkeeps += 1;
    return {
      trajectories: {},
      reflection: { done: true, insights: ["due"] },
      consolidation: { done: false },
    };
  }
}

type Part = { after?: string | null; limit: number };

function idOf(at: number): string {
  return `m-${String(at).padStart(3, "0")}`;
}

function page(all: Map<string, string>, { after = null, limit }: Part) {
  const rest = [...all].sort().filter(([id]) => after === null || id > after);
  const items = rest.slice(0, limit).map(([id, content]) => entry(id, content));
  return { items, next: rest.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function move(from: Map<string, string>, to: Map<string, string>, id: string): void {
  to.set(id, from.get(id) ?? refused("memory_not_found"));
  from.delete(id);
}

async function* texts(...all: string[]): AsyncGenerator<string> {
  yield* all;
}

async function opened(...banks: RememberingBank[]) {
  const made = sessionKeeping(new FakeRuns(), ...banks);
  await made.session.longTerm.open();
  const shown = () => made.store.state.longTerm;
  return { ...made, shown, contents: () => shown().memories.items.map(({ content }) => content) };
}

/** BX-06, AF-13: what is remembered is shown, and is the user's to change. */
describe("what is remembered (BX-06)", () => {
  it("is listed by a bank without a model, which is closed again", async () => {
    const bank = new RememberingBank("Tea.");
    const { openedWith, contents, shown } = await opened(bank);
    expect(contents()).toEqual(["Tea."]);
    expect(shown()).toMatchObject({ isOpen: true, isListed: true, isBusy: false, runs: 3 });
    expect(openedWith).toMatchObject([{ embedder: false }]);
    expect(bank.closed).toBe(true);
  });

  it("needs nothing loaded where nothing was ever kept", async () => {
    const { store, session, openedWith } = sessionOpening(() => new FakeRuns(), false);
    await session.longTerm.open();
    expect(openedWith).toEqual([]);
    expect(store.state.longTerm).toMatchObject({ isListed: true, problem: null });
  });

  it("is listed by the page's own bank where there is one, which stays", async () => {
    const bank = new RememberingBank("Tea.");
    const { store, session, ask, openedWith } = sessionKeeping(new FakeRuns(), bank);
    await ask("a");
    await session.longTerm.open();
    expect(store.state.longTerm.memories.items).toHaveLength(1);
    expect([openedWith.length, bank.closed]).toEqual([1, false]);
  });

  it("is listed page by page, and as far as it was shown after a change", async () => {
    const all = Array.from({ length: 45 }, (_, at) => `Memory ${at}`);
    const bank = new RememberingBank(...all);
    const { session, shown, contents } = await opened(bank, bank, bank, bank);
    expect(contents()).toEqual(all.slice(0, 20));
    await session.longTerm.moreMemories();
    await session.longTerm.moreMemories();
    expect([contents(), shown().memories.next]).toEqual([all, null]);
    await session.longTerm.forget(idOf(7));
    expect(contents()).toEqual(all.filter((_, at) => at !== 7));
  });

  it("is searched with a model, and found anew after a change", async () => {
    const light = new RememberingBank();
    const bank = new RememberingBank("Green tea.", "Coffee.");
    const { session, shown, openedWith } = await opened(light, bank);
    await session.longTerm.search("tea");
    expect(openedWith[1]).not.toHaveProperty("embedder");
    const found = () => shown().search?.found.map((memory) => memory.entry.content);
    expect([found(), shown().search?.isByWordsAlone]).toEqual([["Green tea."], true]);
    await session.longTerm.edit(idOf(1), "Black tea.");
    expect(found()).toEqual(["Green tea.", "Black tea."]);
    expect(shown().done).toEqual({
      what: "edited",
      derived: ["made-of-it"],
      outdated: 0,
      isShortened: false,
    });
    await session.longTerm.search(" ");
    expect(shown().search).toBeNull();
  });

  it("is forgotten, restored, and deleted for good", async () => {
    const bank = new RememberingBank("Tea.");
    const { session, shown, contents } = await opened(bank, bank, bank, bank, bank);
    await session.longTerm.forget(idOf(0));
    const done = shown().done;
    expect(done).toEqual({ what: "forgotten", ids: [idOf(0)], derived: [] });
    expect([contents(), shown().forgotten.items.length]).toEqual([[], 1]);
    await session.longTerm.restore([idOf(0)]);
    expect([contents(), shown().forgotten.items]).toEqual([["Tea."], []]);
    await session.longTerm.forget(idOf(0));
    await session.longTerm.purge(idOf(0));
    expect([contents(), shown().forgotten.items]).toEqual([[], []]);
  });

  it.each([
    [en, "Deleted for good.", "Runs in which it was said or used keep it until they are deleted"],
    [zh, "已永久删除。", "提到或用过它的运行在删除之前仍保留它"],
  ] as const)(
    "that is deleted for good may be in runs, where there are any",
    (words, gone, kept) => {
      const done = { what: "purged" } as const;
      expect(doneText(done, false, words)).toBe(gone);
      expect(doneText(done, true, words)).toContain(`${gone} ${kept}`);
    },
  );

  it("has the surest methodologies first, which are forgotten one by one", async () => {
    const bank = new RememberingBank();
    bank.methodologies.set("weak", 0.2).set("sure", 0.9);
    const { session, shown } = await opened(bank, bank);
    expect(shown().methodologies.map(({ id }) => id)).toEqual(["sure", "weak"]);
    await session.longTerm.forgetMethodology("sure");
    expect(shown().methodologies.map(({ id }) => id)).toEqual(["weak"]);
  });

  it("says what is still remembered of what something was made of, after changes too", async () => {
    const bank = new RememberingBank("Tea.", "Coffee.");
    const { session, shown } = await opened(bank, bank, bank, bank);
    await session.longTerm.lookUp({ memories: [idOf(1), "gone", idOf(0)] });
    const told = () => [...shown().lookedUp.memories].map(([id, found]) => [id, found?.content]);
    const gone = ["gone", undefined];
    expect(told()).toEqual([[idOf(1), "Coffee."], gone, [idOf(0), "Tea."]]);
    await session.longTerm.forget(idOf(0));
    expect(told()).toEqual([[idOf(1), "Coffee."], gone, [idOf(0), undefined]]);
    await session.longTerm.edit(idOf(1), "Cocoa.");
    expect(told()[0]).toEqual([idOf(1), "Cocoa."]);
    expect(shown().problem).toBeNull();
  });

  it("says of which runs the cases of a methodology are (CG-05)", async () => {
    const bank = new RememberingBank();
    const { session, shown } = await opened(bank, bank);
    expect(bank.lookedUp).toEqual([]);
    await session.longTerm.lookUp({ cases: ["run-1#0", "gone#0"] });
    const { cases } = shown().lookedUp;
    expect(cases.get("run-1#0")).toMatchObject({ runs: ["Of run-2", "Of run-1"] });
    expect([cases.get("gone#0"), bank.lookedUp]).toEqual([null, [["run-1#0", "gone#0"]]]);
  });

  it("tells which memories stay that were made of a forgotten one, to be forgotten, too", async () => {
    const bank = new RememberingBank("I drink tea.", "Drinks tea.", "Likes China.");
    bank.madeOf.set(idOf(1), idOf(0)).set(idOf(2), idOf(0));
    const { session, shown, contents } = await opened(bank, bank, bank);
    await session.longTerm.forget(idOf(0));
    const derived = [idOf(1), idOf(2)];
    expect(shown().done).toEqual({ what: "forgotten", ids: [idOf(0)], derived });
    expect(derived.map((id) => shown().lookedUp.memories.get(id)?.content)).toEqual(contents());
    await session.longTerm.forget(...derived);
    expect([contents(), shown().done]).toEqual([
      [],
      { what: "forgotten", ids: derived, derived: [] },
    ]);
  });

  it("has runs one by one, with the errors they met, which are forgotten one by one", async () => {
    const bank = new RememberingBank();
    for (let at = 0; at < 25; at++) bank.learned.set(idOf(at), `Run ${at}`);
    const { session, shown } = await opened(bank, bank, bank);
    expect(shown().learned.items[0]).toMatchObject({ summary: "Run 0", errors: ["HTTP 403"] });
    await session.longTerm.moreLearned();
    expect([shown().learned.items.length, shown().learned.next]).toEqual([25, null]);
    await session.longTerm.forgetRun(idOf(3));
    expect(shown().learned.items.map(({ summary }) => summary)).not.toContain("Run 3");
    expect([shown().learned.items.length, shown().done]).toEqual([24, { what: "runForgotten" }]);
  });

  it("holds what the user set for all plans, of which what changed is set (AF-02)", async () => {
    const bank = new RememberingBank();
    bank.core = { ...NO_CORE, persona: "A librarian" };
    const { session, shown } = await opened(bank, bank, bank);
    expect(shown().core).toEqual(bank.core);
    await session.longTerm.setCore({ ...bank.core, user_info: "Ann" });
    expect([bank.set, shown().core]).toEqual([["user_info"], bank.core]);
    await session.longTerm.setCore({ ...bank.core, instructions: "x".repeat(100) });
    expect(shown()).toMatchObject({ problem: { code: "core_too_long" }, core: bank.core });
  });

  it("is changed by all that is wished, one after the other", async () => {
    const bank = new RememberingBank("Tea.", "Coffee.", "Water.");
    const { session, shown, contents } = await opened(bank, bank, bank, bank, bank);
    const [first, second] = [session.longTerm.forget(idOf(0)), session.longTerm.forget(idOf(2))];
    const search = session.longTerm.search("coffee");
    expect(shown().isBusy).toBe(true);
    await first;
    expect([contents(), shown().isBusy]).toEqual([["Coffee.", "Water."], true]);
    await Promise.all([second, search]);
    expect([contents(), shown().isBusy]).toEqual([["Coffee."], false]);
    expect(shown().search?.text).toBe("coffee");
    const ids = [idOf(0), idOf(2)];
    expect(shown().done).toEqual({ what: "forgotten", ids, derived: [] });
  });

  it("is exported as one file, and taken in again", async () => {
    const bank = new RememberingBank();
    const { session, shown } = await opened(bank, bank, bank);
    const file = await session.longTerm.export();
    await session.longTerm.import(file ?? new Blob());
    expect(bank.imported).toEqual(['{"format":"amb-hierarchical-memory"}\n{"end":0}\n']);
    const done = { what: "imported", memories: { imported: 1 }, rows: { trajectories: 2 } };
    expect(shown()).toMatchObject({ done, problem: null });
  });

  it("is not changed by a file of something else", async () => {
    const bank = new RememberingBank("Tea.");
    const { session, shown, contents } = await opened(bank, bank);
    await session.longTerm.import(new Blob(["no memory"]));
    expect(shown()).toMatchObject({ problem: { code: "import_malformed" }, isBusy: false });
    expect([bank.imported, contents()]).toEqual([[], ["Tea."]]);
  });

  it("is tidied up, and listed anew", async () => {
    const bank = new RememberingBank();
    const { session, shown } = await opened(bank, bank);
    bank.entries.set("m-1", "An insight.");
    await session.longTerm.tidyUp();
    expect(bank.upkeeps).toBe(1);
    expect([shown().done?.what, shown().memories.items.length]).toEqual(["tidied", 1]);
  });

  it("is tidied up when asked for, and what was done as due is not done again", async () => {
    const bank = new RememberingBank();
    const { session, shown } = await opened(bank, bank);
    await session.longTerm.tidyUp();
    expect(bank.demanded).toEqual(["consolidate"]);
    expect(shown().done).toMatchObject({
      upkeep: { reflection: { insights: ["due"] }, consolidation: { done: true } },
    });
  });

  it("that cannot be changed is told of there, and a run goes on", async () => {
    const bank = new RememberingBank("Tea.");
    const { store, session, shown } = await opened(bank, bank);
    store.dispatch({ type: "runRequested", question: "Why?", continued: false });
    await session.longTerm.edit("gone", "Coffee.");
    expect(shown().problem?.code).toBe("memory_not_found");
    expect(store.state).toMatchObject({ phase: "working", problem: null });
  });

  it("is shown as a run left it, unless somebody is at work in it", async () => {
    const bank = new RememberingBank();
    const { store, ask, contents } = await opened(bank, bank);
    bank.entries.set("m-1", "Told by the run.");
    await ask("a");
    expect(contents()).toEqual(["Told by the run."]);
    const editing = { id: "m-1", text: "Half" };
    store.dispatch({ type: "longTerm", action: { happened: "editing", editing } });
    bank.entries.set("m-2", "Told by another.");
    await ask("b");
    expect(contents()).toHaveLength(1);
  });
});

/** BX-06: it is told where it comes from; of no model is said what none did. */
describe.each([
  [en, "from what an agent did", "from a search result"],
  [zh, "来自智能体的操作", "来自搜索结果"],
] as const)("what runs have taught (BX-06)", (words, agents, results) => {
  it.each([
    ["model", agents],
    ["snippet", results],
  ] as const)("says in words that it is from: %s", (trust, told) => {
    const [kind, outcome] = ["advice", "succeeded"] as const;
    const advice = { kind, confidence: 0.5, source_count: 2, trust };
    expect(methodologyFacts(advice, words).at(-1)).toBe(told);
    const run = { summary: "", success: true, total_steps: 2, ended_at: 1, errors: [], trust };
    expect(learnedFacts(run, words).at(-1)).toBe(told);
    expect(caseFacts({ outcome, ended_at: 1, runs: [], trust }, words).at(-1)).toBe(told);
  });
});

/** BX-06: each injection can be removed or switched off. */
describe("what the next questions use of memory (BX-06)", () => {
  it("is all of it, of which nothing is said in the request", () => {
    expect(requested({ isOff: false, without: [] })).toEqual({});
  });

  it("leaves out what the user chose, until it is used again", () => {
    const none = { isOff: false, without: [] };
    const one = leavingOut(leavingOut(none, "a", true), "a", true);
    expect(requested(one)).toEqual({ memory: { without: ["a"] } });
    expect(leavingOut(one, "a", false)).toEqual(none);
  });

  it("outlives runs, and is in what the bank is asked", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionKeeping(new FakeRuns(), bank);
    store.dispatch({ type: "memoryUseChosen", use: { isOff: true, without: ["m-1"] } });
    await ask("a");
    await session.askAgain("And then?");
    const off = { observe: false, recall: false, advise: false, learn: false, without: ["m-1"] };
    expect(bank.asked.map(({ memory }) => memory)).toEqual([off, off]);
  });
});

describe("the state of what is remembered", () => {
  it("forgets what was begun when it is closed, and keeps what is listed", () => {
    const lists = { memories: { items: [entry("a", "Tea.")], next: null } };
    const open = { ...UNOPENED, ...lists, isOpen: true, editing: { id: "a", text: "" } };
    const closed = afterLongTerm(open, { happened: "closed" });
    expect(closed).toEqual({ ...UNOPENED, ...lists });
  });

  it("offers what an imported file says that all plans are told, where it is new (AF-02)", () => {
    const memories = { imported: 1, forgotten: 0, duplicates: 0, renamed: 0, complete: true };
    const importing = (core: CoreMemory | null) =>
      ({ what: "imported", memories: { ...memories, core }, rows: null }) as const;
    const own = { ...NO_CORE, persona: "A librarian", user_info: "Ann" };
    const state = { ...UNOPENED, core: own };
    const file = { ...NO_CORE, user_info: "Bob" };
    const offered = offeredCore({ ...state, done: importing(file) });
    expect(offered).toEqual({ ...own, user_info: "Bob" });
    for (const core of [null, NO_CORE, { ...NO_CORE, user_info: "Ann" }])
      expect(offeredCore({ ...state, done: importing(core) })).toBeNull();
    expect(offeredCore(state)).toBeNull();
  });

  it("keeps what is typed when it cannot be saved", () => {
    const editing = { id: "a", text: "Coffee." };
    const asked = afterLongTerm({ ...UNOPENED, editing }, { happened: "asked" });
    const problem = { code: "memory_exists", message: "" };
    const failed = afterLongTerm(asked, { happened: "failed", problem });
    expect(failed).toMatchObject({ editing, problem });
    expect(afterLongTerm(failed, { happened: "rested" }).isBusy).toBe(false);
    expect(afterLongTerm(failed, { happened: "done", done: { what: "purged" } }).editing).toBe(
      editing,
    );
    const done = { what: "edited", derived: [], outdated: 0, isShortened: false } as const;
    expect(afterLongTerm(failed, { happened: "done", done }).editing).toBeNull();
  });
});
