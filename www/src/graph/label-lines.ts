/** Labels in lines of a moderate width. */

/** Returns the width of a text. */
export type Measure = (text: string) => number;

/** The room of a label. */
export interface Room {
  readonly width: number;
  readonly lines: number;
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const ELLIPSIS = "…";

/**
 * Splits a topic into lines. Where it has no room for all, its last line is its end, behind an ellipsis: topics of one
 * chapter begin alike, and differ there.
 */
export function labelLines(
  topic: string,
  measure: Measure,
  { width, lines: most }: Room,
): string[] {
  let rest = Array.from(LETTERS.segment(topic.trim()), ({ segment }) => segment);
  const lines: string[] = [];
  while (rest.length > 0) {
    const fits = (count: number) => measure(joined(rest, count)) <= width;
    if (lines.length === most - 1 && !fits(rest.length)) {
      const ends = (count: number) => measure(ELLIPSIS + ending(rest, count)) <= width;
      return [...lines, ELLIPSIS + ending(rest, longest(rest.length, ends))];
    }
    const count = breakAt(rest, longest(rest.length, fits));
    lines.push(joined(rest, count));
    rest = rest.slice(count);
    while (rest[0]?.trim() === "") rest = rest.slice(1);
  }
  return lines;
}

/** The last so many letters, from the beginning of a word unless that leaves more than half of them out. */
function ending(letters: readonly string[], count: number): string {
  const end = letters.slice(letters.length - count);
  const isWhole = letters[letters.length - count - 1]?.trim() === "";
  const space = isWhole ? -1 : end.findIndex((letter) => letter.trim() === "");
  return end
    .slice(space < count / 2 ? space + 1 : 0)
    .join("")
    .trim();
}

function joined(letters: readonly string[], count: number): string {
  return letters.slice(0, count).join("").trimEnd();
}

/** The greatest length that fits, at least 1. */
function longest(length: number, fits: (length: number) => boolean): number {
  let count = 1;
  while (count < length && fits(count + 1)) count += 1;
  return count;
}

/** The end of a line: after its last word, unless that leaves more than half of the line empty. */
function breakAt(letters: readonly string[], count: number): number {
  if (count === letters.length || letters[count]?.trim() === "") return count;
  const space = letters.slice(0, count).findLastIndex((letter) => letter.trim() === "");
  return space > count / 2 ? space : count;
}
