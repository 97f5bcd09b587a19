/** Budgets and prices as the command line gives them. */
import { readFile } from "node:fs/promises";
import type { BudgetOptions, PriceOptions } from "../budget.ts";
import { UsageError } from "./arguments.ts";

type Limit = "tokens" | "requests" | "seconds";

/** Units, and how many of what they limit one of them is. */
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

const FORMS = "0.10 USD, 50000 tokens, 20 requests, 90 s or 5 min";

/** The limits that these texts give; several in one text are parted by commas. Throws `UsageError`. */
export function readBudget(texts: string[], what: string): BudgetOptions {
  const budget: BudgetOptions = {};
  for (const part of texts.flatMap((text) => text.split(","))) {
    const limit = readLimit(part.trim(), what);
    const twice = Object.keys(limit).find((name) => name in budget);
    if (twice !== undefined) throw new UsageError(`${what} limits ${twice} twice`);
    Object.assign(budget, limit);
  }
  return budget;
}

function readLimit(text: string, what: string): BudgetOptions {
  const [, digits = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text) ?? [];
  const amount = Number(digits);
  if (unit === "" || amount === 0) {
    throw new UsageError(`${what} takes limits above 0 such as ${FORMS}, not "${text}"`);
  }
  const known = UNITS[unit.toLowerCase()];
  if (known !== undefined) return { [known[0]]: amount * known[1] };
  if (unit.length === 3) return { money: amount, currency: unit.toUpperCase() };
  throw new UsageError(`${what} knows no unit "${unit}"; it takes limits such as ${FORMS}`);
}

/** The prices of a JSON file. Throws `UsageError` where it cannot be read. */
export async function readPrices(path: string): Promise<PriceOptions> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new UsageError(`the prices of ${path} cannot be read: ${why}`);
  }
}
