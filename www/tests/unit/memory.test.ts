import { describe, expect, it } from "vitest";
import type { AnswerDispute, Quote, ResearchResult } from "../../src/bank/types.ts";
import { quotedFirst } from "../../src/state/disputes.ts";
import { graphOf } from "../../src/state/memory.ts";
import { bytesOf, resultWith, treeOf } from "./results.ts";

const TEXT = "First. Second. Third.";

function nodeOf(id: string, links: string[] = []) {
  const vector = { embedding: null, embedding_model: null, trust: "given" as const };
  const shared = { summary: `Sum of ${id}`, keywords: [id], timestamp: 0, disputed: [] };
  return { id, context: `About ${id}`, links, ...shared, ...vector };
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
    queryGraph: {
      nodes: { a: nodeOf("a", ["b"]), b: nodeOf("b", ["a"]), c: nodeOf("c") },
      conflicts: {},
    },
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
      merges: ["x, y", "z, w"],
    });
  });

  it("knows the places of the original texts in reading order", () => {
    const result = remembered();
    const { interactionTree: tree } = result;
    const joined = {
      ...result,
      interactionTree: {
        ...tree,
        node_to_entries: { ...tree.node_to_entries, a: ["entry-0", "entry-2"] },
      },
    };
    const placeOf = (part: string) => ({ document: "a.md", bytes: bytesOf(TEXT, part) });
    expect(graphOf(joined, new Map()).get("a")?.places).toEqual([
      placeOf("First."),
      placeOf("Third."),
    ]);
  });

  it("tells each conflict of a node, and once why none could be decided", () => {
    const [one, other] = [
      "“A is 5.” stands against “A is 7.”",
      "“A is 5.” stands against “A is 9.”",
    ];
    const grounds = "Both are wrong.";
    const conflictOf = (id: string, description: string) => ({
      id,
      about: ["a", "b"] as [string, string],
      dissent: { sides: null, description },
      status: "undecided" as const,
      upheld: null,
      grounds,
    });
    const nodes = { a: { ...nodeOf("a"), disputed: ["c1", "c2"] }, b: nodeOf("b") };
    const conflicts = { c1: conflictOf("c1", one), c2: conflictOf("c2", other) };
    const graph = graphOf(resultWith({ queryGraph: { nodes, conflicts } }), new Map());
    expect(graph.get("a")?.disputes).toEqual(new Map([["b", [one, other, grounds]]]));
  });

  it("tells those disputes first that touch what is quoted", () => {
    const disputeOf = (...texts: [string, string]): AnswerDispute => ({
      conflict: null,
      sides: texts.map((text) => ({ text, place: null, as_of: null })) as [Quote, Quote],
      description: texts.join(" against "),
      status: "open",
      grounds: "",
    });
    const toll = disputeOf("The toll is 5.", "The toll is 7.");
    const long = disputeOf("The bridge is 90 m long", "The bridge is 80 m long.");
    const tax = disputeOf("税为三元。", "税为五元。");
    const quotes = ["The year 1871. The bridge is 90 m long and wide.", "The toll\nis 5."];
    expect(quotedFirst([tax, toll, long], quotes)).toEqual([long, toll, tax]);
    expect(quotedFirst([toll, long, tax], ["税为五元。"])).toEqual([tax, toll, long]);
    expect(quotedFirst([toll, { ...tax, sides: null }], [])).toHaveLength(2);
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
