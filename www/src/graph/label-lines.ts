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
const HEADINGS_SEPARATOR = " › ";

/**
 * Splits a topic into lines, with an ellipsis where the room ends. The last heading of a path that has no room for all
 * stands alone: its beginning is the same as its neighbours'.
 */
export function labelLines(topic: string, measure: Measure, room: Room): string[] {
  const whole = wrapped(topic, measure, room);
  const last = topic.split(HEADINGS_SEPARATOR).at(-1) ?? topic;
  return whole.isCut && last !== topic ? wrapped(last, measure, room).lines : whole.lines;
}

function wrapped(text: string, measure: Measure, { width, lines: most }: Room) {
  let rest = Array.from(LETTERS.segment(text.trim()), ({ segment }) => segment);
  const lines: string[] = [];
  while (rest.length > 0) {
    const fits = (count: number, end = "") => measure(joined(rest, count) + end) <= width;
    if (lines.length === most - 1 && !fits(rest.length)) {
      const count = longest(rest.length, (length) => fits(length, ELLIPSIS));
      return { lines: [...lines, joined(rest, count) + ELLIPSIS], isCut: true };
    }
    const count = breakAt(
      rest,
      longest(rest.length, (length) => fits(length)),
    );
    lines.push(joined(rest, count));
    rest = rest.slice(count);
    while (rest[0]?.trim() === "") rest = rest.slice(1);
  }
  return { lines, isCut: false };
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
