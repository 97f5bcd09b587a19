/** An answer as a page of its own, to be kept outside of this one (BX-08): no script, nothing that is loaded. */

import type { Citation } from "../bank/types.ts";
import type { Dictionary } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf } from "./element.ts";
import { originTexts } from "./origin.ts";
import { pageOf, type Reported } from "./report.ts";
import { drawStatements } from "./statements.ts";

const STYLE = `
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.0625rem/1.55 Georgia, "Noto Serif", serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.125rem; margin-top: 2rem; }
blockquote { margin: 0 0 .25rem; white-space: pre-line; } .hint { color: #555; font-size: .875rem; }
table { border-collapse: collapse; } th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ccc; text-align: start; }
`;

/** Returns the HTML of the question, the answer with its numbers, disputes, what no source has, and the sources. */
export function htmlReportOf(reported: Reported, words: Dictionary): string {
  const { question, verdict, answer } = reported;
  const page = document.implementation.createHTMLDocument(shown(question));
  page.documentElement.lang = languageOf(answer.text);
  const statements = element("div", {});
  drawStatements(statements, answer, ({ number }) => reference(number), words);
  page.body.append(
    element("h1", { dir: "auto" }, shown(question)),
    ...(verdict === null ? [] : [element("p", {}, element("strong", {}, shown(verdict)))]),
    statements,
    element("p", { class: "hint" }, shown(answer.engine.description)),
    ...listed(
      words.answer.disputes,
      answer.disputes.map(({ description }) => description),
    ),
    ...listed(words.answer.flags, answer.flags),
    ...sources(answer.citations, words),
  );
  // As text: this page's policy forbids styles in any document that it makes.
  const head = `<head><meta charset="utf-8"><style>${STYLE}</style>`;
  const html = page.documentElement.outerHTML.replace("<head>", () => head);
  return `<!doctype html>\n${html}\n`;
}

function reference(number: number): HTMLElement {
  return element("a", { class: "mark", href: `#source-${number}` }, `[${number}]`);
}

function listed(heading: string, texts: readonly string[]): HTMLElement[] {
  if (texts.length === 0) return [];
  const items = texts.map((text) => element("li", { dir: "auto" }, shown(text)));
  return [element("h2", {}, heading), element("ul", {}, ...items)];
}

function sources(citations: readonly Citation[], words: Dictionary): HTMLElement[] {
  if (citations.length === 0) return [];
  const items = citations.map((citation) => source(citation, words));
  return [element("h2", {}, words.answer.citations), element("ol", {}, ...items)];
}

/** A quotation and where it comes from. The address of a page that was read is a link. */
function source(citation: Citation, words: Dictionary): HTMLElement {
  const { number, quote } = citation;
  const where = originTexts(citation, words);
  const page = pageOf(citation);
  return element(
    "li",
    { id: `source-${number}`, value: number },
    element("blockquote", { dir: "auto", lang: languageOf(quote) }, shown(quote)),
    element("p", { class: "hint", dir: "auto" }, where.map(shown).join(" · ")),
    page && element("p", { class: "hint" }, element("a", { href: page, rel: "noreferrer" }, page)),
  );
}
