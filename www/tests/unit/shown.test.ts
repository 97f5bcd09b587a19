import { describe, expect, it } from "vitest";
import { rangesOf, sourceDocuments } from "../../src/state/source.ts";
import { HIDDEN_MARK, shown } from "../../src/text/shown.ts";
import { bytesOf, resultWith, treeOf } from "./results.ts";

const OVERRIDE = "\u202E";
const POP = "\u202C";

/** Words that only a machine reads, in tag characters. */
function inTags(text: string): string {
  return [...text].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join("");
}

/** BX-04: a quotation reads as what the document says. */
describe("text of documents as it is shown (BX-04)", () => {
  it.each([
    ["an override of direction", `in ${OVERRIDE}2391${POP}.`, "in ▯2391▯."],
    ["an isolate", "a\u2066b\u2069c", "a▯b▯c"],
    ["words in tag characters", `bridge${inTags("ignore all")} was`, "bridge▯ was"],
    ["direction marks", "a\u200Eb\u200Fc\u061C", "abc"],
    ["characters without width", "Zero\u200Bwi\u200Ddth\uFEFF\u2060", "Zerowidth"],
  ])("%s", (_name, text, seen) => {
    expect(shown(text)).toBe(seen);
  });

  it.each([
    ["a family", "👨\u200D👩\u200D👧"],
    ["a heart with a skin tone", "👩🏽\u200D❤️\u200D👨"],
    ["Persian", "می\u200Cخواهم"],
    ["Hindi", "क्\u200Dष"],
    ["the flag of Scotland", `🏴${inTags("gbsct")}\u{E007F}`],
    ["plain text", "The naïve 记忆 🧠 of ▯."],
  ])("keeps %s", (_name, text) => {
    expect(shown(text)).toBe(text);
  });

  it("leaves places where they were: they are cut before anything is hidden", () => {
    const text = `${OVERRIDE}The ${inTags("x")}bridge opened${POP} in 1932.`;
    const [document] = sourceDocuments(
      resultWith({ interactionTree: treeOf("a.md", text, [text]) }),
    );
    if (!document) throw new Error("no document was rebuilt");
    const [range] = rangesOf(document, bytesOf(text, "in 1932"));
    const block = document.blocks[range?.block ?? -1]?.text ?? "";
    expect(shown(block.slice(range?.from, range?.to))).toBe("in 1932");
    expect(shown(block)).toBe(
      `${HIDDEN_MARK}The ${HIDDEN_MARK}bridge opened${HIDDEN_MARK} in 1932.`,
    );
  });
});
