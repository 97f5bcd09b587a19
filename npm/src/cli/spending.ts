/** The cost of a run, in a line for people. */
import type { Cost, Estimate, Forecast, Spent } from "../types.ts";

/** A sum of money. */
export function costText({ amount, currency }: Cost): string {
  return `${Number(amount.toPrecision(3))} ${currency}`;
}

/** The spending, in a line. */
export function spentLine({ requests, tokens, money, unpriced }: Spent): string {
  const unknown = unpriced > 0 ? ` (and ${unpriced} requests whose price is not known)` : "";
  return `spent: ${sumText({ requests, tokens, money })}${unknown}`;
}

/** The estimate of a run's spending, in a line. */
export function estimateLine({ likely, most }: Estimate): string {
  const unknown = likely.unpriced.join(", ");
  const note = unknown === "" ? "" : `; not known is the price of ${unknown}`;
  return `estimate: likely ${sumText(likely)}; at most ${sumText(most)}${note}`;
}

function sumText({ requests, tokens, money }: Pick<Forecast, "requests" | "tokens" | "money">) {
  const sums = Object.entries(money).map(([currency, amount]) => costText({ currency, amount }));
  return [`${requests} requests`, `${tokens} tokens`, ...sums].join(", ");
}
