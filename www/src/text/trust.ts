/** The trust of memories, in words. */

import type { Trust } from "../bank/types.ts";
import type { Dictionary } from "./dictionary.ts";

/** The trust of a lesson; a label without words in any language is shown unchanged. */
export function runTrustText(trust: Trust, { longTerm: text }: Dictionary): string {
  return text.trustOfRuns[trust] ?? text.trust[trust] ?? trust;
}
