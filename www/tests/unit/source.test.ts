import { describe, expect, it } from "vitest";
import { rangesOf, sourceDocuments, unitsAt } from "../../src/state/source.ts";
import { bytesOf, resultWith, treeOf } from "./results.ts";

const TEXT = "# 记忆 🧠\n\nFirst sentence. Second sentence.\n\nLast: naïve.";
const PARTS = ["Second sentence.", "# 记忆 🧠", "First sentence.", "Last: naïve."];

function rebuilt() {
  const interactionTree = treeOf("a.md", TEXT, PARTS);
  const [document] = sourceDocuments(resultWith({ interactionTree }));
  if (!document) throw new Error("no document was rebuilt");
  return document;
}

describe("a document rebuilt from memory", () => {
  it("has its passages in the order of the text, with the white space that stood between", () => {
    expect(rebuilt().blocks.map(({ text, gap }) => [text, gap])).toEqual([
      ["# 记忆 🧠", "none"],
      ["First sentence.", "paragraph"],
      ["Second sentence.", "space"],
      ["Last: naïve.", "paragraph"],
    ]);
  });

  it.each(["🧠", "sentence", "naïve", "# 记忆"])("finds %s by its bytes", (quote) => {
    const document = rebuilt();
    const found = rangesOf(document, bytesOf(TEXT, quote)).map(({ block, from, to }) =>
      document.blocks[block]?.text.slice(from, to),
    );
    expect(found).toEqual([quote]);
  });

  it("finds every part of a quotation that runs over passages", () => {
    const document = rebuilt();
    const ranges = rangesOf(document, bytesOf(TEXT, "sentence. Second"));
    const parts = ranges.map(({ block, from, to }) => document.blocks[block]?.text.slice(from, to));
    expect(parts).toEqual(["sentence.", "Second"]);
  });

  it("finds nothing outside of the text", () => {
    expect(rangesOf(rebuilt(), { start: 5000, end: 5010 })).toEqual([]);
  });

  it("shows a text once, though two entries hold it", () => {
    const interactionTree = treeOf("a.md", TEXT, ["First sentence.", "First sentence."]);
    const [document] = sourceDocuments(resultWith({ interactionTree }));
    expect(document?.blocks.length).toBe(1);
  });
});

describe("bytes as UTF-16 units", () => {
  it("agrees with the platform's encoder at every character", () => {
    const text = "aé€🧠z";
    let units = 0;
    for (const character of text) {
      const bytes = new TextEncoder().encode(text.slice(0, units)).length;
      expect(unitsAt(text, bytes)).toBe(units);
      units += character.length;
    }
  });

  it("stays within the text", () => {
    expect(unitsAt("ab", 99)).toBe(2);
    expect(unitsAt("ab", -3)).toBe(0);
  });
});
