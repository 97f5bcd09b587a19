/** Limits of a run, and prices. */
import { checkNumbers, invalid, type Shape, shaped } from "./fields.ts";

/**
 * Limits of a run. A missing limit is unlimited, except that of requests. Work beyond a limit is not begun: the run
 * ends with termination `budget`, and an answer from the results so far.
 */
export interface BudgetOptions {
  /** Money, in units of `currency`; requires a model with a known price. */
  money?: number;
  /** The currency of `money`, in three capital letters; default `USD`. */
  currency?: string;
  /** Tokens of the language model, read and written. */
  tokens?: number;
  /** Requests to the model, the search and pages, repeated ones too; default 200. */
  requests?: number;
  /** Seconds since the run began; work under way is not cut off. */
  seconds?: number;
}

/** The price of a model, for a million tokens. */
export interface ModelPriceOptions {
  /** Its name; also of its dated versions. */
  model: string;
  /** Its endpoint, such as `https://api.deepseek.com`; default: any. */
  endpoint?: string;
  /** Default `USD`. */
  currency?: string;
  input: number;
  /** Default as `input`. */
  cachedInput?: number;
  output: number;
  /** Source and date of the price. */
  source?: string;
  asOf?: string;
}

/** The price of a call of a search or page reading service. */
export interface CallPriceOptions {
  /** Its address, such as `https://google.serper.dev`. */
  endpoint: string;
  /** Default `USD`. */
  currency?: string;
  /** 0 for a service that is free. */
  call: number;
  source?: string;
  asOf?: string;
}

/** Prices; they go before those that the engine knows. */
export interface PriceOptions {
  models?: ModelPriceOptions[];
  calls?: CallPriceOptions[];
}

const BUDGET: Shape<BudgetOptions> = {
  money: "number",
  currency: "text",
  tokens: "number",
  requests: "number",
  seconds: "number",
};

const PRICES: Shape<PriceOptions> = { models: "list", calls: "list" };

const MODEL: Shape<ModelPriceOptions> = {
  model: "text",
  endpoint: "text",
  currency: "text",
  input: "number",
  cachedInput: "number",
  output: "number",
  source: "text",
  asOf: "text",
};

const CALL: Shape<CallPriceOptions> = {
  endpoint: "text",
  currency: "text",
  call: "number",
  source: "text",
  asOf: "text",
};

/** The limits that this value is. Throws `invalid_argument` for another shape; the engine checks the numbers. */
export function checkedBudget(value: unknown): BudgetOptions {
  return shaped<BudgetOptions>(value, "budget", BUDGET);
}

/** The prices that this value is. Throws `invalid_argument` for another shape. */
export function checkedPrices(value: unknown): PriceOptions {
  const { models = [], calls = [] } = shaped<PriceOptions>(value, "prices", PRICES);
  return {
    models: models.map((price, at) =>
      whole(price, `prices.models[${at}]`, MODEL, ["model", "input", "output"]),
    ),
    calls: calls.map((price, at) =>
      whole(price, `prices.calls[${at}]`, CALL, ["endpoint", "call"]),
    ),
  };
}

/** A price that has these fields, is nowhere below zero, names its model, and whose endpoint is a web address. */
function whole<T extends object>(
  price: unknown,
  what: string,
  shape: Shape<T>,
  needed: (keyof T & string)[],
): T {
  const given = shaped<T>(price, what, shape);
  const missing = needed.find((field) => given[field] === undefined);
  if (missing !== undefined) throw invalid(`${what} must have ${missing}`);
  checkNumbers(given, what);
  for (const [field, held] of Object.entries(given)) {
    if (typeof held === "number" && held < 0)
      throw invalid(`${field} of ${what} must be 0 or more`);
    if (field === "model" && held.trim() === "")
      throw invalid(`${field} of ${what} must not be empty`);
    if (field === "endpoint" && !(URL.canParse(held) && /^https?:/i.test(held))) {
      throw invalid(`${field} of ${what} must be an address, such as https://api.deepseek.com`);
    }
  }
  return given;
}
