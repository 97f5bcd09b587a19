import { describe, expect, it } from "vitest";
import type { Budget, Forecast } from "../../src/bank/types.ts";
import { budgetText, costText, estimateText } from "../../src/text/costs.ts";
import { en } from "../../src/text/en.ts";
import { zh } from "../../src/text/zh.ts";

/** BX-03: costs are told in money, and an unknown price is not zero. */
describe("a cost (BX-03)", () => {
  it.each([
    [{ USD: 0.012345 }, 0, "0.0123 USD"],
    [{ USD: 0.5, EUR: 1234 }, 0, "0.5 USD + 1,234 EUR"],
    [{ USD: 0, EUR: 2 }, 0, "2 EUR"],
    [{ USD: 0 }, 0, "0 USD"],
    [{}, 0, ""],
    [{}, 3, "price not known"],
    [{ USD: 0.5 }, 1, "0.5 USD, some prices not known"],
  ])("of %j with %i calls without a price is told as %s", (money, unpriced, told) => {
    expect(costText({ money, unpriced }, en)).toBe(told);
  });

  it("is told in Chinese, too (BX-09)", () => {
    expect(costText({ money: {}, unpriced: 1 }, zh)).toBe("价格未知");
    expect(costText({ money: { USD: 0.5 }, unpriced: 1 }, zh)).toBe("0.5 USD，部分价格未知");
  });
});

describe("what is spent of a budget (BX-03)", () => {
  const spent = {
    requests: 3,
    tokens: 12_345,
    money: { USD: 0.0123 },
    unpriced: 0,
    milliseconds: 61_900,
  };
  const told = (limits: Partial<Budget>, words = en) =>
    budgetText({ spent, limits: { currency: "USD", ...limits } }, words);

  it("is told of each limit", () => {
    const limits = { money: 0.05, tokens: 50_000, requests: 20, seconds: 90 };
    expect(told(limits)).toBe(
      "Spent: 0.0123 USD of 0.05 USD, 12,345 of 50,000 tokens, 3 of 20 requests, 61 of 90 s",
    );
    expect(told({ tokens: 50_000 }, zh)).toBe("已用：12,345 / 50,000 词元");
  });

  it("is nothing of another currency", () => {
    expect(told({ money: 2, currency: "EUR" })).toBe("Spent: 0 EUR of 2 EUR");
  });

  it("is not told where nothing is limited", () => {
    expect(told({})).toBe("");
  });
});

describe("an estimate (BX-03)", () => {
  const forecast = (parts: Partial<Forecast>): Forecast => ({
    requests: 1,
    tokens: 30_000,
    money: { USD: 0.012345 },
    unpriced: [],
    ...parts,
  });

  it("has what is likely and what is the most", () => {
    const estimate = {
      likely: forecast({}),
      most: forecast({ requests: 99, money: { USD: 0.1 } }),
      basis: "",
      documents: [],
    };
    expect(estimateText(estimate, en)).toBe(
      "Estimate: likely 1 request, 30,000 tokens, 0.0123 USD; at most 99 requests, 30,000 tokens, 0.1 USD.",
    );
    expect(estimateText(estimate, zh)).toMatch(
      /^估算：可能 1 次请求，30,000 词元，0\.0123 USD；至多/,
    );
  });

  it("names what has no known price", () => {
    const free = forecast({ money: {}, unpriced: ["qwen3:8b", "https://r.jina.ai"] });
    expect(estimateText({ likely: free, most: free, basis: "", documents: [] }, en)).toMatch(
      /tokens; at most .* tokens\. Not known is the price of qwen3:8b, https:\/\/r\.jina\.ai\.$/,
    );
  });
});
