/** The user's documents, in a bank's form. */

import { DOCUMENT_FAULTS, isTooLarge } from "../state/draft.ts";
import { pastedName as namePasted, withDistinctNames } from "../state/names.ts";
import { problemOf } from "../state/problem.ts";
import type { DraftDocument, Judgement } from "../state/state.ts";
import type { MemoryBank, ResearchRequest } from "./types.ts";

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

/** Reads a document: its size, or its fault. `null` if something else failed: that is told when it is asked about. */
export async function judgementOf(
  document: DraftDocument,
  bankOf: () => Promise<MemoryBank>,
): Promise<Judgement | null> {
  if (document.size === 0) return { code: "empty", message: "" };
  if (isTooLarge({ documents: [document], pasted: "" })) return { code: "too_large", message: "" };
  try {
    const bank = await bankOf();
    const documents = await readDocuments([document], "", "");
    const { documents: sizes } = await bank.estimate({ question: document.name, documents });
    return sizes[0] ?? null;
  } catch (thrown) {
    const problem = problemOf(thrown);
    return DOCUMENT_FAULTS.includes(problem.code) ? problem : null;
  }
}
