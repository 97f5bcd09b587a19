import { describe, expect, it } from "vitest";
import {
  bankOptions,
  choiceProblem,
  chosenBudget,
  lacksSearchKey,
  type ModelChoice,
  NO_MODEL,
  shownModel,
} from "../../src/bank/model-choice.ts";
import { forget, remember, remembered } from "../../src/bank/remembered.ts";
import { en } from "../../src/text/en.ts";
import { zh } from "../../src/text/zh.ts";

function chosen(parts: Partial<ModelChoice>): ModelChoice {
  return { ...NO_MODEL, ...parts };
}

/** MB-25: what the user chooses is what the bank is opened with. */
describe("the options of a choice (MB-25)", () => {
  it("are none without a language model, whatever else was put in", () => {
    expect(
      bankOptions(chosen({ search: true, searchKey: "s", proxy: "https://p/?u=" }), null),
    ).toEqual({});
  });

  it("name a known endpoint, and hold what was given, without blanks around it", () => {
    const choice = chosen({ provider: "deepseek", key: " k \n", search: true, searchKey: "s" });
    expect(bankOptions(choice, null)).toEqual({
      llm: { provider: "deepseek", apiKey: "k" },
      search: { apiKey: "s" },
      reader: {},
    });
  });

  it("name the search service, with the key that it takes (MB-19)", () => {
    const keyed = { provider: "ollama", model: "m", search: true, searchKey: "s" } as const;
    const search = (parts: Partial<ModelChoice>) =>
      bankOptions(chosen({ ...keyed, ...parts }), null).search;
    expect(search({})).toEqual({ apiKey: "s" });
    expect(search({ searchService: "wikipedia", searchLanguage: "de" })).toEqual({
      service: "wikipedia",
      language: "de",
    });
    const readerKey = " j ";
    expect(search({ searchService: "jina", readerKey })).toEqual({ service: "jina", apiKey: "j" });
  });

  it("lack a key where the search service takes one, and no proxy may add it (MB-19)", () => {
    const lacks = (parts: Partial<ModelChoice>) => lacksSearchKey(chosen(parts));
    const jina = { searchService: "jina" } as const;
    expect([lacks({}), lacks(jina), lacks({ searchService: "wikipedia" })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(lacks({ searchKey: "s" })).toBe(false);
    expect(lacks({ ...jina, searchKey: "s" })).toBe(true);
    expect(lacks({ ...jina, readerKey: "j" })).toBe(false);
    expect(lacks({ proxy: "https://p/?u=" })).toBe(false);
  });

  it.each([
    ["ollama", { baseUrl: "http://box:11434/v1", like: "ollama" }],
    ["custom", "http://box:11434/v1"],
  ] as const)("give another address of %s as it is", (provider, wanted) => {
    const choice = chosen({ provider, address: "http://box:11434/v1 ", model: "m" });
    expect(bankOptions(choice, null).llm).toMatchObject({ provider: wanted, model: "m" });
  });

  it("send a local model no more than it reads at once", () => {
    const context = (provider: ModelChoice["provider"]) =>
      bankOptions(chosen({ provider, model: "m" }), null).llm?.maxContextTokens;
    expect(context("ollama")).toBe(32_000);
    expect(context("openai")).toBeUndefined();
  });

  it("have the answer's language as the report's, and leave labels and prompts to the question", () => {
    const choice = chosen({ provider: "ollama", model: "m", answerLanguage: "zh" });
    expect(bankOptions(choice, null).settings).toEqual({ reportLanguage: "zh" });
  });

  it("have the user's own price of the model, if both parts of it are numbers (BX-03)", () => {
    const priced = {
      provider: "openrouter",
      model: "m",
      priceRead: " 0,15",
      priceWritten: "0.6",
    } as const;
    const models = [{ model: "m", input: 0.15, output: 0.6 }];
    expect(bankOptions(chosen(priced), null).prices).toEqual({ models });
    expect(choiceProblem(chosen(priced))).toBeNull();
    for (const [priceRead, priceWritten] of [
      ["0.15", ""],
      ["", "1"],
      ["free", "1"],
      ["-1", "1"],
    ]) {
      const faulty = chosen({ ...priced, priceRead, priceWritten } as Partial<ModelChoice>);
      expect(choiceProblem(faulty)).toMatchObject({ code: "price_form" });
      expect(bankOptions(faulty, null)).not.toHaveProperty("prices");
    }
    expect(
      bankOptions(chosen({ ...priced, priceRead: "", priceWritten: "" }), null),
    ).not.toHaveProperty("prices");
  });

  it("say how pages are read, and through what", () => {
    const choice = chosen({
      provider: "openai",
      model: "m",
      reader: "direct",
      proxy: "https://p.example/?url=",
      proxyModel: true,
      search: true,
      searchLanguage: "zh-cn",
    });
    expect(bankOptions(choice, null)).toMatchObject({
      search: { language: "zh-cn" },
      reader: { baseUrl: "" },
      proxy: { address: "https://p.example/?url=", llm: true, keys: false },
    });
  });
});

/** BX-03: a question may be limited. */
describe("the budget of a choice (BX-03)", () => {
  const limited = (budget: string) => chosen({ provider: "ollama", model: "m", budget });

  it("is read as the command line reads it", () => {
    const limits = { money: 0.1, currency: "USD", tokens: 50_000 };
    expect(chosenBudget(limited(" 0.10 USD, 50000 tokens "))).toEqual(limits);
  });

  it("is none where nothing is put in, or nobody is paid", () => {
    expect(chosenBudget(limited(" "))).toBeUndefined();
    expect(chosenBudget(chosen({ budget: "much" }))).toBeUndefined();
    expect(choiceProblem(chosen({ budget: "much" }))).toBeNull();
  });

  it.each([
    ["much", "budget_form", "much"],
    ["5 lightyears", "budget_unit", "lightyears"],
    ["5 s, 1 min", "budget_twice", "seconds"],
  ])(
    "that cannot be read (%s) is told before anything is asked, in both languages",
    (text, code, message) => {
      expect(choiceProblem(limited(text))).toEqual({ code, message });
      expect(en.remedies[code]).toMatch(/budget/);
      expect(zh.remedies[code]).toMatch(/预算/);
    },
  );
});

describe("what is shown of a choice (MB-25)", () => {
  it("is where questions go, and no key", () => {
    const choice = chosen({ provider: "ollama", address: "http://box:1/v1", model: "m", key: "k" });
    expect(shownModel(choice, null)).toEqual({
      name: "m",
      place: "box:1",
      search: false,
      isThroughSite: false,
    });
    expect(shownModel(chosen({ provider: "deepseek" }), null)?.name).toBe("DeepSeek");
    expect(shownModel(NO_MODEL, null)).toBeNull();
  });

  it.each([
    [{}, undefined],
    [{ provider: "deepseek" }, undefined],
    [{ provider: "deepseek", address: "https://other.example/v1" }, "no_model_name"],
    [{ provider: "openai" }, "no_model_name"],
    [{ provider: "custom", model: "m" }, "no_address"],
    [{ provider: "custom", model: "m", address: "ftp://a" }, "no_address"],
    [{ provider: "custom", model: "m", address: "https://a/v1" }, undefined],
  ] as const)("of %j lacks %s", (parts, code) => {
    expect(choiceProblem(chosen(parts))?.code).toBe(code);
  });
});

/** A device with room, or without. */
function device(full = false) {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (full) throw new Error("QuotaExceededError");
      held.set(name, text);
    },
    removeItem: (name: string) => void held.delete(name),
  };
}

describe("a choice on this device (MB-25)", () => {
  const choice = chosen({ provider: "openai", model: "m", key: "k" });

  it("is there again, until it is forgotten", () => {
    const storage = device();
    expect(remember(storage, choice)).toBe(true);
    expect(remembered(storage)).toEqual(choice);
    forget(storage);
    expect(storage.held.size).toBe(0);
    expect(remembered(storage)).toBeNull();
  });

  it("is not, where there is no room or no storage", () => {
    expect([remember(device(true), choice), remember(null, choice)]).toEqual([false, false]);
    expect(remembered(null)).toBeNull();
  });

  it.each([
    "not json",
    "7",
    '{"provider":"deepseek","key":5,"search":true,"searchService":"bing","other":1}',
  ])("is read with care: %s", (text) => {
    const storage = device();
    remember(storage, choice);
    const [name = ""] = storage.held.keys();
    storage.held.set(name, text);
    const known = remembered(storage);
    if (text.startsWith("{"))
      expect(known).toEqual({ ...NO_MODEL, provider: "deepseek", search: true });
    else expect(known).toBeNull();
  });
});
