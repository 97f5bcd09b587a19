import { describe, expect, it, vi } from "vitest";
import type { LongTermMemory } from "../../src/bank/long-term.ts";
import type { CoreMemory } from "../../src/bank/types.ts";
import {
  afterLongTerm,
  type Done,
  isToldBeside,
  leavingOut,
  NO_CORE,
  offeredCore,
  requested,
  UNOPENED,
} from "../../src/state/long-term.ts";
import { en } from "../../src/text/en.ts";
import { zh } from "../../src/text/zh.ts";
import { learnedFacts } from "../../src/views/learned-runs.ts";
import { doneText, endsSearch } from "../../src/views/long-term-tools.ts";
import { methodologyFacts } from "../../src/views/methodologies.ts";
import { caseFacts } from "../../src/views/relations.ts";
import { entry, idOf, RememberingBank } from "./remembering.ts";
import { askAgain, FakeBank, FakeRuns, sessionKeeping, sessionOpening } from "./sessions.ts";

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
      id: idOf(1),
      derived: ["made-of-it"],
      outdated: 0,
      isShortened: false,
    });
    await session.longTerm.search(" ");
    expect(shown().search).toBeNull();
  });

  it("comes to mind where it bears on the search, and not as the nearest of what is far", async () => {
    const bank = new RememberingBank("Green tea.", "Coffee.");
    const { session, shown } = await opened(new RememberingBank(), bank);
    await session.longTerm.search("zzzzqqq");
    expect(shown().search?.found).toEqual([]);
  });

  it("cannot say what another memory says: that is told where it was typed", async () => {
    const bank = new RememberingBank("Tea.", "Coffee.");
    const { store, session, shown, contents } = await opened(bank, bank);
    const editing = { id: idOf(0), text: "Coffee.", begun: "Tea." };
    store.dispatch({ type: "longTerm", action: { happened: "editing", editing } });
    await session.longTerm.edit(idOf(0), "Coffee.");
    expect(shown()).toMatchObject({ editing, problem: { code: "memory_exists", edit: idOf(0) } });
    expect([isToldBeside(shown()), contents()]).toEqual([true, ["Tea.", "Coffee."]]);
  });

  it("is not overwritten unseen where another tab has corrected it meanwhile", async () => {
    const bank = new RememberingBank("My desk faces the harbour.");
    const { store, session, shown, contents } = await opened(...Array(6).fill(bank));
    const begun = "My desk faces the harbour.";
    const editing = { id: idOf(0), text: "My desk faces the garden.", begun };
    store.dispatch({ type: "longTerm", action: { happened: "editing", editing } });
    bank.entries.set(idOf(0), "My desk faces the wall.");
    // Whatever refreshes the lists meanwhile shows it to nobody who has the form before them.
    await session.longTerm.search("wall");
    await session.longTerm.search("harbour");
    await session.longTerm.edit(idOf(0), editing.text);
    const problem = { code: "changed_elsewhere", edit: idOf(0), message: expect.any(String) };
    const told = { ...editing, begun: "My desk faces the wall." };
    expect(shown()).toMatchObject({ editing: told, problem });
    // The form is not in what was found, so that it is told above.
    expect(isToldBeside(shown())).toBe(false);
    await session.longTerm.search("");
    expect(isToldBeside({ ...shown(), problem })).toBe(true);
    expect(contents()).toEqual(["My desk faces the wall."]);
    await session.longTerm.edit(idOf(0), editing.text);
    expect([contents(), shown().problem]).toEqual([["My desk faces the garden."], null]);
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

  it("is to last once the user wrote any of it, for which the browser is asked once", async () => {
    const writes: ((memory: LongTermMemory) => Promise<void>)[] = [
      (memory) => memory.setCore({ ...NO_CORE, persona: "A librarian" }),
      (memory) => memory.import(new Blob(["amb-hierarchical-memory"])),
      (memory) => memory.edit(idOf(0), "Coffee."),
    ];
    for (const write of writes) {
      const bank = new RememberingBank("Tea.");
      const { session, lastingAsked } = await opened(...Array(5).fill(bank));
      await session.longTerm.search("tea");
      await session.longTerm.import(new Blob(["no memory"]));
      expect(lastingAsked).toEqual([]);
      await write(session.longTerm);
      await write(session.longTerm);
      expect(lastingAsked).toEqual([true]);
    }
  });

  it("is written whether or not the browser answers if it lasts", async () => {
    const bank = new RememberingBank();
    const made = await opened(bank, bank);
    made.answerLasting(new Promise(() => {}));
    await made.session.longTerm.import(new Blob(["amb-hierarchical-memory"]));
    expect(made.shown()).toMatchObject({ isBusy: false, done: { what: "imported" } });
  });

  it("is told to last beside the runs, where these are shown", async () => {
    const bank = new RememberingBank();
    const { store, session } = await opened(bank, bank);
    await session.runs.showKept();
    expect(store.state.stored?.isLasting).toBe(false);
    await session.longTerm.import(new Blob(["amb-hierarchical-memory"]));
    await vi.waitFor(() => expect(store.state.stored?.isLasting).toBe(true));
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
    const editing = { id: "m-1", text: "Half", begun: "" };
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
    await askAgain(session, store, "And then?");
    const off = { observe: false, recall: false, advise: false, learn: false, without: ["m-1"] };
    expect(bank.asked.map(({ memory }) => memory)).toEqual([off, off]);
  });
});

describe("the state of what is remembered", () => {
  it("forgets what was begun when it is closed, and keeps what is listed", () => {
    const lists = { memories: { items: [entry("a", "Tea.")], next: null } };
    const open = { ...UNOPENED, ...lists, isOpen: true, editing: { id: "a", text: "", begun: "" } };
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
    const editing = { id: "a", text: "Coffee.", begun: "" };
    const asked = afterLongTerm({ ...UNOPENED, editing }, { happened: "asked" });
    const problem = { code: "memory_exists", message: "" };
    const failed = afterLongTerm(asked, { happened: "failed", problem });
    expect(failed).toMatchObject({ editing, problem });
    expect(afterLongTerm(failed, { happened: "rested" }).isBusy).toBe(false);
    expect(afterLongTerm(failed, { happened: "done", done: { what: "purged" } }).editing).toBe(
      editing,
    );
    const done = { what: "edited", id: "a", derived: [], outdated: 0, isShortened: false } as const;
    expect(afterLongTerm(failed, { happened: "done", done }).editing).toBeNull();
  });

  it("tells beside a correction why it cannot be saved, until that is given up", () => {
    const editing = { id: "a", text: "Coffee.", begun: "" };
    const problem = { code: "memory_exists", message: "", edit: "a" };
    const memories = { items: [entry("a", "Tea.")], next: null };
    const begun = { ...UNOPENED, memories, editing };
    const failed = afterLongTerm(begun, { happened: "failed", problem });
    expect(isToldBeside(failed)).toBe(true);
    // In a search that does not find it, its row is not shown.
    const search = { text: "x", found: [], isByWordsAlone: false };
    expect(isToldBeside({ ...failed, search })).toBe(false);
    const typed = afterLongTerm(failed, {
      happened: "editing",
      editing: { id: "a", text: "C", begun: "" },
    });
    expect([typed.problem, isToldBeside(typed)]).toEqual([problem, true]);
    for (const other of [null, { id: "b", text: "", begun: "" }])
      expect(afterLongTerm(typed, { happened: "editing", editing: other }).problem).toBeNull();
    // What fails after it was given up is told above.
    const late = afterLongTerm(UNOPENED, { happened: "failed", problem });
    expect([late.problem, isToldBeside(late)]).toEqual([problem, false]);
    expect(isToldBeside({ ...begun, problem: { code: "store_full", message: "" } })).toBe(false);
  });

  it("keeps what is typed in one row while another is corrected or forgotten", () => {
    const editing = { id: "a", text: "Half", begun: "" };
    const after = (done: Done) =>
      afterLongTerm({ ...UNOPENED, editing }, { happened: "done", done }).editing;
    const edited = { what: "edited", derived: [], outdated: 0, isShortened: false } as const;
    const forgotten = { what: "forgotten", derived: [] } as const;
    expect(after({ ...edited, id: "b" })).toBe(editing);
    expect(after({ ...forgotten, ids: ["b"] })).toBe(editing);
    expect(after({ ...edited, id: "a" })).toBeNull();
    expect(after({ ...forgotten, ids: ["b", "a"] })).toBeNull();
  });

  it("empties the search's field with the search, and when it is closed", () => {
    const search = { text: "tea", found: [], isByWordsAlone: false };
    const open = { ...UNOPENED, isOpen: true };
    const found = afterLongTerm(open, { happened: "found", search });
    const closed = afterLongTerm(found, { happened: "closed" });
    // Closed and opened between two drawings, too.
    for (const after of [closed, { ...closed, isOpen: true }, { ...found, search: null }])
      expect(endsSearch(found, after)).toBe(true);
    expect(endsSearch(open, closed)).toBe(true);
    expect([endsSearch(open, found), endsSearch(closed, open)]).toEqual([false, false]);
    const late = afterLongTerm(closed, { happened: "found", search });
    expect(late.search).toBeNull();
  });
});
