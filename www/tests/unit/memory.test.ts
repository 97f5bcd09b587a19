import { describe, expect, it } from "vitest";
import type { ResearchResult } from "../../src/bank/types.ts";
import { quotedFirst } from "../../src/state/disputes.ts";
import { graphOf } from "../../src/state/memory.ts";
import { resultWith, treeOf } from "./results.ts";

const TEXT = "First. Second. Third.";

function nodeOf(id: string, links: string[] = []) {
  const vector = { embedding: null, embedding_model: null, trust: "given" as const };
  const flags = { gives_orders: id === "a" };
  const shared = { summary: `Sum of ${id}`, keywords: [id], timestamp: 0, disputed: null };
  return { id, context: `About ${id}`, links, ...shared, ...vector, ...flags };
}

function mergeOf(merged_node_ids: string[], new_node_id: string) {
  const description = merged_node_ids.join(", ");
  const told = { timestamp: 0, description, ruling: null };
  return { event_id: description, merged_node_ids, new_node_id, ...told };
}

/** The texts of `a`, `b` and `c` stand in the document from last to first. */
function remembered(): ResearchResult {
  const tree = treeOf("a.md", TEXT, ["Third.", "Second.", "First."]);
  return resultWith({
    queryGraph: { nodes: { a: nodeOf("a", ["b"]), b: nodeOf("b", ["a"]), c: nodeOf("c") } },
    interactionTree: {
      ...tree,
      node_to_entries: { a: ["entry-0"], b: ["entry-1"], c: ["entry-2"] },
      merge_events: [mergeOf(["x", "y"], "z"), mergeOf(["z", "w"], "a")],
    },
  });
}

/** MB-24: what an export holds is shown in full. */
describe("the graph of a result (MB-24)", () => {
  it("stands in the order in which people read", () => {
    expect([...graphOf(remembered(), new Map()).keys()]).toEqual(["c", "b", "a"]);
  });

  it("knows summaries, documents and every merge that led to a node", () => {
    expect(graphOf(remembered(), new Map()).get("a")).toMatchObject({
      summary: "Sum of a",
      document: "a.md",
      givesOrders: true,
      merges: ["x, y", "z, w"],
    });
    expect(graphOf(remembered(), new Map()).get("b")?.givesOrders).toBe(false);
  });

  it("tells each pair of sentences once, a line each", () => {
    const [one, other] = [
      "“A is 5.” stands against “A is 7.”",
      "“A is 7.” stands against “A is 5.”",
    ];
    const third = "“A is 5.” stands against “A is 9.”";
    const description = [one, other, third, one].join("\n");
    const grounds = "Both are refuted.";
    const resolution = "inconclusive" as const;
    const disputed = { with: ["b"], description, about: [description], resolution, grounds };
    const nodes = { a: { ...nodeOf("a"), disputed }, b: nodeOf("b") };
    const graph = graphOf(resultWith({ queryGraph: { nodes } }), new Map());
    expect(graph.get("a")?.disputes).toEqual([one, third, grounds]);
  });

  it("tells those disputes first that touch what is quoted", () => {
    const [toll, long, tax] = [
      "“The toll\tis 5.” stands against “The toll is 7.”",
      "“The bridge is 90 m long and…” stands against “The bridge is 80 m long.”",
      "“税为三元。”与“税为五元。”相矛盾",
    ];
    const quotes = ["The year 1871. The bridge is 90 m long and wide.", "The toll\nis 5."];
    expect(quotedFirst([tax, toll, long], quotes)).toEqual([long, toll, tax]);
    expect(quotedFirst([toll, long, tax], ["税为五元。"])).toEqual([tax, toll, long]);
    expect(quotedFirst([toll, tax], [])).toEqual([toll, tax]);
  });

  it("keeps the reasons for links that only the events told", () => {
    const first = graphOf(remembered(), new Map());
    const a = first.get("a");
    if (!a) throw new Error("node a is missing");
    const told = new Map([["a", { ...a, links: new Map([["b", "same subject"]]) }]]);
    expect(graphOf(remembered(), told).get("a")?.links.get("b")).toBe("same subject");
    expect(graphOf(remembered(), told).get("b")?.links.get("a")).toBe("");
  });
});
