/** How far documents were read. */
import type { DocumentSummary } from "../types.ts";

type Reading = DocumentSummary & { readChars?: number };

/** Characters of a document that are in memory; an engine that does not say has read all of them. */
export function readCharacters(document: Reading): number {
  return document.readChars ?? document.chars;
}

/** Whether the engine says that it has read all of a document. */
export function isKnownRead({ chars, readChars }: Reading): boolean {
  return readChars !== undefined && readChars >= chars;
}
