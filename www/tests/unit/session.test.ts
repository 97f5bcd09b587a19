import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { OpenOptions } from "../../../npm/src/memory-bank.ts";
import type {
  AsideStore,
  Event,
  MemoryBank,
  ResearchRequest,
  RunHead,
  RunStore,
} from "../../src/bank/types.ts";
import { draftProblem, holdsOwnWork, Session } from "../../src/session.ts";
import { MAX_DOCUMENT_BYTES } from "../../src/state/draft.ts";
import { problemOf } from "../../src/state/problem.ts";
import { type Draft, INITIAL_STATE } from "../../src/state/state.ts";
import { Store } from "../../src/state/store.ts";
import { resultWith, treeOf } from "./results.ts";

function problemWith(draft: Partial<Draft>): string | undefined {
  return draftProblem({ ...INITIAL_STATE, draft: { ...INITIAL_STATE.draft, ...draft } })?.code;
}

function file(size: number) {
  return { name: "a.txt", mediaType: "text/plain", size, blob: new Blob() };
}

describe("what was put in", () => {
  it.each([
    ["a blank question", { question: " ", pasted: "text" }, "empty_question"],
    ["no document", { question: "Why?", pasted: " \n" }, "no_document"],
    ["an empty file", { question: "Why?", documents: [file(0)] }, "empty"],
    [
      "files over the limit",
      { question: "Why?", documents: [file(MAX_DOCUMENT_BYTES), file(1)] },
      "too_large",
    ],
    [
      "a text that is over the limit in bytes, not in characters",
      { question: "Why?", pasted: "塔".repeat(MAX_DOCUMENT_BYTES / 2) },
      "too_large",
    ],
    ["a text and a question", { question: "Why?", pasted: "Because." }, undefined],
  ])("%s", (_name, draft, code) => {
    expect(problemWith(draft)).toBe(code);
  });
});

describe("whatever is thrown", () => {
  it("keeps its code", () => {
    const thrown = Object.assign(new Error("busy with another run"), { code: "busy" });
    expect(problemOf(thrown)).toEqual({ code: "busy", message: "busy with another run" });
  });

  it.each([[undefined], ["text"], [{}]])("has something to show for %s", (thrown) => {
    expect(problemOf(thrown)).toEqual({ code: "internal", message: String(thrown) });
  });
});

describe("the sample (BX-01)", () => {
  const sample = { address: "./sample.txt", name: "sample.txt", question: "Why?" };
  const itself = { ...file(9), name: sample.name };

  it.each([
    ["an empty page", {}, false],
    ["the sample as it is", { documents: [itself], question: "Why?" }, false],
    ["another question about the sample", { documents: [itself], question: "How?" }, true],
    ["a file", { documents: [file(9)] }, true],
    ["a second file", { documents: [itself, file(9)], question: "Why?" }, true],
    ["a pasted text", { pasted: "text" }, true],
    ["a question", { question: "How?" }, true],
  ])("asks before it takes the place of %s: %s", (_name, draft, asks) => {
    expect(holdsOwnWork({ ...INITIAL_STATE.draft, ...draft }, [sample])).toBe(asks);
  });
});

const ENGINE = { name: "extractive", description: "extractive, no language model" };

const FORECAST = { requests: 9, tokens: 1000, money: { USD: 0.01 }, unpriced: [] };
const ESTIMATE = { likely: FORECAST, most: FORECAST, basis: "" };

/** A bank that answers, unless a document is called "bad"; it notes what it is asked to forget. */
class FakeBank {
  readonly asked: ResearchRequest[] = [];
  readonly askedWith: unknown[] = [];
  readonly estimated: unknown[] = [];
  readonly forgotten: string[] = [];
  readonly resumed: string[] = [];
  readonly opened: string[] = [];
  closed = false;
  readonly model: Promise<unknown>;
  readonly #id: string;
  #loaded = () => {};

  /** The model is loaded, or not to be had, when the first run waits for it. */
  constructor(id: string, state: "ready" | "unavailable") {
    this.#id = id;
    this.model = new Promise((resolve) => {
      this.#loaded = () => resolve({ state });
    });
  }

  async estimate(request: ResearchRequest, options: unknown) {
    this.estimated.push(options);
    if (request.documents?.some(({ name }) => name === "bad")) throw new Error("bad");
    return ESTIMATE;
  }

  research(request: ResearchRequest, options?: unknown) {
    this.askedWith.push(options);
    const refused = request.documents?.some(({ name }) => name === "bad") ?? false;
    const isFull = request.documents?.some(({ name }) => name === "full") ?? false;
    const { question } = request;
    this.asked.push(request);
    this.#loaded();
    const docId = request.continueFrom ?? `${this.#id}-${this.asked.length}`;
    const stopped = request.documents?.some(({ name }) => name === "stopped") ?? false;
    const termination = stopped ? "aborted" : "answer";
    const result = resultWith({
      termination,
      docId,
      question,
      insightDoc: { doc_id: docId, task_goal: question, completed_tasks: [], pending_tasks: [] },
      interactionTree: treeOf("a", "One.", ["One."]),
    });
    async function* events(): AsyncGenerator<Event> {
      if (refused) throw Object.assign(new Error("bad"), { code: "binary" });
      if (isFull) yield { type: "warning", code: "store_full", message: "full" };
      yield { type: "runStarted", docId, question, engine: ENGINE, embedder: null };
    }
    return { [Symbol.asyncIterator]: events, result: Promise.resolve(result) };
  }

  resume(journal: string) {
    this.resumed.push(journal);
    return this.research({ question: "Why?", continueFrom: "resumed" });
  }

  resumeRun(docId: string) {
    this.resumed.push(docId);
    return this.research({ question: "Why?", continueFrom: docId });
  }

  openRun(docId: string) {
    this.opened.push(docId);
    return this.research({
      question: "Why?",
      continueFrom: docId,
      documents: [{ name: "stopped", text: "One." }],
    });
  }

  async journal(docId: string): Promise<string> {
    if (docId !== "by-model") return `journal of ${docId}`;
    const llm = { provider: { baseUrl: "http://localhost:9/v1" }, model: "m" };
    return JSON.stringify({ settings: { llm } });
  }

  async discard(docId: string): Promise<boolean> {
    return this.forgotten.push(docId) > 0;
  }

  close(): void {
    this.closed = true;
  }
}

/** A session over these banks, opened one after the other. */
function sessionOver(...banks: FakeBank[]) {
  return sessionKeeping(null, ...banks);
}

/** A store of runs that cannot be opened. */
function refused(code: string, retryable = false): never {
  throw Object.assign(new Error("refused"), { code, retryable });
}

/** A store of runs that all stand alike. */
class FakeRuns {
  readonly place = { kept: "opfs", lacks: [], isDurable: true } as const;
  readonly ids: string[];
  /** Runs that were set aside, by what they are called. */
  readonly setAside = new Map<number, string[]>();
  closed = false;

  constructor(...ids: string[]) {
    this.ids = ids;
  }

  async runs(): Promise<RunHead[]> {
    const state = { state: "paused" } as const;
    const facts = {
      question: "Why?",
      format: 1,
      state,
      created: 1,
      updated: 2,
      lines: 3,
      bytes: 4,
    };
    return this.ids.map((id) => ({ id, ...facts }));
  }

  async delete(docId: string): Promise<void> {
    const at = this.ids.indexOf(docId);
    if (at < 0) throw Object.assign(new Error("gone"), { code: "stored_run_not_found" });
    this.ids.splice(at, 1);
  }

  async aside(): Promise<AsideStore[]> {
    const reason = "store_too_new" as const;
    return [...this.setAside.keys()].map((number) => ({ number, reason, bytes: 5 }));
  }

  async asideFiles(number: number): Promise<File[]> {
    return [new File([], `aside-${number}`)];
  }

  async deleteAside(number: number): Promise<boolean> {
    return this.setAside.delete(number);
  }

  async takeBack(number: number): Promise<boolean> {
    this.ids.splice(0, Infinity, ...(this.setAside.get(number) ?? []));
    return this.setAside.delete(number);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

/** Opens a store of runs. */
type OpenRuns = (options: { setAside: boolean }) => Promise<FakeRuns> | FakeRuns;

/** The same, in a browser that keeps runs, or in one that does not. */
function sessionKeeping(runs: FakeRuns | null, ...banks: FakeBank[]) {
  return sessionOpening(() => runs ?? refused("store_unavailable"), runs !== null, ...banks);
}

/** The same, with a store of runs that is opened like this. */
function sessionOpening(openRuns: OpenRuns, hasRuns: boolean, ...banks: FakeBank[]) {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => {});
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const store = new Store();
  store.show([]);
  let opened = 0;
  const openedWith: OpenOptions[] = [];
  const session = new Session(store, {
    open: async (options) => {
      openedWith.push(options);
      return banks[opened++] as unknown as MemoryBank;
    },
    answers: async () => false,
    device: null,
    openRuns: async (options) => (await openRuns(options)) as unknown as RunStore,
    hasRuns: async () => hasRuns,
    runFiles: async () => [new File([], "damaged")],
  });
  const ask = async (name: string) => {
    const document = { ...file(1), name };
    store.dispatch({ type: "draftChanged", draft: { documents: [document], question: "Why?" } });
    await session.ask("Pasted text");
  };
  return { store, session, ask, openedWith };
}

/** MB-24: memory is kept until another takes its place. */
describe("a question about new documents (MB-24)", () => {
  it("gives the memory before up once its run has started", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, ask } = sessionOver(bank);
    await ask("a");
    await ask("b");
    expect(bank.forgotten).toEqual(["run-1"]);
    expect(store.state.keptRun).toBe("run-2");
  });

  it("keeps the memory before when the documents are refused", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionOver(bank);
    await ask("a");
    await ask("bad");
    expect(bank.forgotten).toEqual([]);
    expect(store.state).toMatchObject({ keptRun: "run-1", problem: { code: "binary" } });
    await session.askAgain("And?");
    expect(bank.asked.at(-1)).toMatchObject({ continueFrom: "run-1" });
  });
});

/** MB-05: the model is computed with as soon as it can be had. */
describe("a model that could not be had (MB-05)", () => {
  it("is tried again with the next documents, in a bank that takes the place of the first", async () => {
    const [without, withModel] = [new FakeBank("a", "unavailable"), new FakeBank("b", "ready")];
    const { store, ask } = sessionOver(without, withModel);
    await ask("a");
    await ask("b");
    expect([without.closed, withModel.asked.length]).toEqual([true, 1]);
    await ask("c");
    expect([withModel.asked.length, withModel.forgotten]).toEqual([2, ["b-1"]]);
    expect(store.state.model.state).toBe("ready");
  });

  it("does not cost the memory before when the documents are refused", async () => {
    const [without, withModel] = [new FakeBank("a", "unavailable"), new FakeBank("b", "ready")];
    const { session, ask } = sessionOver(without, withModel);
    await ask("a");
    await ask("bad");
    expect([without.closed, withModel.closed]).toEqual([false, true]);
    await session.askAgain("And?");
    expect(without.asked.at(-1)).toMatchObject({ continueFrom: "a-1" });
  });
});

const OLLAMA = { provider: "ollama", model: "m", key: "k" } as const;

/** MB-25: the next question is asked of whom the user has chosen. */
describe("a language model that is chosen (MB-25)", () => {
  it("answers the next question in a bank of its own; the memory before stays until then", async () => {
    const [without, withOne] = [new FakeBank("a", "ready"), new FakeBank("b", "ready")];
    const { store, session, ask, openedWith } = sessionOver(without, withOne);
    await ask("a");
    session.choose({ ...session.choice, ...OLLAMA });
    expect(store.state.languageModel).toEqual({ name: "m", place: "Ollama", search: false });
    await session.askAgain("And?");
    expect([without.asked.length, without.closed]).toEqual([2, false]);
    await ask("b");
    expect([withOne.asked.length, without.closed]).toEqual([1, true]);
    expect(openedWith[1]?.llm).toEqual({ provider: "ollama", model: "m", apiKey: "k" });
    expect(JSON.stringify(store.state)).not.toContain('"k"');
  });

  it("is not opened while it is being put in", async () => {
    const { session, ask, openedWith } = sessionOver(
      new FakeBank("a", "ready"),
      new FakeBank("b", "ready"),
    );
    session.choose({ ...session.choice, ...OLLAMA, model: "" });
    const early = session.prepare();
    session.choose({ ...session.choice, ...OLLAMA });
    await ask("a");
    await early;
    expect(openedWith.map(({ llm }) => llm?.model)).toEqual([undefined, "m"]);
  });

  it("is asked for what it lacks first", async () => {
    const { store, session, ask } = sessionOver(new FakeBank("a", "ready"));
    session.choose({ ...session.choice, ...OLLAMA, model: "" });
    await ask("a");
    expect(store.state.problem?.code).toBe("no_model_name");
  });

  it("needs no document where it may search", () => {
    const languageModel = { name: "m", place: "Ollama", search: true };
    const draft = { ...INITIAL_STATE.draft, question: "Why?" };
    expect(draftProblem({ ...INITIAL_STATE, draft, languageModel })).toBeNull();
    const alone = { ...languageModel, search: false };
    expect(draftProblem({ ...INITIAL_STATE, draft, languageModel: alone })?.code).toBe(
      "no_document",
    );
  });
});

/** BX-03: what it may cost is told before, and limited. */
describe("a question that costs something (BX-03)", () => {
  const limited = { ...OLLAMA, budget: "0.1 USD, 50000 tokens" } as const;
  const budget = { money: 0.1, currency: "USD", tokens: 50_000 };

  it("is estimated and limited, and so is the next one of the same memory", async () => {
    const bank = new FakeBank("a", "ready");
    const { store, session, ask } = sessionOver(bank);
    session.choose({ ...session.choice, ...limited });
    await ask("a");
    expect(store.state.estimate).toEqual(ESTIMATE);
    session.choose({ ...session.choice, budget: "" });
    await session.askAgain("And?");
    expect(bank.estimated).toEqual([{ budget }, {}]);
    expect(bank.askedWith).toMatchObject([{ budget }, {}]);
    expect(bank.askedWith[1]).not.toHaveProperty("budget");
  });

  it("is answered, or refused, where no estimate can be had", async () => {
    const bank = new FakeBank("a", "ready");
    const { store, session, ask } = sessionOver(bank);
    session.choose({ ...session.choice, ...OLLAMA });
    await ask("bad");
    expect(store.state).toMatchObject({ estimate: null, problem: { code: "binary" } });
  });

  it("is not asked with limits that cannot be read", async () => {
    const bank = new FakeBank("a", "ready");
    const { store, session, ask } = sessionOver(bank);
    session.choose({ ...session.choice, ...OLLAMA });
    await ask("a");
    session.choose({ ...session.choice, budget: "much" });
    await session.askAgain("And?");
    expect(store.state.problem).toEqual({ code: "budget_form", message: "much" });
    expect(bank.asked).toHaveLength(1);
  });

  it("is told from one that costs nothing", async () => {
    const bank = new FakeBank("a", "ready");
    const { store, session, ask } = sessionOver(bank);
    session.choose({ ...session.choice, budget: "1 USD" });
    await ask("a");
    expect([bank.estimated, store.state.estimate]).toEqual([[], null]);
    expect(bank.askedWith[0]).not.toHaveProperty("budget");
  });
});

/** BX-09: the answer's language is the report's. */
describe("a language for answers (BX-09)", () => {
  it("is a setting of the bank, and leaves labels and prompts to the question", async () => {
    const bank = new FakeBank("a", "ready");
    const { session, ask, openedWith } = sessionOver(bank);
    session.choose({ ...session.choice, ...OLLAMA, answerLanguage: "zh" });
    await ask("a");
    expect(openedWith[0]?.settings).toEqual({ reportLanguage: "zh" });
    expect(bank.asked[0]).not.toHaveProperty("language");
  });
});

/** BX-02: a run that ended early goes on from its journal. */
describe("a run that was stopped (BX-02)", () => {
  it("goes on from its journal, once", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionOver(bank);
    await ask("stopped");
    expect(store.state.canGoOn).toBe(true);
    await session.goOn();
    expect(bank.resumed).toEqual(["journal of run-1"]);
    expect(store.state).toMatchObject({ canGoOn: false, keptRun: "resumed", notice: null });
    await session.goOn();
    expect(bank.resumed).toHaveLength(1);
  });

  it("goes on with the key that is set by then", async () => {
    const [first, second] = [new FakeBank("a", "ready"), new FakeBank("b", "ready")];
    const { session, ask, openedWith } = sessionOver(first, second);
    session.choose({ ...session.choice, ...OLLAMA, key: "wrong" });
    await ask("stopped");
    session.choose({ ...session.choice, key: "right" });
    await session.goOn();
    expect([first.closed, second.resumed]).toEqual([true, ["journal of a-1"]]);
    expect(openedWith[1]?.llm).toMatchObject({ apiKey: "right" });
  });

  it("does not where it came to its end", async () => {
    const { store, ask } = sessionOver(new FakeBank("run", "ready"));
    await ask("a");
    expect(store.state.canGoOn).toBe(false);
  });
});

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
    session.choose({ ...session.choice, ...OLLAMA, key: "right" });
    await session.askAgain("And then?");
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
    await ask("a");
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

  it.each(["store_corrupt", "store_too_new"])("as %s is told and given out", async (code) => {
    const { store, session, opened, ask } = sessionRefused(code);
    await session.runs.showKept();
    await ask("a");
    expect(store.state.stored).toMatchObject({ runs: [], problem: { code } });
    expect((await session.runs.files()).map(({ name }) => name)).toEqual(["damaged"]);
    expect(opened).toEqual([false]);
  });

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
