/** The user's documents, in a bank's form. */

import { pastedName as namePasted, withDistinctNames } from "../state/names.ts";
import type { DraftDocument } from "../state/state.ts";
import type { ResearchRequest } from "./types.ts";

/** The documents as the engine takes them, no two of one name. */
export async function readDocuments(
  documents: readonly DraftDocument[],
  pasted: string,
  pastedName: string,
): Promise<NonNullable<ResearchRequest["documents"]>> {
  const named = withDistinctNames([], documents);
  const read = named.map(async ({ name, mediaType, blob }) => ({
    name,
    bytes: new Uint8Array(await blob.arrayBuffer()),
    ...(mediaType === "" ? {} : { mediaType }),
  }));
  const name = namePasted(pastedName, new Set(named.map((document) => document.name)));
  const texts = pasted.trim() === "" ? [] : [{ name, text: pasted }];
  return [...(await Promise.all(read)), ...texts];
}
