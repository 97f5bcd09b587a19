import assert from "node:assert/strict";
import { test } from "node:test";
import { checkedBudget, checkedPrices } from "../../src/budget.ts";
import { BudgetTextError, parseBudget } from "../../src/budget-text.ts";
import { readBudget } from "../../src/cli/budget.ts";
import { configurationOf } from "../../src/configuration.ts";

test("BX-03 limits are read in the forms that people write", () => {
  const read = (...texts: string[]) => readBudget(texts, "--budget");
  assert.deepEqual(read("0.10 USD"), { money: 0.1, currency: "USD" });
  assert.deepEqual(read("50000tokens"), { tokens: 50_000 });
  assert.deepEqual(read("1 request, 5 min"), { requests: 1, seconds: 300 });
  assert.deepEqual(read("1 USD，2 min"), { money: 1, currency: "USD", seconds: 120 });
  assert.deepEqual(read("2eur", "90 s"), { money: 2, currency: "EUR", seconds: 90 });
});

test("BX-03 what is no limit is refused with what would be one", () => {
  for (const wrong of ["", "much", "-1 USD", "0 tokens", "5", "$5", "1e9 tokens", "NaN s", "1,"]) {
    assert.throws(() => readBudget([wrong], "--budget"), /limits above 0 such as 0\.10 USD/, wrong);
  }
  assert.throws(() => readBudget(["5 lightyears"], "--budget"), /knows no unit "lightyears"/);
  assert.throws(() => readBudget(["5 s", "1 min"], "--budget"), /limits seconds twice/);
});

test("BX-03 BX-09 what is wrong with a limit is told as data, for the words of any language", () => {
  const faultOf = (text: string) => {
    try {
      parseBudget([text]);
    } catch (thrown) {
      return thrown instanceof BudgetTextError ? thrown.fault : thrown;
    }
    return null;
  };
  assert.deepEqual(faultOf("1 USD, much"), { kind: "form", part: "much" });
  assert.deepEqual(faultOf("5 lightyears"), { kind: "unit", part: "lightyears" });
  assert.deepEqual(faultOf("5 s, 1 min"), { kind: "twice", part: "seconds" });
  assert.equal(faultOf("5 s"), null);
});

test("BX-03 a budget and prices cross to the engine as settings", () => {
  const budget = { money: 0.5, currency: "USD" };
  const prices = { models: [{ model: "m", input: 1, output: 2 }] };
  const { settings } = configurationOf({ budget, prices });
  assert.deepEqual(settings, { budget, prices: { ...prices, calls: [] } });
  const inside = { settings: { budget } } as never;
  assert.throws(() => configurationOf(inside), /give budget beside settings/);
});

test("BX-03 a misspelled limit or price is told by its name", () => {
  assert.throws(() => checkedBudget({ token: 5 }), /did you mean "tokens"/);
  assert.throws(() => checkedBudget({ money: "0.1 USD" }), /money of budget must be a number/);
  assert.throws(() => checkedPrices({ models: [{ model: "m", price: 1 }] }), /prices\.models\[0\]/);
  for (const [price, message] of [
    [{ model: "m", input: 1 }, /prices\.models\[0\] must have output/],
    [{ model: "m", input: 1, output: -1 }, /output of prices\.models\[0\] must be 0 or more/],
    [{ model: "m", input: 1, output: Number.NaN }, /output of .* must be a finite number/],
    [{ model: "", input: 1, output: 2 }, /model of .* must not be empty/],
    ...["there", "localhost:11434", "ftp://x"].map(
      (endpoint) =>
        [
          { model: "m", input: 1, output: 2, endpoint },
          /endpoint of .* must be an address/,
        ] as const,
    ),
  ] as const) {
    assert.throws(() => checkedPrices({ models: [price as never] }), message);
  }
});
