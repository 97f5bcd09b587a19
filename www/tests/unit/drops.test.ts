import { describe, expect, it } from "vitest";
import { fateOf } from "../../src/views/drops.ts";

const ZONE = { isField: false, isZone: true };
const BESIDE = { isField: false, isZone: false };
const FIELD = { isField: true, isZone: true };

describe("what is dropped", () => {
  it.each([
    ["a file on the zone", ["Files"], ZONE, "files"],
    ["a file beside the zone", ["Files"], BESIDE, "files"],
    ["a file on a field", ["Files"], FIELD, "files"],
    ["a picture with its address", ["text/uri-list", "text/html", "Files"], BESIDE, "files"],
    ["text on the zone", ["text/plain", "text/html"], ZONE, "text"],
    ["text on a field", ["text/plain"], FIELD, "field"],
    ["text beside the zone", ["text/plain"], BESIDE, "nothing"],
    ["a link beside the zone", ["text/uri-list", "text/plain"], BESIDE, "nothing"],
  ] as const)("%s", (_name, types, place, fate) => {
    expect(fateOf(types, place)).toBe(fate);
  });
});
