/** An answer as a report in Markdown, to be kept outside of the page (BX-08). */

import type { Answer, Citation } from "../bank/types.ts";
import { EXTRACTIVE } from "../state/state.ts";
import type { Dictionary } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { codeIn } from "./markdown.ts";
import { originTexts } from "./origin.ts";

/** The parts of a report. `verdict` says why the answer is none, or has no sources. */
export interface Reported {
  readonly question: string;
  readonly verdict: string | null;
  readonly answer: Answer;
}

/** Returns the question, the answer with its numbers, disputes, what no source has, and the sources. */
export function reportOf({ question, verdict, answer }: Reported, words: Dictionary): string {
  const { answer: text } = words;
  const isQuoted = answer.engine.name === EXTRACTIVE;
  const part = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`## ${heading}`, lines.join("\n")];
  const listed = (lines: readonly string[]) => lines.map((line) => `- ${plain(line)}`);
  const parts = [
    `# ${plain(question)}`,
    ...(verdict === null ? [] : [`**${plain(verdict)}**`]),
    isQuoted ? plainLines(answer.text) : harmless(shown(answer.text)),
    `*${plain(answer.engine.description)}*`,
    ...part(text.disputes, listed(answer.disputes.map(({ description }) => description))),
    ...part(text.flags, listed(answer.flags)),
    ...part(
      text.citations,
      answer.citations.map((citation) => source(citation, words)),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** A numbered quotation and where it comes from. The address of a page that was read is a link. */
function source(citation: Citation, words: Dictionary): string {
  const { number, quote } = citation;
  const where = originTexts(citation, words);
  const address = pageOf(citation);
  const link = address === null ? "" : ` <${address}>`;
  return `${number}. “${plain(quote)}” — ${where.map(plain).join(" · ")}${link}`;
}

/** The address of the page that a citation is from; `null` if it is from a document. */
export function pageOf({ document }: Pick<Citation, "document">): string | null {
  const address = URL.canParse(document) ? new URL(document) : null;
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
}

/** Begins of addresses, which many programs make links of: `https://`, `www.`, `@`. */
const ADDRESSES = /:(?=\/\/)|(?<=\bwww)\.|@/giu;

/** Text of others on one line: nothing in it is Markdown. */
function plain(text: string): string {
  const line = shown(text).replace(/\s+/gu, " ").trim();
  return line
    .replace(/[\\`*_[\]<>#|~&]/gu, "\\$&")
    .replace(ADDRESSES, "\\$&")
    .replace(/^(\d+)(?=[.)])/u, "$1\\")
    .replace(/^[-+=]/u, "\\$&");
}

/** Quoted lines, whose numbers in brackets stay. */
function plainLines(text: string): string {
  const lines = text.split("\n").map((line) => plain(line).replace(/\\\[(\d+)\\\]$/u, "[$1]"));
  return lines.join("\n\n");
}

/** A model's Markdown without HTML and links, but for its code: nobody follows by mistake what was not retrieved. */
function harmless(text: string): string {
  let rest = text;
  let made = "";
  for (const code of codeIn(text)) {
    const at = rest.indexOf(code);
    if (at < 0) continue;
    made += escaped(rest.slice(0, at)) + code;
    rest = rest.slice(at + code.length);
  }
  return made + escaped(rest);
}

/** A backslash goes before each mark that has none. */
function escaped(text: string): string {
  const marks = /(\\*)(<|\](?=[(:[])|:(?=\/\/)|(?<=\bwww)\.|@)/giu;
  return text.replace(marks, (found, before: string, mark: string) =>
    before.length % 2 === 1 ? found : `${before}\\${mark}`,
  );
}
