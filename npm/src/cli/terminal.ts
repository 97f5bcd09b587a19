/** What a terminal can show, and what it must not be sent. */

/** A stream that text is shown on. */
export interface Screen {
  isTTY?: boolean;
  columns?: number;
}

/** Marks text bold or dim, or leaves it. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
}

const PLAIN: Style = { bold: (text) => text, dim: (text) => text };
const COLOURED: Style = {
  bold: (text) => `\x1b[1m${text}\x1b[22m`,
  dim: (text) => `\x1b[2m${text}\x1b[22m`,
};

/** Styles for a screen: none where it is no terminal, and none with `NO_COLOR` (https://no-color.org) or a dumb one. */
export function styleFor(screen: Screen, environment: NodeJS.ProcessEnv): Style {
  const wanted = !environment.NO_COLOR && environment.TERM !== "dumb";
  return screen.isTTY && wanted ? COLOURED : PLAIN;
}

/**
 * The text without what a terminal would obey instead of show: control characters (a document may hold escape
 * sequences) except line breaks and tabs, and the characters that turn the direction of what follows.
 */
export function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");
}

/** The beginning of the text that fits into so many columns; Chinese, Japanese and Korean characters take two. */
export function fitting(text: string, columns: number): string {
  let left = columns;
  let fits = "";
  for (const character of text) {
    left -= /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(
      character,
    )
      ? 2
      : 1;
    if (left < 0) break;
    fits += character;
  }
  return fits;
}
