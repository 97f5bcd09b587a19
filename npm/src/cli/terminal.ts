/** Text that a terminal can show safely. */

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

/** Styles for a screen: none if it is no terminal, and none with `NO_COLOR` (https://no-color.org) or a dumb one. */
export function styleFor(screen: Screen, environment: NodeJS.ProcessEnv): Style {
  const wanted = !environment.NO_COLOR && environment.TERM !== "dumb";
  return screen.isTTY && wanted ? COLOURED : PLAIN;
}

/**
 * Characters that are obeyed or invisible: control characters (a document may hold escape sequences) except line
 * breaks and tabs; characters that change the text direction; characters without width; tags and variation selectors,
 * which can spell a whole invisible message.
 */
const UNSEEN =
  /[^\P{Cc}\n\t]|[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** The text without characters that a reader would not see, or a terminal would obey. */
export function harmless(text: string): string {
  return text.replace(/[\u2028\u2029]/g, "\n").replace(UNSEEN, "");
}

/** The text on one line, and harmless: it cannot pass for a line of the program's own. */
export function oneLine(text: string): string {
  return harmless(text).replace(/\s+/g, " ").trim();
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
