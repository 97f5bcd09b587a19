/** The share of an answer's statements that have sources. */
import type { Answer } from "./types.ts";

/** True if an answer makes statements and cites no source for any of them: a model's own words. */
export function isUnsupported({ statements, citations }: Answer): boolean {
  return statements.length > 0 && citations.length === 0;
}

/** The number of statements that name no source. */
export function withoutSource({ statements }: Answer): number {
  return statements.filter(({ citations }) => citations.length === 0).length;
}
