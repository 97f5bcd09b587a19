import { describe, expect, it } from "vitest";
import type { Answer, Event, EvidencePassage } from "../../src/bank/types.ts";
import type { Action } from "../../src/state/actions.ts";
import { MAX_DOCUMENT_BYTES } from "../../src/state/draft.ts";
import { reduce } from "../../src/state/reduce.ts";
import {
  type Draft,
  type DraftDocument,
  INITIAL_STATE,
  isStopped,
  type Problem,
  readsOn,
  type State,
} from "../../src/state/state.ts";
import { resultWith, treeOf } from "./results.ts";

const ENGINE = { name: "extractive", description: "extractive, no language model" };
const ANSWER: Answer = {
  found: true,
  text: "Because.",
  statements: [],
  citations: [],
  confidence: 0.9,
  disputes: [],
  trust: "model",
  flags: [],
  engine: ENGINE,
};
const STARTED: Event = {
  type: "runStarted",
  docId: "run-1",
  question: "Why?",
  language: "en",
  engine: ENGINE,
  embedder: "MiniLM",
};

function node(id: string): Event {
  return { type: "nodeAdded", id, context: `About ${id}`, keywords: [id], document: "a.md" };
}

function after(events: readonly Event[], state: State = INITIAL_STATE): State {
  return reduce(
    state,
    events.map((event): Action => ({ type: "event", event })),
  );
}

function file(name: string, size = 1): DraftDocument {
  return { name, mediaType: "text/plain", size, blob: new Blob() };
}

const LINKED: Event[] = [
  node("a"),
  node("b"),
  node("c"),
  { type: "nodesLinked", from: "a", to: "b", reason: "same subject" },
  { type: "nodesLinked", from: "b", to: "c", reason: "same place" },
];

/** MB-24: a long text is answered before it is compared by meaning. */
describe("a first result (MB-24)", () => {
  const answer = { ...ANSWER, text: "At first." };
  const passage = { text: "One." } as EvidencePassage;
  const early = resultWith({
    answer,
    retrieved: [passage],
    interactionTree: treeOf("a", "One.", ["One."]),
  });
  const first = reduce(INITIAL_STATE, [
    { type: "runRequested", question: "Why?", continued: false },
    { type: "event", event: STARTED },
    { type: "event", event: { type: "answered", answer } },
    { type: "event", event: { type: "firstResult", result: early } },
  ]);
  const ended = (last: Answer) =>
    reduce(after([{ type: "answered", answer: last }], shown), [
      { type: "runEnded", result: { ...early, answer: last } },
    ]);
  const shown = reduce(first, [
    { type: "placeShown", place: { document: "a", bytes: { start: 0, end: 4 } }, citation: 1 },
  ]);

  it("can be looked at while the run goes on", () => {
    expect(first.phase).toBe("working");
    expect(readsOn(first)).toBe(true);
    expect(first.sources.map(({ name }) => name)).toEqual(["a"]);
    expect([first.answer?.text, first.keptRun, first.usage]).toEqual(["At first.", null, null]);
  });

  it("is not awaited of a further question, whose passages come at its end", () => {
    const before = reduce(shown, [{ type: "runEnded", result: early }]);
    const next: Action = { type: "runRequested", question: "More?", continued: true };
    const asked = after([STARTED, { type: "answered", answer: ANSWER }], reduce(before, [next]));
    const result = { ...early, answer: ANSWER };
    expect(asked.retrieved).toEqual([]);
    expect(reduce(asked, [{ type: "runEnded", result }]).retrieved).toEqual([passage]);
  });

  it("gives way to another answer, which says so", () => {
    const { answer: told, isRevised, sources, citation, place } = ended(ANSWER);
    expect([told?.text, isRevised, citation, place]).toEqual(["Because.", true, null, null]);
    expect(sources).toBe(shown.sources);
    const next: Action = { type: "runRequested", question: "More?", continued: true };
    expect(after([STARTED], reduce(ended(ANSWER), [next])).isRevised).toBe(false);
  });

  it("is not needed: a place that is asked for before the text is there is shown at the end", () => {
    const show: Action = {
      type: "placeShown",
      place: { document: "a", bytes: { start: 0, end: 4 } },
      citation: 1,
    };
    const begun: Action = { type: "runRequested", question: "Why?", continued: false };
    const asked = reduce(
      after([STARTED, { type: "answered", answer }], reduce(INITIAL_STATE, [begun])),
      [show],
    );
    const state = reduce(asked, [{ type: "runEnded", result: early }]);
    expect([state.place, state.citation]).toEqual([asked.place, 1]);
    const other = reduce(asked, [{ type: "runEnded", result: { ...early, answer: ANSWER } }]);
    expect([other.place, other.citation]).toEqual([null, null]);
  });

  it("keeps what is looked at where the answer stays", () => {
    const state = reduce(shown, [{ type: "runEnded", result: early }]);
    expect([state.phase, state.citation, state.keptRun]).toEqual(["idle", 1, "run-1"]);
    expect([state.place, state.sources]).toEqual([shown.place, shown.sources]);
    expect([state.answer, state.retrieved]).toEqual([shown.answer, shown.retrieved]);
    expect(state.answer).toBe(shown.answer);
  });
});

/** MB-24: nobody checked what an imported file says against its source. */
describe("an imported memory (MB-24)", () => {
  const imported = reduce(INITIAL_STATE, [
    { type: "imported", result: resultWith({ answer: ANSWER, imported: true }) },
  ]);
  const asked = (continued: boolean) =>
    reduce(imported, [
      { type: "runRequested", question: "More?", continued },
      { type: "event", event: STARTED },
    ]);

  it("is marked, also while it is asked more", () => {
    expect(INITIAL_STATE.imported).toBe(false);
    expect(imported.imported).toBe(true);
    expect(asked(true).imported).toBe(true);
  });

  it("gives its mark up where other documents take its place", () => {
    expect(asked(false).imported).toBe(false);
  });
});

/** PL-05: the page shows the task, the memory graph and the answers, live. */
describe("the task list (PL-05)", () => {
  it("follows the plan and what came of it", () => {
    const planned = after([STARTED, { type: "plan", taskType: "NORMAL", task: "Answer" }]);
    expect(planned.tasks).toMatchObject({ goal: "Why?", pending: "Answer", completed: [] });
    const done = after(
      [
        {
          type: "taskCompleted",
          taskType: "NORMAL",
          task: "Answer",
          succeeded: false,
          context: "…",
        },
      ],
      planned,
    );
    expect(done.tasks?.pending).toBeNull();
    expect(done.tasks?.completed).toMatchObject([{ description: "Answer", status: "失败" }]);
  });
});

describe("the memory graph (PL-05)", () => {
  it("links nodes both ways and tells why", () => {
    const { nodes } = after(LINKED);
    expect([...(nodes.get("b")?.links ?? [])]).toEqual([
      ["a", "same subject"],
      ["c", "same place"],
    ]);
    expect([...(nodes.get("c")?.links ?? [])]).toEqual([["b", "same place"]]);
  });

  it("is the same however the events are grouped", () => {
    const oneByOne = LINKED.reduce((state, event) => after([event], state), INITIAL_STATE);
    expect(oneByOne.nodes).toEqual(after(LINKED).nodes);
  });

  it("leaves earlier states as they were", () => {
    const before = after(LINKED.slice(0, 3));
    after(LINKED.slice(3), before);
    expect(before.nodes.get("a")?.links.size).toBe(0);
  });

  it("moves links and history to the node that a merge makes", () => {
    const merged = after([
      ...LINKED,
      { type: "nodesMerged", from: ["a", "b"], into: "d", context: "Both", description: "a and b" },
    ]).nodes;
    expect([...merged.keys()]).toEqual(["c", "d"]);
    expect([...(merged.get("c")?.links.keys() ?? [])]).toEqual(["d"]);
    expect([...(merged.get("d")?.links.keys() ?? [])]).toEqual(["c"]);
    expect(merged.get("d")?.merges).toEqual(["a and b"]);
  });

  it("shows disputes on every node they touch", () => {
    const { nodes } = after([
      ...LINKED,
      {
        type: "nodesDisputed",
        ids: ["a", "c"],
        conflicts: ["c1"],
        description: "1998 against 1999",
      },
      {
        type: "nodesDisputed",
        ids: ["c", "a"],
        conflicts: ["c1"],
        description: "1998 against 1999",
      },
    ]);
    expect(nodes.get("a")?.disputes).toEqual(new Map([["c", ["1998 against 1999"]]]));
    expect(nodes.get("b")?.disputes).toEqual(new Map());
    expect(nodes.get("c")?.disputes).toEqual(new Map([["a", ["1998 against 1999"]]]));
  });

  it("moves disputes with others to the node that a merge makes", () => {
    const disputed = (ids: string[], description: string): Event => ({
      type: "nodesDisputed",
      ids,
      conflicts: [description],
      description,
    });
    const { nodes } = after([
      ...LINKED,
      disputed(["a", "b"], "five against seven"),
      disputed(["b", "c"], "1998 against 1999"),
      { type: "nodesMerged", from: ["a", "b"], into: "d", context: "Both", description: "a and b" },
    ]);
    expect(nodes.get("d")?.disputes).toEqual(new Map([["c", ["1998 against 1999"]]]));
    expect(nodes.get("c")?.disputes).toEqual(new Map([["d", ["1998 against 1999"]]]));
  });

  it("keeps the map where nothing touches it, so that views may skip it", () => {
    const before = after(LINKED);
    const later = after(
      [{ type: "progress", activity: { kind: "comparing" }, done: 1, total: 2 }],
      before,
    );
    expect(later.nodes).toBe(before.nodes);
  });
});

describe("a problem of what was put in", () => {
  const huge = file("huge.txt", MAX_DOCUMENT_BYTES + 1);
  const blank = file("ws.txt");
  const nothing = { documents: [], pasted: "", question: "" };
  const add: Action = { type: "documentsAdded", documents: [file("a.md")] };
  const remove: Action = { type: "documentRemoved", index: 0 };
  const ask: Action = { type: "draftChanged", draft: { question: "Why?" } };
  const paste: Action = { type: "draftChanged", draft: { pasted: "Because." } };
  const isTold = (draft: Partial<Draft>, problem: Problem, ...actions: Action[]) =>
    reduce({ ...INITIAL_STATE, draft: { ...nothing, ...draft }, problem }, actions).problem ===
    problem;

  it.each([
    ["no_document", "", {}, add],
    ["no_document", "", {}, paste],
    ["empty_question", "", {}, ask],
    ["long_question", "too long", { question: "Why? Why?" }, ask],
    ["too_large", "", { documents: [huge] }, remove],
    ["too_large", "ws.txt is too large", { documents: [blank] }, remove],
    ["empty", "ws.txt", { documents: [blank] }, remove],
    ["no_text", "ws.txt: no text was found", { documents: [blank] }, remove],
    ["binary", "Pasted text: this is no text", { pasted: "\0" }, paste],
  ])("(%s) goes with its cause", (code, message, draft, action) => {
    expect(isTold(draft, { code, message })).toBe(true);
    expect(isTold(draft, { code, message }, action)).toBe(false);
  });

  it.each([
    ["no_document", "", {}, ask],
    ["empty_question", "", {}, add],
    ["too_large", "", { documents: [huge] }, add],
    ["empty", "ws.txt", { documents: [blank] }, add],
    ["empty", "ws.txt", { documents: [file("s.txt"), blank] }, remove],
    ["import_malformed", "not JSON", {}, add],
  ])("(%s) stays while its cause does", (code, message, draft, action) => {
    expect(isTold(draft, { code, message }, action)).toBe(true);
  });
});

describe("a run", () => {
  /** The state in which something is remembered and answered. */
  function answered(): State {
    const ended = reduce(after(LINKED), [
      { type: "runEnded", result: resultWith({ answer: ANSWER }) },
    ]);
    return after(LINKED, ended);
  }

  it("begins with an empty memory, and with the present one when it continues", () => {
    const question = "And then?";
    const start: Action = { type: "event", event: STARTED };
    const anew = reduce(answered(), [{ type: "runRequested", question, continued: false }, start]);
    const on = reduce(answered(), [{ type: "runRequested", question, continued: true }, start]);
    expect([anew.nodes.size, anew.keptRun, anew.answer]).toEqual([0, null, null]);
    expect([on.nodes.size, on.keptRun, on.earlier.length]).toEqual([3, "run-1", 1]);
    expect([anew.phase, anew.question, anew.requested]).toEqual(["working", question, null]);
  });

  it.each([[true], [false]])(
    "leaves memory and answer alone until it starts, and when it is refused (continued: %s)",
    (continued) => {
      const before = answered();
      const asked = reduce(before, [{ type: "runRequested", question: "Else?", continued }]);
      expect(asked).toMatchObject({ phase: "working", question: before.question, answer: ANSWER });
      const problem = { code: "binary", message: "b.bin" };
      const refused = reduce(asked, [{ type: "failed", problem }]);
      expect(refused).toEqual({ ...before, problem });
    },
  );

  it("stays cancelled when it starts after the wish to stop", () => {
    const stopped = reduce(answered(), [
      { type: "runRequested", question: "Else?", continued: false },
      { type: "cancelRequested" },
      { type: "event", event: STARTED },
    ]);
    expect(stopped.phase).toBe("cancelling");
  });

  it("that breaks off is not taken for finished", () => {
    const broken = reduce(answered(), [
      { type: "runRequested", question: "Else?", continued: false },
      { type: "event", event: STARTED },
      { type: "failed", problem: { code: "engine_crashed", message: "" } },
    ]);
    expect(isStopped(broken)).toBe(true);
  });

  it("that was stopped before it remembered anything cannot be asked again, and keeps nothing", () => {
    const result = resultWith({ termination: "aborted" });
    const stopped = reduce(INITIAL_STATE, [{ type: "runEnded", result }]);
    expect(stopped).toMatchObject({ keptRun: null, notice: "cancelledAtOnce" });
    // Of the embedding model nothing is known yet: it need not be unavailable.
    expect(stopped.embedder).toBeUndefined();
  });

  it("reads its documents until it ends, however it ends", () => {
    const asked = reduce(INITIAL_STATE, [
      { type: "readingRequested", documents: [file("a.md")] },
      { type: "runRequested", question: "Why?", continued: false },
    ]);
    const names = ({ reading }: State) => reading.map(({ name }) => name);
    expect(names(asked)).toEqual(["a.md"]);
    expect(names(after([STARTED], asked))).toEqual(["a.md"]);
    expect(names(reduce(asked, [{ type: "runEnded", result: resultWith({}) }]))).toEqual([]);
    const problem = { code: "binary", message: "a.md" };
    expect(names(reduce(asked, [{ type: "failed", problem }]))).toEqual([]);
  });

  it("keeps what was remembered when it is cancelled, and says so", () => {
    const interactionTree = treeOf("a.md", "One. Two.", ["One.", "Two."]);
    const working = reduce(INITIAL_STATE, [
      { type: "runRequested", question: "Why?", continued: false },
      { type: "event", event: STARTED },
      { type: "cancelRequested" },
    ]);
    expect(working.phase).toBe("cancelling");
    const result = resultWith({ interactionTree, termination: "aborted" });
    const ended = reduce(working, [{ type: "runEnded", result }]);
    expect(ended).toMatchObject({ phase: "idle", notice: "cancelled", keptRun: "run-1" });
    expect(ended.sources[0]?.blocks.length).toBe(2);
  });

  it("has its own estimate, told before it starts; that of the run before goes only then (BX-03)", () => {
    const forecast = (requests: number) => ({ requests, tokens: 1, money: {}, unpriced: [] });
    const estimated = (requests: number): Action => {
      const [likely, most] = [forecast(requests), forecast(requests)];
      return { type: "estimated", estimate: { likely, most, basis: "", documents: [] } };
    };
    const asking: Action = { type: "runRequested", question: "Why?", continued: true };
    const first = reduce(INITIAL_STATE, [
      asking,
      estimated(1),
      { type: "event", event: STARTED },
      { type: "runEnded", result: resultWith({ answer: ANSWER }) },
    ]);
    expect(first.estimate?.likely.requests).toBe(1);
    const second = reduce(first, [asking, estimated(2)]);
    expect(second.estimate).toBe(first.estimate);
    expect(second.requested?.estimate?.likely.requests).toBe(2);
    expect(after([STARTED], second).estimate?.likely.requests).toBe(2);
    expect(after([STARTED], reduce(first, [asking])).estimate).toBeNull();
    const refused = reduce(second, [{ type: "failed", problem: { code: "busy", message: "" } }]);
    expect(refused.estimate).toBe(first.estimate);
  });

  it("says so where its budget was reached, beside the answer (BX-03)", () => {
    const result = resultWith({ answer: ANSWER, termination: "budget" });
    const ended = reduce(INITIAL_STATE, [{ type: "runEnded", result }]);
    expect(ended).toMatchObject({ notice: "budgetReached", answer: ANSWER, canGoOn: false });
    expect(isStopped(ended)).toBe(false);
  });

  it("shows the failure that ended it", () => {
    const error = { code: "storage_failed", message: "no room" };
    const ended = reduce(INITIAL_STATE, [
      { type: "runEnded", result: resultWith({ termination: "error", error }) },
    ]);
    expect(ended.problem).toEqual(error);
  });

  it("can be asked again for the same place, and is scrolled there again", () => {
    const show: Action = {
      type: "placeShown",
      place: { document: "a.md", bytes: { start: 0, end: 3 } },
      citation: 1,
    };
    const once = reduce(INITIAL_STATE, [show]);
    const twice = reduce(once, [show]);
    expect(twice.place).not.toEqual(once.place);
  });
});
