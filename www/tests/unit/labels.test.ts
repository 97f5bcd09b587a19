import { describe, expect, it } from "vitest";
import { labelLines } from "../../src/graph/label-lines.ts";
import { type Candidate, labelPlaces } from "../../src/graph/label-places.ts";

/** Each character is one unit wide. */
const measure = (text: string) => [...text].length;
const ROOM = { width: 12, lines: 2 };

/** The topics of the drawing can be read. */
describe("the lines of a label", () => {
  it.each([
    ["The bridge", ["The bridge"]],
    ["The bridge of Westby", ["The bridge", "of Westby"]],
    ["", []],
    ["Incomprehensibilities", ["Incomprehens", "ibilities"]],
    ["一座横跨河流的钢铁大桥于一八七一年建成", ["一座横跨河流的钢铁大桥于", "一八七一年建成"]],
  ])("%j has %j", (topic, lines) => {
    expect(labelLines(topic, measure, ROOM)).toEqual(lines);
  });

  it("end with an ellipsis only where two lines do not hold the topic", () => {
    const lines = labelLines("The toll of the bridge is seven crowns", measure, ROOM);
    expect(lines).toEqual(["The toll of", "…crowns"]);
    expect(lines.every((line) => measure(line) <= ROOM.width)).toBe(true);
  });

  it("tell the end of a path of headings that does not fit", () => {
    expect(labelLines("Roads › Tolls", measure, ROOM)).toEqual(["Roads ›", "Tolls"]);
    const long = labelLines("Roads and bridges of Westby › Tolls", measure, ROOM);
    expect(long).toEqual(["Roads and", "…› Tolls"]);
  });

  it("keep the parts of a character together", () => {
    const family = "👨‍👩‍👧‍👦";
    const byLetter = (text: string) => [...new Intl.Segmenter().segment(text)].length;
    expect(labelLines(family.repeat(5), byLetter, { width: 3, lines: 2 })).toEqual([
      family.repeat(3),
      family.repeat(2),
    ]);
  });
});

describe("the places of labels", () => {
  const drawing = { width: 400, height: 300 };
  const at = (x: number, y: number, isKept = false): Candidate => ({
    x,
    y,
    radius: 5,
    width: 100,
    height: 28,
    isKept,
  });

  it("are right of the node, and left of one at the right edge", () => {
    const [middle, edge] = labelPlaces([at(100, 100), at(380, 200)], drawing);
    expect(middle).toMatchObject({ x: 109, y: 86 });
    expect(edge).toMatchObject({ x: 271, y: 186 });
  });

  it("do not overlap", () => {
    const places = labelPlaces([at(150, 150), at(160, 152), at(170, 154)], drawing);
    for (const [index, one] of places.entries())
      for (const other of places.slice(index + 1)) {
        if (!one || !other) continue;
        const apart =
          Math.abs(one.x - other.x) >= one.width || Math.abs(one.y - other.y) >= one.height;
        expect(apart).toBe(true);
      }
  });

  it("are left out where there is no room, but for those that are kept", () => {
    const crowd = (isKept: boolean) => Array.from({ length: 5 }, () => at(200, 150, isKept));
    expect(labelPlaces(crowd(false), drawing).filter(Boolean)).toHaveLength(2);
    const near = [...crowd(false), at(200, 164, true)];
    expect(labelPlaces(near, drawing).at(-1)).not.toBeNull();
  });
});
