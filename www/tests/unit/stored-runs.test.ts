import { describe, expect, it, vi } from "vitest";
import type { RunHead } from "../../src/bank/types.ts";
import { withWords } from "../../src/views/list-search.ts";
import {
  askAgain,
  FakeBank,
  FakeRuns,
  OLLAMA,
  type OpenRuns,
  refused,
  sessionKeeping,
  sessionOpening,
  sessionOver,
} from "./sessions.ts";

/** BX-02: what a browser keeps outlives the page. */
describe("runs that the browser keeps (BX-02)", () => {
  it("are listed when the page opens, and after each run", async () => {
    const runs = new FakeRuns("old");
    const { store, session, ask } = sessionKeeping(runs, new FakeBank("run", "ready"));
    await session.runs.showKept();
    const listed = () => store.state.stored?.runs.map(({ id }) => id);
    expect(listed()).toEqual(["old"]);
    runs.ids.unshift("run-1");
    await ask("a");
    expect(listed()).toEqual(["run-1", "old"]);
  });

  it("are to last from the first that is kept here: the browser is asked once, and not before", async () => {
    const runs = new FakeRuns("old");
    const { store, session, ask, lastingAsked } = sessionKeeping(runs, new FakeBank("a", "ready"));
    await session.runs.showKept();
    expect(store.state.stored?.isLasting).toBe(false);
    await ask("a");
    await ask("b");
    expect(lastingAsked).toEqual([false, true, false, false, false]);
    expect(store.state.stored?.isLasting).toBe(true);
  });

  it("are not asked to last where none is kept", async () => {
    const { ask, lastingAsked } = sessionKeeping(new FakeRuns(), new FakeBank("a", "ready"));
    await ask("a");
    expect(lastingAsked).toEqual([false, false]);
  });

  it("are shown as another tab left them, once this one is looked at again", async () => {
    const runs = new FakeRuns("old");
    const { store, session } = sessionKeeping(runs);
    await session.runs.refreshShown();
    expect(store.state.stored).toBeNull();
    await session.runs.showKept();
    runs.ids.unshift("at-work-there");
    await session.runs.refreshShown();
    expect(store.state.stored).toMatchObject({
      runs: [{ id: "at-work-there" }, { id: "old" }],
      atWork: ["at-work-there"],
    });
  });

  it("are read back in place of the memory before, and gone on with in the store", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask, openedWith } = sessionKeeping(new FakeRuns("old"), bank);
    await ask("a");
    expect(openedWith[0]).toHaveProperty("store");
    await session.openRun("old");
    expect([bank.opened, bank.forgotten]).toEqual([["old"], ["run-1"]]);
    expect(store.state).toMatchObject({ keptRun: "old", notice: "opened", canGoOn: true });
    await session.goOn();
    expect(bank.resumed).toEqual(["old"]);
  });

  it("say which language model a further question goes to, where one made them", async () => {
    const [first, second] = [new FakeBank("a", "ready"), new FakeBank("b", "ready")];
    const { store, session } = sessionKeeping(new FakeRuns("by-model"), first, second);
    await session.openRun("by-model");
    expect([first.closed, second.opened]).toEqual([true, ["by-model"]]);
    const memoryModel = { name: "m", place: "localhost:9", search: false };
    expect(store.state).toMatchObject({ languageModel: null, memoryModel });
  });

  it("are asked on with the language model and the key that are set by then", async () => {
    const [first, second] = [new FakeBank("a", "ready"), new FakeBank("b", "ready")];
    const { store, session, openedWith } = sessionKeeping(new FakeRuns("old"), first, second);
    await session.openRun("old");
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA, key: "right" });
    await askAgain(session, store, "And then?");
    expect([first.closed, first.asked.length, second.opened]).toEqual([true, 1, ["old"]]);
    expect(second.asked.at(-1)).toMatchObject({ question: "And then?", continueFrom: "old" });
    expect(openedWith[1]?.llm).toMatchObject({ apiKey: "right" });
    expect(store.state.memoryModel).toMatchObject({ name: OLLAMA.model });
  });

  it("that cannot be kept are told with the run", async () => {
    const { store, ask } = sessionKeeping(new FakeRuns(), new FakeBank("run", "ready"));
    await ask("full");
    expect(store.state.warnings).toEqual([{ code: "store_full", message: "full" }]);
  });

  it("are deleted; what cannot be is told", async () => {
    const { store, session } = sessionKeeping(new FakeRuns("old"));
    await session.runs.delete("old");
    expect(store.state).toMatchObject({ stored: { runs: [] }, problem: null });
    await session.runs.delete("old");
    expect(store.state.problem?.code).toBe("stored_run_not_found");
  });

  it("stay in the tab where the browser keeps nothing, which is told", async () => {
    const { store, ask, openedWith } = sessionOver(new FakeBank("run", "ready"));
    await ask("a");
    await expect(openedWith[0]?.store).rejects.toMatchObject({ code: "store_unavailable" });
    await ask("b");
    expect(openedWith).toHaveLength(1);
    expect(store.state).toMatchObject({
      keptRun: "run-2",
      stored: { problem: { code: "store_unavailable" } },
    });
  });
});

/** BX-02: a store that takes its time, or that is another tab's, does not hold the page up. */
describe("a store of runs that is not there yet (BX-02)", () => {
  it("is looked for, while the bank is open and asked", async () => {
    let arrive = (_: FakeRuns) => {};
    const coming = new Promise<FakeRuns>((resolve) => {
      arrive = resolve;
    });
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionOpening(() => coming, true, bank);
    const shown = session.runs.showKept();
    const asked = ask("a");
    await vi.waitFor(() => expect(store.state.keptRun).toBe("run-1"));
    expect(store.state.stored).toMatchObject({ isSought: true, runs: [], problem: null });
    arrive(new FakeRuns("run-1"));
    await Promise.all([shown, asked]);
    expect(store.state.stored).toMatchObject({ isSought: false, runs: [{ id: "run-1" }] });
  });

  /** A session in whose browser another tab has the store, until it is let go of. */
  function sessionBeside(...ids: string[]) {
    const banks = ids.map((id) => new FakeBank(id, "ready"));
    const tab = { isOpen: true };
    const open = () => (tab.isOpen ? refused("store_busy", true) : new FakeRuns("kept"));
    return { ...sessionOpening(open, true, ...banks), banks, tab };
  }

  it("is tried again with each question, which a bank with the store answers", async () => {
    const { store, session, ask, banks, tab } = sessionBeside("a", "b");
    await session.runs.showKept();
    expect(store.state.stored?.problem?.code).toBe("store_busy");
    await ask("a");
    tab.isOpen = false;
    await ask("b");
    await ask("c");
    expect(banks.map(({ asked, closed }) => [asked.length, closed])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(store.state.stored?.problem).toBeNull();
  });

  it("that came after the bank is read by another bank", async () => {
    const { store, session, ask, banks, tab } = sessionBeside("a", "refused", "journal", "b");
    await ask("a");
    tab.isOpen = false;
    await ask("bad");
    expect(store.state.stored?.runs.map(({ id }) => id)).toEqual(["kept"]);
    await session.openRun("kept");
    expect(banks.map(({ closed }) => closed)).toEqual([true, true, true, false]);
    expect([banks[3]?.opened, store.state.keptRun]).toEqual([["kept"], "kept"]);
  });
});

/** BX-02: what cannot be read is not lost, and does not stand in the way of what comes. */
describe("a store of runs that cannot be read (BX-02)", () => {
  function sessionRefused(code: string) {
    const opened: boolean[] = [];
    const fresh = new FakeRuns();
    const banks = [new FakeBank("a", "ready"), new FakeBank("b", "ready")];
    const open: OpenRuns = ({ setAside }) => {
      opened.push(setAside);
      if (!setAside) refused(code);
      fresh.setAside.set(0, ["old"]);
      return fresh;
    };
    return { ...sessionOpening(open, true, ...banks), opened, fresh, banks };
  }

  it.each(["store_corrupt", "store_too_new", "passphrase_needed"])(
    "as %s is told and given out",
    async (code) => {
      const { store, session, opened, ask } = sessionRefused(code);
      await session.runs.showKept();
      await ask("a");
      expect(store.state.stored).toMatchObject({ runs: [], problem: { code } });
      expect((await session.runs.files()).map(({ name }) => name)).toEqual(["damaged"]);
      expect(opened).toEqual([false]);
    },
  );

  it("is set aside for a new one, in which the next run is kept", async () => {
    const { store, session, opened, banks, ask, openedWith } = sessionRefused("store_corrupt");
    await ask("a");
    await session.runs.startAnew();
    expect(opened).toEqual([false, true]);
    expect(store.state.stored).toMatchObject({ problem: null, aside: [{ number: 0 }] });
    await ask("b");
    expect(banks.map(({ asked, closed }) => [asked.length, closed])).toEqual([
      [1, true],
      [1, false],
    ]);
    await expect(openedWith[1]?.store).resolves.toBeInstanceOf(FakeRuns);
  });

  it("is let go of where it was damaged while it was open", async () => {
    const damaged = new FakeRuns();
    damaged.runs = () => refused("store_corrupt");
    const { store, session } = sessionOpening(
      ({ setAside }) => (setAside ? new FakeRuns("new") : damaged),
      true,
    );
    await session.runs.showKept();
    expect(store.state.stored?.problem?.code).toBe("store_corrupt");
    await session.runs.startAnew();
    expect(damaged.closed).toBe(true);
    expect(store.state.stored).toMatchObject({ problem: null, runs: [{ id: "new" }] });
  });

  it("is saved, taken back or deleted once it is set aside", async () => {
    const { store, session, fresh } = sessionRefused("store_too_new");
    await session.runs.startAnew();
    expect((await session.runs.files(0)).map(({ name }) => name)).toEqual(["aside-0"]);
    fresh.setAside.set(1, []);
    await session.runs.deleteAside(1);
    expect(store.state.stored?.aside.map(({ number }) => number)).toEqual([0]);
  });
});

/** BX-08: of many runs one is found again. */
describe("the search of earlier runs (BX-08)", () => {
  const runs = ["How tall is the tower?", "塔高多少米？", "When was the TOWER built?"].map(
    (question, at) => ({ id: String(at), question }) as RunHead,
  );
  const questionOf = ({ question }: (typeof runs)[number]) => question;
  const found = (query: string) => withWords(query, runs, questionOf).map(({ id }) => id);

  it("takes all words, whatever their case and width", () => {
    expect(found("tower BUILT")).toEqual(["2"]);
    expect(found("ｔｏｗｅｒ")).toEqual(["0", "2"]);
    expect(found("多少")).toEqual(["1"]);
    expect(found("tower moons")).toEqual([]);
  });

  it("takes none for no search", () => {
    expect(withWords(" ", runs, questionOf)).toBe(runs);
  });
});
