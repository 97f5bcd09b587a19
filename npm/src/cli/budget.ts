/** Budgets and prices as the command line gives them. */
import { readFile } from "node:fs/promises";
import { type BudgetOptions, checkedPrices, type PriceOptions } from "../budget.ts";
import { BudgetTextError, parseBudget } from "../budget-text.ts";
import { UsageError } from "./arguments.ts";

/** The limits in these texts. Throws `UsageError`, which names the texts as `what`. */
export function readBudget(texts: string[], what: string): BudgetOptions {
  try {
    return parseBudget(texts);
  } catch (thrown) {
    if (!(thrown instanceof BudgetTextError)) throw thrown;
    throw new UsageError(`${what} ${thrown.message}`);
  }
}

/** The prices of a JSON file. Throws `UsageError` if it is unreadable. */
export async function readPrices(path: string): Promise<PriceOptions> {
  try {
    // Some editors begin a file with a byte order mark.
    return checkedPrices(JSON.parse((await readFile(path, "utf8")).replace(/^\uFEFF/, "")));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new UsageError(`the prices of ${path} cannot be read: ${why}`);
  }
}
