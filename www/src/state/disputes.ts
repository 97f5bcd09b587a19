/** Disputes as they are shown: what was quoted first. */

import type { AnswerDispute } from "../bank/types.ts";

/** The disputes with those first that touch a quotation, in the order of the quotations. */
export function quotedFirst(
  disputes: readonly AnswerDispute[],
  quotes: readonly string[],
): AnswerDispute[] {
  const lines = quotes.map(oneLine);
  const rank = (dispute: AnswerDispute) => {
    const first = lines.findIndex((quote) => touches(dispute, quote));
    return first < 0 ? lines.length : first;
  };
  return [...disputes].sort((one, other) => rank(one) - rank(other));
}

/** True if the quotation has a side of the dispute. */
function touches({ sides }: AnswerDispute, quote: string): boolean {
  const texts = (sides ?? []).map(({ text }) => oneLine(text));
  return texts.some((text) => text !== "" && quote.includes(text));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
