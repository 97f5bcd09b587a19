/** What to do about a problem. */

import { isOfToken } from "../bank/token.ts";
import type { Problem } from "../state/problem.ts";
import type { Dictionary } from "./en.ts";

/** What to do about a problem, also about one of a token; `undefined` if the page has no words for it. */
export function remedyFor(problem: Problem, words: Dictionary): string | undefined {
  if (!isOfToken(problem)) return words.remedies[problem.code];
  const { model, access } = words;
  const texts = problem.token === "accessToken" ? access.problems : model.proxyTokenProblems;
  return texts[problem.code];
}
