import { describe, expect, it } from "vitest";
import type { Event } from "../../src/bank/types.ts";
import type { Action } from "../../src/state/actions.ts";
import { EMPTY_NODE } from "../../src/state/memory.ts";
import { reduce } from "../../src/state/reduce.ts";
import { INITIAL_STATE, type MemoryNode, type State } from "../../src/state/state.ts";
import { ALL_TOPICS, foundTopics } from "../../src/state/topic-filter.ts";
import { resultWith } from "./results.ts";

function memoryOf(...nodes: Partial<MemoryNode>[]): Map<string, MemoryNode> {
  return new Map(
    nodes.map((node, index) => {
      const id = String(index);
      return [id, { ...EMPTY_NODE, ...node, id }];
    }),
  );
}

/** A topic is found by its words. */
describe("the search of topics", () => {
  const memory = memoryOf(
    { topic: "The Bridge", keywords: ["Westby"], summary: "It has three spans." },
    { topic: "The harbour", keywords: ["Westby", "herring"], summary: "Its market opens at six." },
    { topic: "大桥", summary: "建于一八七一年，ＡＢＣ 公司。" },
  );
  const found = (text: string) => {
    const ids = foundTopics(memory, { ...ALL_TOPICS, text });
    return ids && [...ids];
  };

  it.each([
    ["bridge", ["0"]],
    ["WESTBY", ["0", "1"]],
    ["westby market", ["1"]],
    ["spans  bridge ", ["0"]],
    ["rbou", ["1"]],
    ["一八七一", ["2"]],
    ["abc", ["2"]],
    ["ｂｒｉｄｇｅ", ["0"]],
    ["bridge herring", []],
  ])("finds by %j the topics %j", (text, ids) => {
    expect(found(text)).toEqual(ids);
  });

  it("lets all pass where nothing is typed", () => {
    expect(found("  ")).toBeNull();
  });

  it("matches no word across two parts of a topic", () => {
    expect(found("bridgewestby")).toEqual([]);
  });

  it("keeps disputed topics alone, by their words as well", () => {
    const disputed = memoryOf(
      { topic: "The charter", disputes: new Map([["1", ["five against seven"]]]) },
      { topic: "The notice", disputes: new Map([["0", ["five against seven"]]]) },
      { topic: "The notice board" },
    );
    const idsOf = (text: string) => [
      ...(foundTopics(disputed, { text, isDisputedOnly: true }) ?? []),
    ];
    expect(idsOf("")).toEqual(["0", "1"]);
    expect(idsOf("notice")).toEqual(["1"]);
  });
});

describe("the found topics of the state", () => {
  const event = (of: Event): Action => ({ type: "event", event: of });
  const added = (id: string) =>
    event({ type: "nodeAdded", id, context: `Node ${id}`, keywords: [], document: null });
  const disputed = event({
    type: "nodesDisputed",
    ids: ["a", "b"],
    conflicts: ["c1"],
    description: "five against seven",
  });
  const filtered = (filter: Partial<typeof ALL_TOPICS>): Action => ({
    type: "topicsFiltered",
    filter,
  });
  const idsOf = ({ foundNodes }: State) => foundNodes && [...foundNodes];

  it("follow the filter and the memory", () => {
    const first = reduce(INITIAL_STATE, [added("a"), added("b"), filtered({ text: "node b" })]);
    expect(idsOf(first)).toEqual(["b"]);
    const later = reduce(first, [added("bb")]);
    expect(idsOf(later)).toEqual(["b", "bb"]);
    expect(idsOf(reduce(later, [filtered({ text: "" })]))).toBeNull();
  });

  it("stay the same where neither changes, so that views may skip them", () => {
    const first = reduce(INITIAL_STATE, [added("a"), filtered({ text: "a" })]);
    const later = reduce(first, [{ type: "nodesSelected", ids: ["a"] }]);
    expect(later.foundNodes).toBe(first.foundNodes);
  });

  it("are all again when no dispute is left", () => {
    const first = reduce(INITIAL_STATE, [
      added("a"),
      added("b"),
      added("c"),
      disputed,
      filtered({ isDisputedOnly: true }),
    ]);
    expect(idsOf(first)).toEqual(["a", "b"]);
    const merged = reduce(first, [
      event({ type: "nodesMerged", from: ["a", "b"], into: "d", context: "D", description: "" }),
    ]);
    expect(merged.topicFilter).toEqual(ALL_TOPICS);
    expect(idsOf(merged)).toBeNull();
  });

  it("are all of another memory", () => {
    const first = reduce(INITIAL_STATE, [added("a"), filtered({ text: "nothing" })]);
    expect(idsOf(first)).toEqual([]);
    const imported = reduce(first, [{ type: "imported", result: resultWith({}) }]);
    expect(imported.topicFilter).toEqual(ALL_TOPICS);
    expect(idsOf(imported)).toBeNull();
  });
});
