/** The remedies of problems. */

import { isOfToken } from "../bank/token.ts";
import type { Problem } from "../state/problem.ts";
import type { Dictionary } from "./en.ts";

/** Problems of a tried service that have the remedy of another. */
const AS: Readonly<Record<string, string>> = {
  search_not_json: "search_refused",
  search_malformed: "search_refused",
  search_bad_base: "search_refused",
  reader_not_found: "reader_refused",
  reader_blocked: "reader_refused",
  reader_empty: "reader_refused",
  reader_malformed: "reader_refused",
};

/** The remedy of a problem, also of one of a token; `undefined` if the page has no words for it. */
export function remedyFor(problem: Problem, words: Dictionary): string | undefined {
  if (!isOfToken(problem)) return words.remedies[AS[problem.code] ?? problem.code];
  const { model, access } = words;
  const texts = problem.token === "accessToken" ? access.problems : model.proxyTokenProblems;
  return texts[problem.code];
}
