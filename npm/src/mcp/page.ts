/** Sizes of replies, so that each fits into the context of a client's model. */
import * as z from "zod";
import { oneLine } from "../cli/terminal.ts";

/** Characters of a reply: as text, and as JSON. */
export const REPLY = { least: 1_000, usual: 8_000, most: 40_000 } as const;

/** Characters for the parts of a reply that stand around its items. */
const FRAME = 600;

/** Most characters of a line that stands outside the marks of texts. */
const LONGEST_LINE = 300;

export const maxCharacters = z
  .int()
  .min(REPLY.least)
  .max(REPLY.most)
  .default(REPLY.usual)
  .describe("Most characters of the reply, about");

export const nextOffset = z
  .int()
  .nullable()
  .describe("offset of the next part; null after the last");

/** Characters for the items of a reply of so many characters. */
export function roomIn(characters: number): number {
  return characters - FRAME;
}

/** Characters of a value as JSON. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** The beginning of a text, in so many characters as JSON. It ends in no half of a character. */
export function beginning(text: string, room: number): string {
  let part = whole(text.slice(0, Math.max(room, 0)));
  while (sizeOf(part) - 2 > room) {
    part = whole(part.slice(0, Math.floor((part.length * room) / (sizeOf(part) - 2))));
  }
  return part;
}

/** The text without the first half of a surrogate pair at its end. */
function whole(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/** The text, or its beginning with an ellipsis. */
export function shortened(text: string, room: number): string {
  return sizeOf(text) - 2 <= room ? text : `${beginning(text, room - 1)}…`;
}

/** The text on one line of bounded length: words of others that stand outside the marks. */
export function line(text: string, longest = LONGEST_LINE): string {
  return shortened(oneLine(text), longest);
}

/** The first items that fit into the room as JSON; at least so many of them. */
export function fitting<T>(items: readonly T[], room: number, least = 1): T[] {
  let left = room;
  const first = items.findIndex((item, at) => {
    left -= sizeOf(item) + 1;
    return left < 0 && at >= least;
  });
  return first === -1 ? [...items] : items.slice(0, first);
}

/** Where a list goes on after these items; `null` after the last. */
export function offsetAfter(offset: number, shown: number, total: number): number | null {
  return offset + shown < total ? offset + shown : null;
}
