/** The documents that a stopped run read only in part. */

import type { State } from "./state.ts";

/** A document that memory does not hold all of. */
export interface PartlyRead {
  readonly name: string;
  /** Whole per cent, rounded down: 0 where only its beginning was read; `null` where nothing was. */
  readonly percent: number | null;
}

/** The documents that were read in part, or not at all. */
export function partlyRead({ documents, sources }: Pick<State, "documents" | "sources">) {
  return documents.flatMap(({ name, chars, readChars }): PartlyRead[] => {
    // Files of older versions lack the field: all of it was read.
    if (typeof readChars !== "number" || readChars >= chars) return [];
    const held = readChars > 0 || sources.some((source) => source.name === name);
    return [{ name, percent: held ? Math.floor((readChars / chars) * 100) : null }];
  });
}
