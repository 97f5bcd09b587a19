import { describe, expect, it } from "vitest";
import { keepUse, keptUse } from "../../src/bank/kept-use.ts";

function tabHolding(held: string | null) {
  let kept = held;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  };
}

/** BX-06: what was switched off stays off. */
describe("what the next questions use, kept in the tab (BX-06)", () => {
  it("is what it was, after a reload", () => {
    const tab = tabHolding(null);
    const use = { isOff: true, without: ["m-1"] };
    keepUse(tab, use);
    expect(keptUse(tab)).toEqual(use);
  });

  it("is nothing where nothing was kept, or something else", () => {
    for (const held of [null, "", "null", "1", '{"isOff":"no","without":[]}', '{"isOff":true}'])
      expect(keptUse(tabHolding(held))).toBeNull();
    expect(keptUse(null)).toBeNull();
  });

  it("does without a storage that throws", () => {
    const refuse = () => {
      throw new Error("forbidden");
    };
    const tab = { getItem: refuse, setItem: refuse };
    expect(() => keepUse(tab, { isOff: true, without: [] })).not.toThrow();
    expect(keptUse(tab)).toBeNull();
  });
});
