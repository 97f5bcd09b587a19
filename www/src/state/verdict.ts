/** Why an answer is none. */

import type { State } from "./state.ts";

/** The tools that reach out to the web. */
const OF_THE_WEB: readonly string[] = ["search", "visit"];

/** The cause, with its values. */
export type Cause =
  /** The documents that were given do not say it. */
  | { readonly cause: "documents"; readonly count: number }
  /** What was read, on the web or in memory, does not say it. */
  | { readonly cause: "read" }
  /** The web was reached, and nothing was found there. */
  | { readonly cause: "nothing" }
  /** No search and no page came through. `last`: the last failure, as the tool told it. */
  | { readonly cause: "unreached"; readonly failed: number; readonly last: string };

/** Failed calls of the web, and none that came through, after which a run pauses. */
const PAUSES_AFTER = 2;

/** True if a run that searches has tried the web several times, and has not reached it once. */
export function isCutOff({ tools }: Pick<State["work"], "tools">): boolean {
  const calls = tools.filter(({ tool }) => OF_THE_WEB.includes(tool));
  const searches = calls.some(({ tool }) => tool === "search");
  return searches && calls.length >= PAUSES_AFTER && !calls.some(({ succeeded }) => succeeded);
}

/** The cause that the present run's answer found nothing. */
export function causeOf({
  documents,
  nodes,
  work,
}: Pick<State, "documents" | "nodes" | "work">): Cause {
  const calls = work.tools.filter(({ tool }) => OF_THE_WEB.includes(tool));
  const last = calls.at(-1);
  const cameThrough = calls.some(({ succeeded }) => succeeded);
  // Without a search a model can only visit addresses that stand in the question or the documents.
  const isOfTheWeb = documents.length === 0 || calls.some(({ tool }) => tool === "search");
  if (last !== undefined && !cameThrough && isOfTheWeb)
    return { cause: "unreached", failed: calls.length, last: last.outcome };
  if (!cameThrough && documents.length > 0) return { cause: "documents", count: documents.length };
  return nodes.size === 0 && cameThrough ? { cause: "nothing" } : { cause: "read" };
}
