/** The words of an answer: quotations a line each, or what a language model wrote. */

import type { Answer, Citation } from "../bank/types.ts";
import { EXTRACTIVE } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import { element } from "./element.ts";
import { markdown } from "./markdown.ts";
import type { Context } from "./panel.ts";

/** Makes the mark of a citation. */
type MarkOf = (citation: Citation) => HTMLElement;

/** The end of a paragraph that leads to the list or the like behind it. */
const LEADS = /[:：]\s*$/;

/** A bracket with a number, and the word that it is glued to. */
const BRACKET = /\S*\[\d{1,3}\]/g;

/** Draws the words of an answer with their marks. Of a cited answer, a part without any is told. */
export function drawStatements(
  into: HTMLElement,
  answer: Answer,
  markOf: MarkOf,
  words: Context["words"],
): void {
  const cited = (number: number) => answer.citations.find((one) => one.number === number);
  if (answer.engine.name === EXTRACTIVE) {
    const { statements } = answer;
    const lines = statements.length > 0 ? statements : [{ text: answer.text, citations: [] }];
    const drawn = lines.map(({ text, citations }) => {
      const marks = citations.flatMap((number) => cited(number) ?? []).map(markOf);
      return element("p", { dir: "auto" }, shown(text), " ", ...marks);
    });
    into.replaceChildren(...drawn);
    return;
  }
  // The engine takes citations out of statements: a bracket that is still there is none.
  const literal = new Set(answer.statements.flatMap(({ text }) => text.match(BRACKET) ?? []));
  const blocks = markdown(answer.text, (number, word) => {
    const citation = literal.has(`${word}[${number}]`) ? undefined : cited(number);
    return citation ? markOf(citation) : null;
  });
  into.replaceChildren(...blocks);
  if (answer.citations.length > 0) tellUncited(into, words);
}

/** Returns an answer that is still written: its citations are not checked, and have no number yet. */
export function unfinished(text: string): HTMLElement[] {
  const begunMark = /\[\d*$/;
  return markdown(text.replace(begunMark, ""), () =>
    element("span", { class: "mark", "aria-hidden": "true" }, "·"),
  );
}

/** Tells of each paragraph and item that its end has no mark. */
function tellUncited(statements: HTMLElement, words: Context["words"]): void {
  for (const claim of statements.querySelectorAll("p, li:not(:has(p, li))")) {
    const end = afterLastMark(claim);
    if (/[\p{L}\p{N}]/u.test(end) && !LEADS.test(end))
      claim.append(" ", element("span", { class: "hint" }, words.answer.noSource));
  }
}

function afterLastMark(claim: Element): string {
  const range = document.createRange();
  range.selectNodeContents(claim);
  const last = [...claim.querySelectorAll(".mark")].at(-1);
  if (last) range.setStartAfter(last);
  return range.toString();
}
