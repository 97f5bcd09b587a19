/** How far documents were read. */
import type { DocumentSummary } from "../types.ts";

/** Characters of a document that are in memory; files of older versions do not say, and have all of them. */
export function readCharacters({ chars, readChars }: DocumentSummary): number {
  return readChars ?? chars;
}

/** Whether the engine says that it has read all of a document. */
export function isKnownRead({ chars, readChars }: DocumentSummary): boolean {
  return readChars !== null && readChars !== undefined && readChars >= chars;
}
