/** How far an answer's statements rest on sources. */
import type { Answer } from "./types.ts";

/** Whether an answer claims something and names no source for any of it: a model's own words. */
export function isUnsupported({ statements, citations }: Answer): boolean {
  return statements.length > 0 && citations.length === 0;
}

/** The number of statements that name no source. */
export function withoutSource({ statements }: Answer): number {
  return statements.filter(({ citations }) => citations.length === 0).length;
}
