import { describe, expect, it } from "vitest";
import { draftProblem, holdsOwnWork, MAX_DOCUMENT_BYTES } from "../../src/state/draft.ts";
import { problemOf } from "../../src/state/problem.ts";
import { type Draft, INITIAL_STATE } from "../../src/state/state.ts";
import {
  askAgain,
  ESTIMATE,
  FakeBank,
  FakeRuns,
  file,
  OLLAMA,
  sessionKeeping,
  sessionOver,
} from "./sessions.ts";

function problemWith(draft: Partial<Draft>): string | undefined {
  return draftProblem({ ...INITIAL_STATE, draft: { ...INITIAL_STATE.draft, ...draft } })?.code;
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

  it("an image without a model that sees (MB-16)", () => {
    const documents = [{ ...file(1), name: "a.png", mediaType: "image/png" }];
    const draft = { ...INITIAL_STATE.draft, question: "What is it?", documents };
    expect(draftProblem({ ...INITIAL_STATE, draft })).toEqual({
      code: "image_unseen",
      message: "a.png",
    });
    const languageModel = { name: "m", place: "p", search: false, isThroughSite: false };
    expect(draftProblem({ ...INITIAL_STATE, draft, languageModel })).toBeNull();
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
    await askAgain(session, store, "And?");
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
    const { store, session, ask } = sessionOver(without, withModel);
    await ask("a");
    await ask("bad");
    expect([without.closed, withModel.closed]).toEqual([false, true]);
    await askAgain(session, store, "And?");
    expect(without.asked.at(-1)).toMatchObject({ continueFrom: "a-1" });
  });
});

/** MB-25: the next question is asked of whom the user has chosen. */
describe("a language model that is chosen (MB-25)", () => {
  it("answers the next question in a bank of its own; the memory before stays until then", async () => {
    const [without, withOne] = [new FakeBank("a", "ready"), new FakeBank("b", "ready")];
    const { store, session, ask, openedWith } = sessionOver(without, withOne);
    await ask("a");
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA });
    expect(store.state.languageModel).toMatchObject({ name: "m", place: "Ollama", search: false });
    await askAgain(session, store, "And?");
    expect([without.asked.length, without.closed]).toEqual([2, false]);
    await ask("b");
    expect([withOne.asked.length, without.closed]).toEqual([1, true]);
    expect(openedWith[1]?.llm).toMatchObject({ provider: "ollama", model: "m", apiKey: "k" });
    expect(JSON.stringify(store.state)).not.toContain('"k"');
  });

  it("is not opened while it is being put in", async () => {
    const { session, ask, openedWith } = sessionOver(
      new FakeBank("a", "ready"),
      new FakeBank("b", "ready"),
    );
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA, model: "" });
    const early = session.prepare();
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA });
    await ask("a");
    await early;
    expect(openedWith.map(({ llm }) => llm?.model)).toEqual([undefined, "m"]);
  });

  it("is asked for what it lacks first", async () => {
    const { store, session, ask } = sessionOver(new FakeBank("a", "ready"));
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA, model: "" });
    await ask("a");
    expect(store.state.problem?.code).toBe("no_model_name");
  });

  it("needs no document where it may search", () => {
    const languageModel = { name: "m", place: "Ollama", search: true, isThroughSite: false };
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
    session.chosen.choose({ ...session.chosen.choice, ...limited });
    await ask("a");
    expect(store.state.estimate).toEqual(ESTIMATE);
    session.chosen.choose({ ...session.chosen.choice, budget: "" });
    await askAgain(session, store, "And?");
    expect(bank.estimated).toEqual([{ budget }, {}]);
    expect(bank.askedWith).toMatchObject([{ budget }, {}]);
    expect(bank.askedWith[1]).not.toHaveProperty("budget");
  });

  it("is answered, or refused, where no estimate can be had", async () => {
    const bank = new FakeBank("a", "ready");
    const { store, session, ask } = sessionOver(bank);
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA });
    await ask("bad");
    expect(store.state).toMatchObject({ estimate: null, problem: { code: "binary" } });
  });

  it("is not asked with limits that cannot be read", async () => {
    const bank = new FakeBank("a", "ready");
    const { store, session, ask } = sessionOver(bank);
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA });
    await ask("a");
    session.chosen.choose({ ...session.chosen.choice, budget: "much" });
    await askAgain(session, store, "And?");
    expect(store.state.problem).toEqual({ code: "budget_form", message: "much" });
    expect(bank.asked).toHaveLength(1);
  });

  it("is told from one that costs nothing", async () => {
    const bank = new FakeBank("a", "ready");
    const { store, session, ask } = sessionOver(bank);
    session.chosen.choose({ ...session.chosen.choice, budget: "1 USD" });
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
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA, answerLanguage: "zh" });
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
    session.chosen.choose({ ...session.chosen.choice, ...OLLAMA, key: "wrong" });
    await ask("stopped");
    session.chosen.choose({ ...session.chosen.choice, key: "right" });
    await session.goOn();
    expect([first.closed, second.resumed]).toEqual([true, ["journal of a-1"]]);
    expect(openedWith[1]?.llm).toMatchObject({ apiKey: "right" });
  });

  it("keeps what was put in for a further question, which no other memory gets", async () => {
    const { store, session, ask } = sessionOver(new FakeBank("run", "ready"));
    await ask("stopped");
    const documents = [{ ...file(1), name: "more" }];
    store.dispatch({ type: "furtherAdded", documents });
    await session.answerNow();
    expect(store.state.further.documents).toHaveLength(1);
    await ask("a");
    expect(store.state.further.documents).toEqual([]);
  });

  it("answers with what is known, without a step", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionOver(bank);
    await ask("stopped");
    await session.answerNow();
    expect(bank.asked[1]).toMatchObject({
      question: "Why?",
      continueFrom: "run-1",
      maxIterations: 0,
      keep: true,
    });
    expect(store.state).toMatchObject({ canGoOn: false, keptRun: "run-1" });
  });

  it("is given up, and deleted where it is kept", async () => {
    const [bank, runs] = [new FakeBank("run", "ready"), new FakeRuns("run-1", "old")];
    const { store, session, ask } = sessionKeeping(runs, bank);
    await ask("stopped");
    await session.discard();
    expect(store.state).toMatchObject({ tasks: null, keptRun: null, canGoOn: false });
    expect(store.state.draft.question).toBe("Why?");
    expect([bank.forgotten, runs.ids]).toEqual([["run-1"], ["old"]]);
  });

  it("asks for the key of its model before anything else", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionOver(bank);
    session.chosen.choose({ ...session.chosen.choice, provider: "openai", model: "m", key: "k" });
    await ask("stopped");
    session.chosen.choose({ ...session.chosen.choice, key: "" });
    for (const act of [() => session.answerNow(), () => ask("a")]) {
      await act();
      expect(store.state.problem?.code).toBe("no_key");
    }
    expect([bank.resumed, bank.asked.length]).toEqual([[], 1]);
  });

  it("has its services filled in where they lack a key, which is asked for", async () => {
    const bank = new FakeBank("hosted", "ready");
    const { store, session, ask } = sessionOver(bank);
    await ask("stopped");
    await session.goOn();
    expect([store.state.problem?.code, bank.resumed]).toEqual(["no_key", []]);
    expect(session.chosen.choice).toMatchObject({ provider: "openai", model: "m", key: "" });
  });

  it("does not where it came to its end", async () => {
    const { store, ask } = sessionOver(new FakeBank("run", "ready"));
    await ask("a");
    expect(store.state.canGoOn).toBe(false);
  });
});
