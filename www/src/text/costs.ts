/** The cost of a run, in the reader's language. */

import type { Estimate, Forecast } from "../bank/types.ts";
import type { BudgetState, Spending } from "../state/work.ts";
import type { Dictionary } from "./dictionary.ts";
import { shown } from "./shown.ts";

/** Sums of money by currency; "0" if nothing was paid, and empty if no price is known. */
function moneyText(money: Readonly<Record<string, number>>, language: string): string {
  const sums = Object.entries(money);
  const paid = sums.filter(([, amount]) => amount > 0);
  return (paid.length > 0 ? paid : sums.slice(0, 1))
    .map(([currency, amount]) => `${amountText(amount, language)} ${shown(currency)}`)
    .join(" + ");
}

/** Calls cost parts of a cent: the first digits matter. */
function amountText(amount: number, language: string): string {
  const digits = amount < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, digits).format(amount);
}

/** The amount paid, as far as prices are known. */
export function costText(
  { money, unpriced }: Pick<Spending, "money" | "unpriced">,
  { language, costs }: Dictionary,
): string {
  const known = moneyText(money, language);
  if (unpriced === 0) return known;
  return known === "" ? costs.unknown : costs.partlyUnknown(known);
}

/** The tokens of a run so far, and their cost as far as prices are known; nothing before the first call. */
export function spentTexts(
  { inputTokens, outputTokens, money }: Spending,
  { language, costs }: Dictionary,
): string[] {
  const tokens = inputTokens + outputTokens;
  if (tokens === 0) return [];
  const paid = moneyText(money, language);
  const counted = costs.tokens(new Intl.NumberFormat(language).format(tokens));
  return paid === "" ? [counted] : [counted, paid];
}

/** The spent part of each limit; empty without limits. */
export function budgetText(
  { spent, limits }: BudgetState,
  { language, costs }: Dictionary,
): string {
  const number = new Intl.NumberFormat(language);
  const of = (used: number, limit: number) => costs.of(number.format(used), number.format(limit));
  const { currency, money, tokens, requests, seconds } = limits;
  const paid = moneyText({ [currency]: spent.money[currency] ?? 0 }, language);
  const parts = [
    ...(money ? [costs.of(paid, moneyText({ [currency]: money }, language))] : []),
    ...(tokens ? [costs.tokens(of(spent.tokens, tokens))] : []),
    ...(requests ? [costs.requests(of(spent.requests, requests))] : []),
    ...(seconds ? [costs.seconds(of(Math.floor((spent.milliseconds ?? 0) / 1000), seconds))] : []),
  ];
  return parts.length === 0 ? "" : costs.spent(parts.join(costs.and));
}

/** The likely and the maximum spending of a run. */
export function estimateText({ likely, most }: Estimate, words: Dictionary): string {
  const { costs } = words;
  const unknown = likely.unpriced.map(shown).join(", ");
  const told = costs.estimate(sumText(likely, words), sumText(most, words));
  return unknown === "" ? told : `${told} ${costs.unpriced(unknown)}`;
}

/** The likely spending of a question that is drafted. */
export function likelyText({ likely }: Estimate, words: Dictionary): string {
  const { costs } = words;
  const unknown = likely.unpriced.map(shown).join(", ");
  const told = costs.likely(sumText(likely, words));
  return unknown === "" ? told : `${told} ${costs.unpriced(unknown)}`;
}

function sumText({ requests, tokens, money }: Forecast, { language, costs }: Dictionary): string {
  const number = new Intl.NumberFormat(language);
  const sums = moneyText(money, language);
  return [
    costs.requests(number.format(requests)),
    costs.tokens(number.format(tokens)),
    ...(sums === "" ? [] : [sums]),
  ].join(costs.and);
}
