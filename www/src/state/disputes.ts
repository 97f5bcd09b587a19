/** Disputes as they are shown: each pair of sentences once, what was quoted first. */

/** Each dispute once, a line each, whichever of its two quoted sides stands first. */
export function toldOnce(disputes: readonly string[]): string[] {
  const told = new Map<string, string>();
  for (const line of disputes.flatMap((dispute) => dispute.split("\n"))) {
    if (!told.has(sides(line))) told.set(sides(line), line);
  }
  return [...told.values()];
}

/** The disputes with those first that touch a quotation, in the order of the quotations. */
export function quotedFirst(disputes: readonly string[], quotes: readonly string[]): string[] {
  const lines = quotes.map(oneLine);
  const rank = (dispute: string) => {
    const first = lines.findIndex((quote) => touches(dispute, quote));
    return first < 0 ? lines.length : first;
  };
  return [...disputes].sort((one, other) => rank(one) - rank(other));
}

/** Whether a sentence of the quotation is a side of the dispute; a long side ends in "…". */
function touches(dispute: string, quote: string): boolean {
  const quoted = oneLine(dispute)
    .split(/[“”]/)
    .filter((_, index) => index % 2 === 1)
    .map((side) => side.replace(/…$/, "").trim());
  return quoted.some((side) => side !== "" && quote.includes(side));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function sides(dispute: string): string {
  return dispute.split(/[“”]/).sort().join("\n");
}
