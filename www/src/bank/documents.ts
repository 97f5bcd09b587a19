/** The user's documents, in a bank's form. */

import { DOCUMENT_FAULTS, isImage, isTooLarge } from "../state/draft.ts";
import { pastedName as namePasted, withDistinctNames } from "../state/names.ts";
import { problemOf } from "../state/problem.ts";
import type { DraftDocument, Judgement } from "../state/state.ts";
import { contentOf } from "./content.ts";
import type { MemoryBank, ResearchRequest } from "./types.ts";

/** The documents and images of a question, as the engine takes them. */
export type Brought = Pick<ResearchRequest, "documents" | "images">;

/** The documents and images as the engine takes them, no two of one name. Rejects with a problem if one is unreadable. */
export async function readDocuments(
  documents: readonly DraftDocument[],
  pasted: string,
  pastedName: string,
): Promise<Brought> {
  const named = withDistinctNames([], documents);
  const texts = named
    .filter((one) => !isImage(one))
    .map(async (one) => ({
      name: one.name,
      bytes: await bytesOf(one),
      ...(one.mediaType === "" ? {} : { mediaType: one.mediaType }),
    }));
  const images = named.filter(isImage).map(async (one) => {
    const { name, mediaType } = one;
    return { name, mediaType, bytes: await bytesOf(one) };
  });
  const name = namePasted(pastedName, new Set(named.map((document) => document.name)));
  const typed = pasted.trim() === "" ? [] : [{ name, text: pasted }];
  return {
    documents: [...(await Promise.all(texts)), ...typed],
    ...(images.length > 0 && { images: await Promise.all(images) }),
  };
}

async function bytesOf({ name, blob }: DraftDocument): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const content = await contentOf(blob);
    return new Uint8Array(await content.blob.arrayBuffer());
  } catch {
    throw { code: "file_unreadable", message: name };
  }
}

/** Reads a document: its size, or its fault. `null` if something else failed: that is told when it is asked about. */
export async function judgementOf(
  document: DraftDocument,
  bankOf: () => Promise<MemoryBank>,
): Promise<Judgement | null> {
  if (document.size === 0) return { code: "empty", message: "" };
  if (isTooLarge({ documents: [document], pasted: "" })) return { code: "too_large", message: "" };
  // A model that sees looks at it when it is asked about.
  if (isImage(document)) return null;
  try {
    const brought = await readDocuments([document], "", "");
    const bank = await bankOf();
    const { documents: sizes } = await bank.estimate({ question: document.name, ...brought });
    return sizes[0] ?? null;
  } catch (thrown) {
    const problem = problemOf(thrown);
    return DOCUMENT_FAULTS.includes(problem.code) ? problem : null;
  }
}
