/** The part of documents that was read. */
import type { DocumentSummary, ResearchRequest, ResearchResult } from "../types.ts";

/** Characters of a document that are in memory; files of older versions lack the field, and have all of them. */
export function readCharacters({ chars, readChars }: DocumentSummary): number {
  return readChars ?? chars;
}

/** True if the engine has read all of a document. */
export function isKnownRead({ chars, readChars }: DocumentSummary): boolean {
  return readChars !== null && readChars !== undefined && readChars >= chars;
}

/** True if memory holds these documents to their ends, by the result's figures for each. */
export function allRead(
  result: ResearchResult,
  documents: ResearchRequest["documents"] = [],
): boolean {
  const read = result.documents.filter((document) => isKnownRead(document));
  return read.length >= documents.length;
}
