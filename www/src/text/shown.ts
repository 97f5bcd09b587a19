/**
 * Text of documents as it is shown. Invisible characters may reverse the reading order, so that a quotation reads
 * differently, or hide words in it. They are removed only for display: cited, counted and exported text stays
 * unchanged.
 */

/** Mark in place of characters that reorder or hide text. */
export const HIDDEN_MARK = "▯";

/** The contexts in which a joiner is legitimate: in emoji, and in scripts whose letters join or whose words run on. */
const BEFORE_JOINER =
  "\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F\\p{M}" +
  ["Arabic", "Syriac", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya"]
    .concat(["Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar", "Thai"])
    .concat(["Lao", "Tibetan"])
    .map((script) => `\\p{Script=${script}}`)
    .join("");

/** A flag of a part of a country, such as Scotland's, is spelt with tag characters. */
const FLAG = "\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}";

/** Embeddings, overrides and isolates of direction; tag characters. */
const REORDERING_OR_TAGS = "[\\u202A-\\u202E\\u2066-\\u2069\\u{E0000}-\\u{E007F}]+";

/** Direction marks and characters without width. */
const WITHOUT_WIDTH = "[\\u061C\\u180E\\u200B-\\u200F\\u2060-\\u2064\\u206A-\\u206F\\uFEFF]";

const HIDDEN = new RegExp(
  `(${FLAG}|(?<=[${BEFORE_JOINER}])[\\u200B-\\u200D])|(${REORDERING_OR_TAGS})|${WITHOUT_WIDTH}`,
  "gu",
);

/** The text with a mark for reordering or hiding characters, and without zero-width characters. */
export function shown(text: string): string {
  return text.replace(HIDDEN, (_found, honest?: string, marked?: string) => {
    if (honest !== undefined) return honest;
    return marked === undefined ? "" : HIDDEN_MARK;
  });
}
