/** How far documents were read. */
import type { DocumentSummary, ResearchRequest, ResearchResult } from "../types.ts";

/** Characters of a document that are in memory; files of older versions do not say, and have all of them. */
export function readCharacters({ chars, readChars }: DocumentSummary): number {
  return readChars ?? chars;
}

/** Whether the engine says that it has read all of a document. */
export function isKnownRead({ chars, readChars }: DocumentSummary): boolean {
  return readChars !== null && readChars !== undefined && readChars >= chars;
}

/** Whether memory holds these documents to their ends, by what the result says of each. */
export function allRead(
  result: ResearchResult,
  documents: ResearchRequest["documents"] = [],
): boolean {
  const read = result.documents.filter((document) => isKnownRead(document));
  return read.length >= documents.length;
}
