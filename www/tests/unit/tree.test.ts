import { describe, expect, it } from "vitest";
import { branchesOf, isBranched } from "../../src/state/branches.ts";
import { EMPTY_NODE } from "../../src/state/memory.ts";
import type { SourceDocument } from "../../src/state/source.ts";
import { moveOf, type TreeRow, TypeAhead } from "../../src/views/tree-keys.ts";

/** `+` an open topic, `-` a closed one, `.` one without branches; indented: a branch. */
function rows(text: string): TreeRow[] {
  return text.split("\n").map((line): TreeRow => {
    const level = line.startsWith("  ") ? 2 : 1;
    const mark = line.trim()[0];
    const isOpen = level === 2 || mark === "." ? null : mark === "+";
    return { level, isOpen, text: line.trim().slice(1) };
  });
}

const TREE = rows("-Bridge\n+Harbour\n  .Boats\n  .Bridge\n.Market");

/** PL-05: the tree is walked by keyboard. */
describe("the keys of the tree (PL-05)", () => {
  it.each([
    ["ArrowDown", 0, { to: 1 }],
    ["ArrowDown", 4, { to: 4 }],
    ["ArrowDown", -1, { to: 0 }],
    ["ArrowUp", 4, { to: 3 }],
    ["ArrowUp", 0, { to: 0 }],
    ["Home", 3, { to: 0 }],
    ["End", 0, { to: 4 }],
    ["PageDown", 1, { to: 4 }],
    ["ArrowRight", 0, { opens: true }],
    ["ArrowRight", 1, { to: 2 }],
    ["ArrowRight", 2, null],
    ["ArrowRight", 4, null],
    ["ArrowLeft", 1, { opens: false }],
    ["ArrowLeft", 3, { to: 1 }],
    ["ArrowLeft", 0, null],
    ["Enter", 0, "choose"],
    [" ", 2, "choose"],
    ["Tab", 0, null],
  ] as const)("%s in row %d leads to %j", (key, at, move) => {
    expect(moveOf(key, TREE, at)).toEqual(move);
  });

  it("do nothing in an empty tree", () => {
    expect(moveOf("End", [], -1)).toBeNull();
  });

  it("find rows by their first letters, round the end", () => {
    const ahead = new TypeAhead();
    expect(ahead.find("b", TREE, 0, 0)).toBe(2);
    expect(ahead.find("r", TREE, 2, 100)).toBe(3);
    expect(ahead.find("m", TREE, 3, 2000)).toBe(4);
    expect(ahead.find("b", TREE, 4, 4000)).toBe(0);
    expect(ahead.find("b", TREE, 0, 4100)).toBe(2);
    expect(ahead.find("x", TREE, 0, 6000)).toBeNull();
    expect(ahead.find("Home", TREE, 0, 8000)).toBeNull();
    expect(ahead.find(" ", TREE, 0, 10_000)).toBeNull();
  });
});

describe("the branches of a topic (PL-05)", () => {
  const text = "The bridge.\n Long and old.";
  const sources: SourceDocument[] = [
    {
      name: "a.md",
      blocks: [{ entryId: "e", bytes: { start: 0, end: text.length }, text, gap: "none" }],
    },
  ];
  const place = { document: "a.md", bytes: { start: 0, end: text.length } };
  const node = {
    ...EMPTY_NODE,
    id: "n",
    document: "a.md",
    places: [place],
    links: new Map([["l", "near"]]),
    disputes: new Map([["d", ["five against seven", "nobody knows"]]]),
  };

  it("are its disputes, its relations and its texts", () => {
    expect(branchesOf(node, sources)).toEqual([
      { kind: "dispute", other: "d", text: "five against seven" },
      { kind: "link", other: "l", text: "near" },
      { kind: "place", place, text: "The bridge. Long and old." },
    ]);
  });

  it("name the document while its text is not at hand", () => {
    expect(branchesOf({ ...node, links: new Map(), disputes: new Map() }, [])).toEqual([
      { kind: "document", text: "a.md" },
    ]);
    expect(isBranched(EMPTY_NODE)).toBe(false);
    expect(branchesOf(EMPTY_NODE, sources)).toEqual([]);
  });
});
