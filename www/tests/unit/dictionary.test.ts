import { describe, expect, it } from "vitest";
import {
  durationText,
  momentText,
  preferredLanguage,
  sizeText,
} from "../../src/text/dictionary.ts";
import { en } from "../../src/text/en.ts";
import { zh } from "../../src/text/zh.ts";

function leaves(value: object, path = ""): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" ? leaves(inner, `${path}${key}.`) : [`${path}${key}`],
  );
}

/** BX-09: English and Chinese throughout. */
describe("the page's languages (BX-09)", () => {
  it("say the same things", () => {
    expect(leaves(zh)).toEqual(leaves(en));
  });

  it.each([
    [["zh-Hant-TW", "en"], "zh"],
    [["fr", "en-GB"], "en"],
    [["de"], "en"],
    [[], "en"],
  ] as const)("%j chooses %s", (languages, chosen) => {
    expect(preferredLanguage(languages)).toBe(chosen);
  });
});

describe("quantities", () => {
  it("are written for people", () => {
    expect(sizeText(23_456_789, "en")).toBe("23.5 MB");
    expect(durationText(35, "en")).toBe("35 ms");
    expect(durationText(2345, "en")).toBe("2.3 sec");
  });

  it.each([8.64e15 + 1, -8.64e15 - 1, Number.NaN])("have a dash for the moment %d", (moment) => {
    expect(momentText(8.64e15, "en")).toContain("275760");
    expect(momentText(moment, "en")).toBe("—");
  });
});
