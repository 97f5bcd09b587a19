/** What a search of long-term memory shows, and what it says of it (BX-06). */

import { describe, expect, it } from "vitest";
import type { Methodology } from "../../src/bank/types.ts";
import {
  bearingOn,
  type LearnedRun,
  methodologiesFound,
  runsFound,
} from "../../src/state/long-term.ts";
import { dictionary } from "../../src/text/dictionary.ts";
import { foundText } from "../../src/views/long-term-tools.ts";
import { entry, recalled } from "./remembering.ts";

describe("what a search shows", () => {
  it("is of what was found by its meaning alone only what is near", () => {
    const one = (id: string, relevance: number, ...channels: string[]) =>
      recalled(entry(id, ""), relevance, ...channels);
    const found = [
      one("near", 0.1, "semantic"),
      one("far", 0.0999, "semantic"),
      one("far, by words", 0.05, "semantic", "keyword"),
      one("of that time", 0, "temporal"),
    ];
    const shown = bearingOn(found).map(({ entry: { id } }) => id);
    expect(shown).toEqual(["near", "far, by words", "of that time"]);
  });

  const taught = {
    methodologies: [
      { id: "a", situation: "An import fails: numpy", strategy: "Install it", error_type: null },
      { id: "b", situation: "A page refuses", strategy: "Read another", error_type: "HTTP 403" },
      { id: "c", situation: "网页拒绝访问", strategy: "换一个网页", error_type: null },
    ] as Methodology[],
    learned: {
      items: [
        { id: "r", summary: "Mend the import of numpy", errors: ["ImportError"] },
        { id: "s", summary: "How tall is the tower?", errors: [] },
      ] as unknown as LearnedRun[],
      next: "s" as never,
    },
  };
  const searching = (text: string) => ({
    ...taught,
    search: { text, found: [], isByWordsAlone: false },
  });

  it("is of what runs have taught what holds all of its words", () => {
    const held = (text: string) => [
      methodologiesFound(searching(text)).map(({ id }) => id),
      runsFound(searching(text)).map(({ id }) => id),
    ];
    expect(held("NumPy  import?")).toEqual([["a"], ["r"]]);
    expect(held("403")).toEqual([["b"], []]);
    expect(held("importerror")).toEqual([[], ["r"]]);
    expect(held("网页")).toEqual([["c"], []]);
    expect(held("numpy tower")).toEqual([[], []]);
  });

  it("is all that runs have taught where nothing is looked for", () => {
    const all = { ...taught, search: null };
    expect(methodologiesFound(all)).toBe(taught.methodologies);
    expect(runsFound(all)).toBe(taught.learned.items);
  });

  it("is told in both languages, with how much of what runs have taught holds the words", () => {
    const said = foundText(searching("numpy"), dictionary("en"));
    const nothing = "Nothing came to mind.";
    expect(said).toBe(
      `${nothing} From runs: 1 of 3 methodologies and warnings, 1 of 2 listed runs.`,
    );
    expect(foundText(searching("403"), dictionary("zh"))).toContain("3 条方法和警告中的 1 条");
    const untaught = { methodologies: [], learned: { items: [], next: null } };
    expect(foundText({ ...searching("numpy"), ...untaught }, dictionary("en"))).toBe(nothing);
  });
});
