/** Limits of a run as people write them. */
import type { BudgetOptions } from "./budget.ts";

type Limit = "tokens" | "requests" | "seconds";

/** Units, each with its limit and the factor to the limit's unit. */
const UNITS: Record<string, [Limit, number]> = {
  token: ["tokens", 1],
  tokens: ["tokens", 1],
  request: ["requests", 1],
  requests: ["requests", 1],
  s: ["seconds", 1],
  sec: ["seconds", 1],
  second: ["seconds", 1],
  seconds: ["seconds", 1],
  min: ["seconds", 60],
  minute: ["seconds", 60],
  minutes: ["seconds", 60],
};

/** Limits that can be read, as examples. */
export const BUDGET_FORMS = "0.10 USD, 50000 tokens, 20 requests, 90 s or 5 min";

/** The fault of a text of limits. */
export interface BudgetFault {
  /** `form`: no number above 0 with a unit; `unit`: an unknown unit; `twice`: one limit given again. */
  kind: "form" | "unit" | "twice";
  /** The unreadable part; its unit; or the limit's name. */
  part: string;
}

/** A text of limits is unreadable. The message is for the source of the text; {@link fault} for other languages. */
export class BudgetTextError extends Error {
  override readonly name = "BudgetTextError";
  readonly fault: BudgetFault;

  constructor(fault: BudgetFault) {
    super(messageOf(fault));
    this.fault = fault;
  }
}

function messageOf({ kind, part }: BudgetFault): string {
  if (kind === "twice") return `limits ${part} twice`;
  if (kind === "unit") return `knows no unit "${part}"; it takes limits such as ${BUDGET_FORMS}`;
  return `takes limits above 0 such as ${BUDGET_FORMS}, not "${part}"`;
}

/** The limits that these texts give; several in one text are parted by commas. Throws `BudgetTextError`. */
export function parseBudget(texts: string[]): BudgetOptions {
  const budget: BudgetOptions = {};
  for (const part of texts.flatMap((text) => text.split(/[,，]/))) {
    const limit = parseLimit(part.trim());
    const twice = Object.keys(limit).find((name) => name in budget);
    if (twice !== undefined) throw new BudgetTextError({ kind: "twice", part: twice });
    Object.assign(budget, limit);
  }
  return budget;
}

function parseLimit(text: string): BudgetOptions {
  const [, digits = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text) ?? [];
  const amount = Number(digits);
  if (unit === "" || amount === 0) throw new BudgetTextError({ kind: "form", part: text });
  const known = UNITS[unit.toLowerCase()];
  if (known !== undefined) return { [known[0]]: amount * known[1] };
  if (unit.length === 3) return { money: amount, currency: unit.toUpperCase() };
  throw new BudgetTextError({ kind: "unit", part: unit });
}
