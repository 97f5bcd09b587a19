/** Texts that are found by words. */

/** The text without differences of case and of width. */
export function comparable(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The words of a query, as they stand in comparable texts. */
export function wordsOf(query: string): readonly string[] {
  return comparable(query).split(/\s+/u).filter(Boolean);
}

/** True if a comparable text holds all these words of a query. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
