import { describe, expect, it } from "vitest";
import type { Citation } from "../../src/bank/types.ts";
import { en } from "../../src/text/en.ts";
import { zh } from "../../src/text/zh.ts";
import { notesOf, stepsOf } from "../../src/views/origin.ts";

const PAGE = {
  document: "https://lights.example/w",
  title: "Westby",
  headings: ["Height"],
  published: "May 2024",
  trust: "found_page",
  doubts: [],
} satisfies Partial<Citation>;

const GIVEN = { published: null, trust: "given" as const, doubts: [] };

/** BX-05: where a quotation comes from, and how far that can be trusted, is told beside it. */
describe("where a quotation comes from (BX-05)", () => {
  it("is a page by its title and its address, anything else by its name", () => {
    const [document, headings] = [PAGE.document, [...PAGE.headings]];
    expect(stepsOf({ ...PAGE, headings })).toEqual(["Westby (https://lights.example/w)", "Height"]);
    expect(stepsOf({ ...PAGE, headings, title: null })).toEqual([document, "Height"]);
    expect(stepsOf({ ...PAGE, headings, title: document })).toEqual([document, "Height"]);
  });

  it("has a date, a page and a label where there is something to tell", () => {
    expect(notesOf(PAGE, null, en)).toEqual(["published May 2024", "found by search"]);
    expect(notesOf(PAGE, null, zh)).toEqual(["发布于 May 2024", "搜索找到"]);
    expect(notesOf(GIVEN, 3, en)).toEqual(["page 3"]);
    expect(notesOf(GIVEN, null, en)).toEqual([]);
  });

  it("says nothing of a dispute, which the answer tells", () => {
    const dissent = { sides: null, description: "42 or 44" };
    const disputed = { ...GIVEN, doubts: [{ kind: "disputed" as const, conflict: "c1", dissent }] };
    expect(notesOf(disputed, null, en)).toEqual([]);
  });

  it.each([
    ["named_page", "page you named"],
    ["snippet", "search result only, page not read"],
    ["imported", "imported"],
    ["model", "a model’s words"],
  ] as const)("that is %s is told in words", (trust, told) => {
    expect(notesOf({ ...GIVEN, trust }, null, en)).toEqual([told]);
  });
});
