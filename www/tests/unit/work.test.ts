import { describe, expect, it } from "vitest";
import type { Answer, Cost, Event, Ledger } from "../../src/bank/types.ts";
import { INITIAL_STATE, type MemoryNode, type State } from "../../src/state/state.ts";
import {
  afterEvent,
  givenOf,
  loopsOf,
  NOTHING_ASKED,
  settled,
  toolsOf,
  total,
  type Work,
} from "../../src/state/work.ts";
import { en } from "../../src/text/en.ts";
import { zh } from "../../src/text/zh.ts";
import { whyFound } from "../../src/views/memories.ts";
import { originOf } from "../../src/views/memory-given.ts";
import { factsText, standingOf } from "../../src/views/progress.ts";
import { inWords } from "../../src/views/tasks.ts";

function call(
  agent: "planning" | "react",
  inputTokens: number,
  estimated = false,
  cost: Cost | null = null,
): Event {
  const tokens = { inputTokens, cachedTokens: 1, outputTokens: 5, estimated, cost };
  return { type: "agentCall", agent, model: "m", ...tokens };
}

function tool(outcome: string): Event {
  return { type: "toolCall", tool: "search", arguments: "{}", succeeded: true, outcome };
}

const DONE: Event = {
  type: "taskCompleted",
  taskType: "NORMAL",
  task: "Find it",
  succeeded: true,
  context: "",
};

function after(events: readonly Event[], work: Work = NOTHING_ASKED): Work {
  return events.reduce(afterEvent, work);
}

const SPENT = { requests: 3, tokens: 70, money: { USD: 0.3 }, unpriced: 1, milliseconds: null };

/** BX-03: what it costs is told as it is spent. */
describe("the costs of a language model (BX-03)", () => {
  const dollars = (amount: number) => ({ amount, currency: "USD" });

  it("are counted for each agent by currency, and calls without a price apart", () => {
    const work = after([
      call("planning", 10, false, dollars(0.25)),
      call("planning", 10, false, dollars(0.5)),
      call("react", 20, false, { amount: 2, currency: "EUR" }),
      call("react", 20),
    ]);
    expect(work.spending.get("planning")).toMatchObject({ money: { USD: 0.75 }, unpriced: 0 });
    expect(total(work)).toMatchObject({ money: { USD: 0.75, EUR: 2 }, unpriced: 1 });
  });

  it("are told beside the limits", () => {
    const limits = { money: 1, currency: "USD" };
    const work = after([{ type: "budget", spent: SPENT, limits }]);
    expect(work.budget).toEqual({ spent: SPENT, limits });
  });

  it("are in the end those of the ledger, with calls that failed, other models, and services", () => {
    const model = (name: string, calls: number, cost: Cost | null): Ledger["models"][number] => {
      const counts = { calls, inputTokens: 10, cachedTokens: 0, outputTokens: 5 };
      return { agent: "react", model: name, ...counts, estimatedCalls: 1, cost };
    };
    const ledger: Ledger = {
      models: [model("a", 2, dollars(0.25)), model("b", 1, null)],
      services: [{ service: "search", calls: 3, cost: dollars(0.5) }],
      total: SPENT,
    };
    const work = settled(after([call("react", 10)]), ledger);
    expect(work.spending.get("react")).toEqual({
      calls: 3,
      inputTokens: 20,
      cachedTokens: 0,
      outputTokens: 10,
      estimated: true,
      money: { USD: 0.25 },
      unpriced: 1,
    });
    expect(total(work)).toMatchObject({ calls: 6, money: { USD: 0.75 }, unpriced: 1 });
  });
});

/** PL-05: what a language model does is shown as it comes. */
describe("the work of a language model (PL-05)", () => {
  it("counts calls and tokens for each agent, and for all", () => {
    const work = after([call("planning", 10), call("react", 20, true), call("planning", 30)]);
    expect(work.spending.get("planning")).toEqual({
      calls: 2,
      inputTokens: 40,
      cachedTokens: 2,
      outputTokens: 10,
      estimated: false,
      money: {},
      unpriced: 2,
    });
    expect(total(work)).toMatchObject({ calls: 3, inputTokens: 60, estimated: true });
  });

  it("gives each step its tools, also where steps of earlier questions stand before them", () => {
    const work = after([tool("a"), tool("b"), DONE, tool("c"), DONE, tool("d")]);
    const outcomes = (place: number, completed: number) =>
      toolsOf(work, place, completed).map(({ outcome }) => outcome);
    expect([0, 1, 2].map((place) => outcomes(place, 2))).toEqual([["a", "b"], ["c"], ["d"]]);
    expect([0, 1, 2, 3].map((place) => outcomes(place, 3))).toEqual([[], ["a", "b"], ["c"], ["d"]]);
  });

  it.each([
    ["broke off", "llm_incomplete", ["It is ", "42"]],
    ["was a refusal", "answer_asked_again", ["I cannot ", "help with that."]],
  ])("writes the answer word by word, and anew where a reply %s", (_, code, said) => {
    const words = (text: string): Event => ({ type: "answerDelta", text });
    const again: Event = { type: "warning", code, message: "Asking again." };
    expect(after(said.map(words)).writing).toBe(said.join(""));
    const work = after([...said.map(words), again, words("It is 42 "), words("metres")]);
    expect(work.writing).toBe("It is 42 metres");
  });

  it("is the same where an event is none of it", () => {
    expect(afterEvent(NOTHING_ASKED, { type: "source", document: "a", chars: 1, notes: [] })).toBe(
      NOTHING_ASKED,
    );
  });

  it.each([
    ['{"query":["a b","c"]}', "a b · c"],
    ['{"goal":"height","url":"https://a.example"}', "height · https://a.example"],
    ["not json", "not json"],
  ])("says %s in words", (given, said) => {
    expect(inWords(given)).toBe(said);
  });
});

/** BX-06: each injection is shown with its source, in the step that it was made for. */
describe("what a run had to do with long-term memory (BX-06)", () => {
  const item = {
    id: "m-1",
    kind: "methodology",
    isWarning: true,
    text: "Look first.",
    trust: "model",
    foundBy: [
      { dimension: { dimension: "error", rank: 1 } },
      { channel: { channel: "keyword", rank: 2 } },
    ],
  } as const;
  const items = [{ ...item, foundBy: [...item.foundBy] }];
  const step = {
    type: "taskCompleted",
    taskType: "NORMAL",
    task: "Look.",
    succeeded: true,
    context: "",
  } as const;
  const loop = {
    type: "loopFound",
    actions: ["search"],
    errorType: "Timeout",
    repeats: 3,
  } as const;
  const learned = { type: "learned", steps: 2, fragments: 1, whyNothing: null } as const;

  it("belongs to the step that it was given to; what plans were given belongs to none", () => {
    const events: Event[] = [
      { type: "memoryUsed", purpose: "planning", items },
      { type: "memoryUsed", purpose: "step", items },
      step,
      { ...loop, actions: [...loop.actions] },
      { type: "memoryUsed", purpose: "loop", items },
      step,
      learned,
    ];
    const work = events.reduce(afterEvent, NOTHING_ASKED);
    // Two steps were completed by an earlier run of the same memory.
    const purposes = (place: number) => givenOf(work, place, 4).map(({ purpose }) => purpose);
    expect([0, 1, 2, 3].map(purposes)).toEqual([[], [], ["step"], ["loop"]]);
    expect([2, 3].map((place) => loopsOf(work, place, 4).length)).toEqual([0, 1]);
    expect(work.learned).toEqual({ steps: 2, fragments: 1, whyNothing: null });
  });

  it("says where it comes from, how far to trust it, and why it was given", () => {
    expect(originOf({ ...item, foundBy: [...item.foundBy] }, en)).toEqual([
      "warning",
      "from runs",
      "from what an agent did",
      "by the same error (place 1)",
      "by its words (place 2)",
    ]);
  });

  it.each([
    ["fragment", en, "from what an agent did"],
    ["fragment", zh, "来自智能体的操作"],
    ["memory", en, "put into words by a model"],
    ["memory", zh, "由模型写成"],
  ] as const)("says of a %s that is a model's what that means there", (kind, words, trust) => {
    expect(originOf({ ...item, kind, foundBy: [] }, words)[2]).toBe(trust);
  });

  it("is told why it was found, in words", () => {
    const score = { recency: 1, importance: 0.5, relevance: 0.666, total: 2.166 };
    const ranks = [{ channel: "semantic" as const, rank: 1 }];
    expect(whyFound({ ranks, matchedTerms: ["tea"], score }, en)).toBe(
      "by its meaning (place 1) · words of the search: tea · Score 2.17: fits 0.67, recent 1, important 0.5",
    );
  });
});

/** PL-05: what a run does now is told, and not what is over. */
describe("the present work (PL-05)", () => {
  const read: Event = {
    type: "progress",
    activity: { kind: "reading", document: "a.md" },
    done: 4,
    total: 4,
  };
  const plan = (task: string | null): Event => ({ type: "plan", taskType: "NORMAL", task });
  const standing = (
    events: readonly Event[],
    { words = en, done = 1, ...parts }: Partial<State> & { words?: typeof en; done?: number } = {},
  ) => {
    const work = events.reduce(afterEvent, NOTHING_ASKED);
    const progress = { activity: { kind: "reading", document: "a.md" }, done, total: 4 } as const;
    const engine = { name: "m", description: "m" };
    return standingOf({ ...INITIAL_STATE, engine, progress, work, ...parts }, words).activity;
  };

  it("is a step once it is planned, though reading was told last", () => {
    expect(standing([read, plan("Find it")])).toBe("Step 1: Find it");
    expect(standing([read, plan("Find it")], { words: zh })).toBe("第 1 步：Find it");
    expect(standing([read, plan("Find it"), DONE])).toBe(en.progress.planning);
    expect(standing([plan("Find it"), DONE, plan("Check it")])).toBe("Step 2: Check it");
  });

  it("is the answer after the last step, and reading when a page is read", () => {
    expect(standing([plan("Find it"), DONE, plan(null)])).toBe(en.progress.answering);
    expect(standing([plan("Find it"), read])).toBe("Reading a.md");
    expect(standing([read, plan(null), { type: "answerDelta", text: "It" }])).toBe(
      en.progress.answering,
    );
  });

  it("is a tool while it is at work, with its query or its host", () => {
    const starts = (tool: string, given: object): Event => ({
      type: "toolStarted",
      tool,
      arguments: JSON.stringify(given),
    });
    const search = starts("search", { query: ["tall towers"] });
    const visit = starts("visit", { url: "https://a.example/x?y=1", goal: "its height" });
    const ends: Event = {
      type: "toolCall",
      tool: "search",
      arguments: "",
      succeeded: true,
      outcome: "",
    };
    expect(standing([plan("Find it"), search])).toBe("Searching the web for “tall towers”");
    expect(standing([plan("Find it"), visit])).toBe("Reading a.example");
    expect(standing([plan("Find it"), visit], { words: zh })).toBe("正在阅读 a.example");
    expect(standing([plan("Find it"), search, ends])).toBe("Step 1: Find it");
    expect(standing([starts("odd", {})])).toBe("Using odd");
  });

  it("is a check where a contradiction is validated", () => {
    const check: Event = { type: "plan", taskType: "CROSS_VALIDATE", task: "5 or 7?" };
    expect(standing([check])).toBe("Step 1, checking a contradiction: 5 or 7?");
  });

  it("tells sources, tokens, money and time", () => {
    const work = afterEvent(NOTHING_ASKED, {
      type: "agentCall",
      agent: "react",
      model: "m",
      inputTokens: 12_000,
      cachedTokens: 0,
      outputTokens: 345,
      estimated: false,
      cost: { currency: "USD", amount: 0.02 },
    });
    const none = { nodes: new Map(), requested: null, startedAt: null, work: NOTHING_ASKED };
    const node = (document: string) => ({ document }) as MemoryNode;
    const nodes = new Map([
      ["1", node("a.md")],
      ["2", node("a.md")],
      ["3", node("")],
    ]);
    const told = factsText({ ...none, nodes, startedAt: 1000, work }, 66_500, en);
    expect(told).toBe("1 source · 12,345 tokens · 0.02 USD · 1:05");
    expect(factsText(none, 66_500, en)).toBe("");
    const requested = { question: "And?", continued: true };
    expect(factsText({ ...none, nodes, work, requested, startedAt: 0 }, 9_000, en)).toBe("0:09");
  });

  it("is planning once all is read, if a model plans", () => {
    expect(standing([read])).toBe("Reading a.md");
    expect(standing([read], { done: 4 })).toBe(en.progress.planning);
  });

  it("is none of the run before, and without a model none after the answer", () => {
    const requested = { question: "And?", continued: true };
    expect(standing([plan(null)], { requested })).toBe("Reading a.md");
    const engine = { name: "extractive", description: "" };
    expect(standing([plan(null)], { engine })).toBe(en.progress.answering);
    const answer = { found: false } as Answer;
    expect(standing([plan(null)], { engine, answer })).toBe("Reading a.md");
  });

  it("is the answer once a warning says that the plan is over", () => {
    const stuck: Event = { type: "warning", code: "no_progress", message: "" };
    expect(standing([plan("Find it"), DONE, stuck])).toBe(en.progress.answering);
  });
});
