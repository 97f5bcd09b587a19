import { describe, expect, it } from "vitest";
import type { Answer, Event } from "../../src/bank/types.ts";
import type { Action } from "../../src/state/actions.ts";
import type { Nodes } from "../../src/state/memory.ts";
import { asPlayed } from "../../src/state/playback.ts";
import { reduce } from "../../src/state/reduce.ts";
import { INITIAL_STATE, type State } from "../../src/state/state.ts";
import { nodesAt, topicsOf, touchedAt } from "../../src/state/timeline.ts";
import { ALL_TOPICS } from "../../src/state/topic-filter.ts";
import { placeWords, timelineWords } from "../../src/text/moments.ts";
import { timelineEn } from "../../src/text/timeline-en.ts";
import { timelineZh } from "../../src/text/timeline-zh.ts";
import { nextStop, rateFor } from "../../src/views/playback.ts";
import { resultWith } from "./results.ts";

const ENGINE = { name: "extractive", description: "extractive, no language model" };

function started(question: string): Event {
  return {
    type: "runStarted",
    docId: "run-1",
    question,
    language: "en",
    engine: ENGINE,
    embedder: null,
  };
}

function made(id: string): Event {
  return { type: "nodeAdded", id, context: `About ${id}`, keywords: [id], document: "a.md" };
}

function linked(from: string, to: string): Event {
  return { type: "nodesLinked", from, to, reason: "They bear on each other." };
}

function disputed(...ids: string[]): Event {
  return { type: "nodesDisputed", ids, conflicts: ["c1"], description: ids.join(" against ") };
}

function merged(from: string[], into: string): Event {
  return { type: "nodesMerged", from, into, context: `About ${into}`, description: "One holds." };
}

function plan(taskType: "NORMAL" | "CROSS_VALIDATE"): Event {
  return { type: "plan", taskType, task: "Do it." };
}

function answered(text: string): Event {
  const answer: Answer = {
    found: true,
    text,
    statements: [],
    citations: [],
    confidence: 0.9,
    disputes: [],
    trust: "model",
    flags: [],
    engine: ENGINE,
  };
  return { type: "answered", answer };
}

const REQUESTED: Action = { type: "runRequested", question: "Why?", continued: false };

function after(events: readonly Event[], state: State = reduce(INITIAL_STATE, [REQUESTED])): State {
  return reduce(
    state,
    events.map((event): Action => ({ type: "event", event })),
  );
}

function shownAt(state: State, at: number | null): State {
  return reduce(state, [{ type: "momentShown", at }]);
}

/** The drawn part of a graph: its topics, links and disputes. */
function drawn(nodes: Nodes): string[] {
  return [...nodes.values()].map(({ id, topic, links, disputes }) =>
    JSON.stringify([id, topic, [...links], [...disputes]]),
  );
}

const RUN = [
  started("Why?"),
  made("a"),
  made("b"),
  disputed("a", "b"),
  plan("CROSS_VALIDATE"),
  merged(["a", "b"], "c"),
  made("d"),
  linked("c", "d"),
  answered("Because."),
];

/** PL-05: the memory graph, live, and as it was after each event. */
describe("the timeline (PL-05)", () => {
  it("has the graph after each event, to and fro", () => {
    const { timeline } = after(RUN);
    expect(timeline.moments.map(({ kind }) => kind)).toEqual(
      "asked made made disputed merged made linked answered".split(" "),
    );
    const ids = (at: number) => [...nodesAt(timeline, at).keys()];
    expect([8, 4, 0, 5, 3, 2].map(ids)).toEqual([
      ["c", "d"],
      ["a", "b"],
      [],
      ["c"],
      ["a", "b"],
      ["a"],
    ]);
    expect([...(nodesAt(timeline, 4).get("a")?.disputes.keys() ?? [])]).toEqual(["b"]);
    expect(nodesAt(timeline, 3).get("a")?.disputes.size).toBe(0);
  });

  it("names the topics as they were called until then", () => {
    const { timeline } = after(RUN);
    expect(timeline.moments[4]?.topics).toEqual(["About a", "About b"]);
    const told = (at: number | null, language: string) =>
      placeWords(timeline, at, timelineWords(language), language);
    expect(told(5, "en")).toBe("Event 5 of 8 · Merged ‘About a’ and ‘About b’");
    expect(told(5, "zh-CN")).toBe("第 5 个事件，共 8 个 · 合并了“About a”和“About b”");
    expect(told(0, "en")).toBe("Before the first event");
    expect(told(null, "en")).toBe("Now, after 8 events");
    expect(told(8, "en")).toContain("Answered: Because.");
  });

  it("tells a settled dispute from a link", () => {
    const events = [made("a"), made("b"), disputed("a", "b"), linked("a", "b")];
    const kindOf = (told: Event[]) => after(told).timeline.moments.at(-1)?.kind;
    expect(kindOf(events)).toBe("linked");
    const checked = events.toSpliced(3, 0, plan("CROSS_VALIDATE"));
    expect(kindOf(checked)).toBe("settled");
    const { nodes, timeline } = after(checked);
    expect([nodes, nodesAt(timeline, 4)].map((all) => all.get("a")?.disputes.size)).toEqual([0, 0]);
    expect(nodes.get("a")?.links.has("b")).toBe(true);
    // A link that follows a merge, or in another step, settles nothing.
    const mergedFirst = checked.toSpliced(4, 0, made("x"), made("y"), merged(["x", "y"], "z"));
    expect(kindOf(mergedFirst)).toBe("linked");
    expect(kindOf(checked.toSpliced(4, 0, plan("NORMAL")))).toBe("linked");
  });

  it("stays at the present unless the user moved it", () => {
    const first = after(RUN.slice(0, 3));
    expect([...after(RUN.slice(3), first).shownNodes.keys()]).toEqual(["c", "d"]);
    const moved = shownAt(first, 2);
    expect([...moved.shownNodes.keys()]).toEqual(["a"]);
    const later = after(RUN.slice(3), moved);
    expect(later.moment).toBe(2);
    expect(later.shownNodes).toBe(moved.shownNodes);
    expect(shownAt(later, 8).moment).toBeNull();
    expect(shownAt(later, 8).shownNodes).toBe(later.nodes);
  });

  it("begins anew with another run, and goes on with a further question", () => {
    const first = shownAt(after(RUN), 3);
    const more: Action = { type: "runRequested", question: "More?", continued: true };
    const asked = reduce(first, [more]);
    expect(asked.moment).toBeNull();
    expect(after([started("More?"), made("e")], asked).timeline.moments).toHaveLength(10);
    const anew = after([started("Other?"), made("e")], reduce(first, [REQUESTED]));
    expect(anew.timeline.moments).toHaveLength(2);
    expect([...nodesAt(anew.timeline, 2).keys()]).toEqual(["e"]);
  });

  it("keeps the first question's events where a journal with two comes at once", () => {
    const { nodes, timeline } = after([...RUN, started("More?"), made("e")]);
    expect(timeline.moments).toHaveLength(10);
    expect([...nodes.keys()]).toEqual(["c", "d", "e"]);
  });

  it("begins with a saved memory where one was imported", () => {
    const node = { summary: "", keywords: [], timestamp: 0, disputed: [], links: [] };
    const kept = { ...node, embedding: null, embedding_model: null, trust: "given" as const };
    const queryGraph = { nodes: { m: { ...kept, id: "m", context: "Kept" } }, conflicts: {} };
    const imported = reduce(after(RUN), [{ type: "imported", result: resultWith({ queryGraph }) }]);
    expect(imported.timeline.moments).toEqual([]);
    const next = reduce(imported, [{ type: "runRequested", question: "More?", continued: true }]);
    const { timeline } = after([started("More?"), made("e")], next);
    expect([...nodesAt(timeline, 0).keys()]).toEqual(["m"]);
    expect([...nodesAt(timeline, 2).keys()]).toEqual(["m", "e"]);
  });

  it("knows at each moment what only the result tells", () => {
    const node = { keywords: [], timestamp: 0, disputed: [], links: [], embedding: null };
    const kept = { ...node, embedding_model: null, trust: "given" as const };
    const nodes = { d: { ...kept, id: "d", context: "About d", summary: "Sum of d" } };
    const result = resultWith({ queryGraph: { nodes, conflicts: {} } });
    const before = after(RUN);
    expect(nodesAt(before.timeline, 6).get("d")?.summary).toBe("");
    const { timeline } = reduce(before, [{ type: "runEnded", result }]);
    expect(nodesAt(timeline, 6).get("d")?.summary).toBe("Sum of d");
  });

  it("selects the topics of an event that is chosen, whatever is searched for", () => {
    const state = reduce(after(RUN), [{ type: "topicsFiltered", filter: { text: "About d" } }]);
    const [, , , dispute] = state.timeline.moments;
    const selects = dispute ? topicsOf(dispute) : [];
    const chosen = reduce(state, [{ type: "momentShown", at: 4, selects }]);
    expect(chosen.selectedNodes).toEqual(["a", "b"]);
    expect(touchedAt(chosen)).toEqual(["a", "b"]);
    expect(chosen.topicFilter).toEqual(ALL_TOPICS);
    const other = reduce(state, [{ type: "momentShown", at: 6, selects: ["d"] }]);
    expect(other.topicFilter.text).toBe("About d");
  });
});

/** Events of a long run, from a generator that always makes the same. */
function longRun(topics: number): Event[] {
  let seed = 1;
  const chance = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const live: string[] = [];
  const events: Event[] = [started("Why?")];
  const two = (): [string, string] => {
    const at = chance(live.length);
    return [live[at] ?? "", live[(at + 1 + chance(live.length - 1)) % live.length] ?? ""];
  };
  for (let topic = 0; topic < topics; topic += 1) {
    live.push(`n${topic}`);
    events.push(made(`n${topic}`));
    if (live.length < 3) continue;
    events.push(linked(...two()));
    if (chance(4) === 0) events.push(disputed(...two()));
    if (chance(8) > 0) continue;
    const [one, other] = two();
    live.splice(0, live.length, ...live.filter((id) => id !== one && id !== other), `m${topic}`);
    events.push(merged([one, other], `m${topic}`));
  }
  return events;
}

describe("a timeline of thousands of events", () => {
  it("has the same graph at a moment, wherever one comes from", () => {
    const events = longRun(2000);
    const whole = after(events);
    expect(whole.timeline.moments.length).toBeGreaterThan(4500);
    expect(drawn(nodesAt(whole.timeline, events.length))).toEqual(drawn(whole.nodes));
    for (const at of [4000, 4001, 3999, 1, 2048, 2047, 255, 256, 257, 0, events.length]) {
      const there = drawn(nodesAt(whole.timeline, at));
      expect(there, String(at)).toEqual(drawn(after(events.slice(0, at)).nodes));
    }
  });

  it("returns the same graph while a moment is shown", () => {
    const { timeline } = after(longRun(300));
    expect(nodesAt(timeline, 300)).toBe(nodesAt(timeline, 300));
  });
});

/** BX-02: a replayed run is played. */
describe("a run that is played again (BX-02)", () => {
  const two = after([...RUN, started("More?"), made("e"), answered("Therefore.")]);
  const played = (at: number) => asPlayed(reduce(two, [{ type: "momentShown", at, plays: true }]));

  it("shows each question and answer at its time", () => {
    const told = [1, 7, 8, 9, 10].map((at) => {
      const { question, answer, earlier } = played(at);
      return [question, answer?.text ?? null, earlier.map((one) => one.answer.text)];
    });
    expect(told).toEqual([
      ["Why?", null, []],
      ["Why?", null, []],
      ["Why?", "Because.", []],
      ["More?", null, ["Because."]],
      ["More?", null, ["Because."]],
    ]);
    expect(two.answer?.text).toBe("Therefore.");
  });

  it("is the present one at its end, and wherever the slider alone was moved", () => {
    const end = reduce(two, [{ type: "momentShown", at: 11, plays: true }]);
    expect([end.moment, end.isPlayed]).toEqual([null, false]);
    expect(asPlayed(shownAt(two, 3)).answer?.text).toBe("Therefore.");
  });

  it("passes no merge, dispute or answer over", () => {
    const { moments } = two.timeline;
    expect([1, 4, 5, 8].map((at) => nextStop(moments, at, 16))).toEqual([4, 5, 8, 9]);
    expect(nextStop(moments, 1, 1)).toBe(2);
    expect(nextStop(moments, 10, 16)).toBe(11);
  });

  it("takes about a minute at most at first", () => {
    expect([8, 60, 61, 900, 100_000].map(rateFor)).toEqual([1, 1, 4, 16, 64]);
  });
});

/** BX-09: English and Chinese throughout. */
it("the timeline's words are the same in both languages (BX-09)", () => {
  const keys = (words: object): unknown[] =>
    Object.entries(words).map(([key, inner]) =>
      typeof inner === "object" ? [key, keys(inner)] : key,
    );
  expect(keys(timelineZh)).toEqual(keys(timelineEn));
});
