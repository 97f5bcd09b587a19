/** How far what is remembered can be trusted, in words. */

import type { Trust } from "../bank/types.ts";
import type { Dictionary } from "./dictionary.ts";

/** Of what runs have taught: a label that no language has words for stands as it is. */
export function runTrustText(trust: Trust, { longTerm: text }: Dictionary): string {
  return text.trustOfRuns[trust] ?? text.trust[trust] ?? trust;
}
