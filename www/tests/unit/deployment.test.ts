import { describe, expect, it } from "vitest";
import { type Deployment, deploymentOf } from "../../src/bank/deployment.ts";
import { takeInvitation } from "../../src/bank/invitation.ts";
import {
  bankOptions,
  fitting,
  invited,
  type ModelChoice,
  NO_MODEL,
  shownModel,
  shownOf,
  startingChoice,
} from "../../src/bank/model-choice.ts";
import { tokenProblem } from "../../src/bank/token.ts";

const HERE = "https://bank.example/page/";
const PROXY = "https://bank.example/proxy?url=";
const SITE: Deployment = {
  llm: { provider: "deepseek", model: "deepseek-chat" },
  search: { address: "" },
  reader: { address: "https://reader.example" },
  proxy: PROXY,
};

function told(parts: object): Deployment | null {
  return deploymentOf(JSON.stringify({ proxy: "/proxy?url=", ...parts }), HERE);
}

/** PL-02: the page knows the deployment that serves it. */
describe("what a server tells of its deployment (PL-02)", () => {
  it("is its model, its services and its proxy", () => {
    const llm = { provider: "openai", model: "m" };
    expect(told({ llm, search: true, reader: "https://r.example/", version: "1" })).toEqual({
      llm,
      search: { address: "" },
      reader: { address: "https://r.example/" },
      proxy: PROXY,
    });
  });

  it.each([
    "",
    "{",
    "7",
    "null",
    '"x"',
    "{}",
    '{"proxy":7}',
    '{"proxy":""}',
    '{"proxy":"http://"}',
  ])("is nothing where it is %j", (json) => {
    expect(deploymentOf(json, HERE)).toBeNull();
  });

  it.each([
    "https://evil.example/?url=",
    "//evil.example/?url=",
    "http://bank.example/proxy?url=",
    "javascript:alert(1)//",
    "data:,",
  ])("is nothing where its proxy is elsewhere: %s", (proxy) => {
    expect(told({ proxy })).toBeNull();
  });

  it.each([
    null,
    "deepseek",
    {},
    { provider: 7, model: "m" },
    { provider: "unheard-of", model: "m" },
    { provider: "ftp://a/v1", model: "m" },
    { provider: "openai" },
    { provider: "openai", model: 7 },
  ])("has no model where that is %j", (llm) => {
    expect(told({ llm })?.llm).toBeNull();
  });

  it.each([
    [{ provider: "deepseek", model: "" }, { provider: "deepseek" }],
    [
      { provider: "http://127.0.0.1:9/v1", model: "m", key: "secret" },
      { provider: "http://127.0.0.1:9/v1", model: "m" },
    ],
    [
      { provider: "https://m.example/v1", model: "m", like: "ollama" },
      { provider: "https://m.example/v1", model: "m", like: "ollama" },
    ],
    [
      { provider: "openai", model: "m", like: "ollama" },
      { provider: "openai", model: "m" },
    ],
    [
      { provider: "https://m.example/v1", model: "m", like: "constructor" },
      { provider: "https://m.example/v1", model: "m" },
    ],
  ])("has the model %j", (llm, known) => {
    expect(told({ llm })?.llm).toEqual(known);
  });

  it.each([null, false, 1, {}, "nowhere", "javascript:alert(1)"])(
    "has no search where that is %j",
    (search) => {
      expect(told({ search })?.search).toBeNull();
    },
  );
});

function chosen(parts: Partial<ModelChoice>): ModelChoice {
  return { ...NO_MODEL, ...parts };
}

/** PL-02, MB-25: a visitor of a deployment needs no key. */
describe("a choice on a deployment's page (PL-02)", () => {
  it("is the site's model from the start, with the web where the site has it", () => {
    expect(startingChoice(SITE)).toEqual(chosen({ provider: "deployment", search: true }));
    expect(startingChoice({ ...SITE, search: null }).search).toBe(false);
    expect(startingChoice({ ...SITE, llm: null })).toBe(NO_MODEL);
    expect(startingChoice(null)).toBe(NO_MODEL);
  });

  it("has everything asked by the site's proxy, with the token and without a key", () => {
    const choice = chosen({
      provider: "deployment",
      search: true,
      searchLanguage: "de",
      accessToken: " t0ken\n",
      key: "k",
      searchKey: "s",
      readerKey: "r",
      proxy: "https://other.example/?url=",
      proxyToken: "other",
    });
    expect(bankOptions(choice, SITE)).toEqual({
      llm: { provider: "deepseek", model: "deepseek-chat" },
      search: { language: "de" },
      reader: { baseUrl: "https://reader.example" },
      proxy: { address: PROXY, llm: true, token: "t0ken" },
    });
  });

  it("has an endpoint asked as what it is like", () => {
    const llm = { provider: "https://m.example/v1", model: "m", like: "ollama" } as const;
    const options = bankOptions(chosen({ provider: "deployment" }), { ...SITE, llm });
    expect(options.llm).toEqual({
      provider: { baseUrl: "https://m.example/v1", like: "ollama" },
      model: "m",
    });
    expect(shownOf(options, { ...SITE, llm })).toMatchObject({ name: "m", place: "m.example" });
  });

  it("has pages fetched directly where the site has no reader, and no search where it has none", () => {
    const choice = chosen({ provider: "deployment", search: true });
    const options = bankOptions(choice, { ...SITE, reader: null, search: null });
    expect(options).toMatchObject({ reader: { baseUrl: "" } });
    expect(options).not.toHaveProperty("search");
    expect(shownModel(choice, { ...SITE, search: null })?.search).toBe(false);
  });

  it("may be another model, whose web the site asks for whoever has a token", () => {
    const choice = chosen({ provider: "openai", model: "m", key: "k", search: true });
    const options = bankOptions({ ...choice, accessToken: "t0ken" }, SITE);
    expect(options.llm).toEqual({ provider: "openai", model: "m", apiKey: "k" });
    expect(options.proxy).toEqual({ address: PROXY, llm: false, token: "t0ken" });
    expect(options.search).toEqual({});
    expect(bankOptions(choice, SITE)).not.toHaveProperty("proxy");
  });

  it("shows the site's token to the site alone, and a proxy's to that proxy", () => {
    const choice = chosen({
      provider: "openai",
      model: "m",
      accessToken: "t0ken",
      proxy: "https://p.example/?url=",
      proxyToken: "other",
    });
    expect(bankOptions(choice, SITE).proxy).toMatchObject({
      address: "https://p.example/?url=",
      token: "other",
    });
    expect(JSON.stringify(bankOptions(choice, SITE))).not.toContain("t0ken");
    expect(bankOptions({ ...choice, proxyToken: " " }, SITE).proxy).not.toHaveProperty("token");
  });

  it("tells where questions go", () => {
    const choice = chosen({ provider: "deployment", search: true, accessToken: "t0ken" });
    const shown = {
      name: "deepseek-chat",
      place: "DeepSeek",
      search: true,
      isThroughSite: true,
    };
    expect(shownModel(choice, SITE)).toEqual(shown);
    expect(shownOf(bankOptions(choice, SITE), SITE)).toEqual(shown);
    expect(shownOf(bankOptions(choice, SITE), null)?.isThroughSite).toBe(false);
  });

  it("that was invited has the token, and the site's model unless another was chosen", () => {
    expect(invited(NO_MODEL, "t0ken", SITE)).toEqual(
      chosen({ provider: "deployment", search: true, accessToken: "t0ken" }),
    );
    const own = chosen({ provider: "ollama", model: "m", accessToken: "old" });
    expect(invited(own, "t0ken", SITE)).toEqual({ ...own, accessToken: "t0ken" });
    expect(invited(NO_MODEL, "t0ken", { ...SITE, llm: null }).provider).toBe("none");
  });

  it("that was remembered is none where the site has no model any more", () => {
    const choice = chosen({ provider: "deployment", accessToken: "t0ken", budget: "1 USD" });
    expect(fitting(choice, SITE)).toBe(choice);
    expect(fitting(choice, null)).toEqual({ ...choice, provider: "none" });
    expect(fitting(choice, { ...SITE, llm: null }).provider).toBe("none");
  });
});

/** MB-21: what is wrong with a token is known before it is sent. */
describe("the token that goes along with a choice (MB-21)", () => {
  const own = { provider: "openai", model: "m", proxy: "https://p.example/?url=" } as const;

  it.each([
    [{ provider: "deployment" }, { token: "accessToken", code: "token_missing" }],
    [
      { provider: "deployment", accessToken: " " },
      { token: "accessToken", code: "token_missing" },
    ],
    [{ provider: "deployment", accessToken: "a b" }, { code: "token_malformed" }],
    [{ provider: "deployment", accessToken: "“t”" }, { code: "token_malformed" }],
    [
      { ...own, proxyToken: "ä" },
      { token: "proxyToken", code: "token_malformed" },
    ],
  ] as const)("of %j has a problem", (parts, problem) => {
    expect(tokenProblem(chosen(parts), SITE)).toMatchObject(problem);
  });

  it.each([
    { provider: "deployment", accessToken: " t0ken " },
    { provider: "none" },
    { provider: "none", accessToken: "a b" },
    { provider: "openai", model: "m" },
    { ...own },
    { ...own, proxyToken: "t0ken" },
  ] as const)("of %j has none", (parts) => {
    expect(tokenProblem(chosen(parts), SITE)).toBeNull();
  });
});

/** An address bar at this fragment. */
function barAt(hash: string) {
  const seen: unknown[] = [];
  const location = { hash, pathname: "/page/", search: "?a=1" };
  const replaceState = (...given: unknown[]) => void seen.push(given);
  return { bar: { location, history: { state: { kept: 1 }, replaceState } }, seen };
}

describe("an invitation (PL-02)", () => {
  it.each([
    ["#token=amb_x-_9", "amb_x-_9"],
    ["#token=a%2Bb+c", "a+b+c"],
    ["#token=%20t0ken%0A", "t0ken"],
    ["#token=100%", "100%"],
    ["#token=", ""],
  ])("%s brings a token, and leaves none in the address", (hash, token) => {
    const { bar, seen } = barAt(hash);
    expect(takeInvitation(bar)).toBe(token);
    expect(seen).toEqual([[{ kept: 1 }, "", "/page/?a=1"]]);
  });

  it.each(["", "#", "#question", "#tokens=1", "#a&token=1", "#Token=1"])(
    "is not %j, which stays",
    (hash) => {
      const { bar, seen } = barAt(hash);
      expect(takeInvitation(bar)).toBeNull();
      expect(seen).toEqual([]);
    },
  );
});
