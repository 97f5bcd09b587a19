import type { OpenOptions, ServiceName } from "agentic-memory-bank";
import { describe, expect, it } from "vitest";
import type { Deployment } from "../../src/bank/deployment.ts";
import { bankOptions, NO_MODEL } from "../../src/bank/model-choice.ts";
import { listModels, type Trial, type TrialWorld, tryServices } from "../../src/bank/trial.ts";
import type { Event, MemoryBank } from "../../src/bank/types.ts";
import { resultWith } from "./results.ts";

const CHOICE = { ...NO_MODEL, provider: "ollama", model: "m", key: "k" } as const;
const OPTIONS = bankOptions(CHOICE, null);
const CALL: Event = {
  type: "agentCall",
  agent: "planning",
  model: "m",
  inputTokens: 9,
  cachedTokens: 0,
  outputTokens: 2,
  cost: null,
  estimated: false,
};

/** A world in which a bank tells of these events, or fails with this code. */
function worldOf(
  events: readonly Event[],
  code = "",
  isThere = false,
  {
    site = null as Deployment | null,
    proxyCode = null as string | null,
    failures = {} as Partial<Record<ServiceName, string>>,
  } = {},
) {
  const seen = { options: {} as OpenOptions, limits: {}, closed: false, asked: "", shown: "" };
  const bank = {
    research: (_request: unknown, { budget }: { budget: object }) => {
      seen.limits = budget;
      async function* told(): AsyncGenerator<Event> {
        yield* events;
      }
      const failed = { termination: "error", error: { code, message: "said" } } as const;
      return { [Symbol.asyncIterator]: told, result: Promise.resolve(resultWith(failed)) };
    },
    tryService: async (service: ServiceName) => {
      const failure = failures[service];
      if (failure !== undefined) throw Object.assign(new Error("said"), { code: failure });
      if (service === "llm") return { service, models: ["a", "b"] };
      return service === "search" ? { service, results: 3 } : { service, bytes: 9 };
    },
    provider: async () => ({ baseUrl: "http://localhost:11434/v1" }),
    close: () => {
      seen.closed = true;
    },
  };
  const world = {
    open: async (options: OpenOptions) => {
      seen.options = options;
      return bank as unknown as MemoryBank;
    },
    answers: async (address: string) => {
      seen.asked = address;
      return isThere;
    },
    site,
    proxyError: async (address: string, token: string) => {
      seen.asked = address;
      seen.shown = token;
      return proxyCode;
    },
  };
  return { world, seen };
}

/** The outcome of the model, the first that is told. */
async function tryModel(options: typeof OPTIONS, world: TrialWorld): Promise<Trial> {
  const told: Trial[] = [];
  await tryServices(options, world, (trial) => told.push(trial));
  expect(told).toHaveLength(1);
  return told[0] as Trial;
}

/** MB-25: the test of a connection makes one small call, and says what to do. */
describe("a trial of a language model (MB-25)", () => {
  it("ends at the first reply, and repeats nothing", async () => {
    const { world, seen } = worldOf([CALL, CALL]);
    expect(await tryModel(OPTIONS, world)).toEqual({
      service: "llm",
      works: true,
      call: CALL,
    });
    expect(seen).toMatchObject({ limits: { requests: 1 }, closed: true });
    expect(seen.options.llm).toMatchObject({ maxTokens: 64, retry: { retries: 0 }, apiKey: "k" });
    expect(seen.options.embedder).toBe(false);
  });

  it.each([
    ["llm_unauthorized", true, "llm_unauthorized"],
    ["llm_not_found", true, "llm_not_found"],
    ["network_unreachable", true, "cors_refused"],
    ["network_unreachable", false, "network_unreachable"],
  ])("that ends with %s, where something answers: %s, is told as %s", async (code, there, told) => {
    const { world, seen } = worldOf([], code, there);
    expect(await tryModel(OPTIONS, world)).toMatchObject({ works: false, problem: { code: told } });
    expect(seen.asked).toBe(code === "network_unreachable" ? "http://localhost:11434/v1" : "");
    expect(seen.closed).toBe(true);
  });

  it("that cannot even begin is told, too", async () => {
    const open = async () => Promise.reject(Object.assign(new Error("no"), { code: "x" }));
    const trial = await tryModel(OPTIONS, { ...worldOf([]).world, open });
    expect(trial).toMatchObject({ works: false, problem: { code: "x", message: "no" } });
  });
});

/** MB-21: a proxy that refuses its token is not taken for a model that refuses its key. */
describe("a trial through a proxy (MB-21)", () => {
  const proxied = { proxy: "https://p.example/?url=", proxyModel: true, proxyToken: "t0ken" };
  const own = bankOptions({ ...CHOICE, ...proxied }, null);
  const site = {
    llm: { provider: "deepseek" },
    search: null,
    reader: null,
    proxy: "https://bank.example/proxy?url=",
  };
  const ofSite = bankOptions({ ...NO_MODEL, provider: "deployment", accessToken: "t0ken" }, site);

  it.each([
    ["token_unknown", own, null, "proxyToken", "token_unknown"],
    ["token_missing", own, null, "proxyToken", "token_missing"],
    ["token_unknown", ofSite, site, "accessToken", "token_unknown"],
    [null, own, null, undefined, "llm_unauthorized"],
    ["rate_limited", own, null, undefined, "llm_unauthorized"],
    [null, ofSite, site, undefined, "site_refused"],
  ] as const)("whose proxy says %s", async (proxyCode, options, served, token, code) => {
    const { world, seen } = worldOf([], "llm_unauthorized", true, { site: served, proxyCode });
    const trial = await tryModel(options, world);
    expect(trial).toMatchObject({ works: false, problem: { code } });
    expect(trial).toHaveProperty("problem");
    expect("problem" in trial && "token" in trial.problem ? trial.problem.token : undefined).toBe(
      token,
    );
    expect(seen).toMatchObject({ asked: options.proxy?.address, shown: "t0ken" });
  });

  it("asks no proxy about what a model said that was not asked through one", async () => {
    const direct = bankOptions({ ...CHOICE, ...proxied, proxyModel: false }, null);
    const { world, seen } = worldOf([], "llm_unauthorized", true, { proxyCode: "token_unknown" });
    expect(await tryModel(direct, world)).toMatchObject({ problem: { code: "llm_unauthorized" } });
    expect(seen.asked).toBe("");
  });

  it.each([
    [true, "proxy_refuses_page"],
    [false, "network_unreachable"],
  ])("looks for the proxy where nothing can be read; there: %s", async (isThere, code) => {
    const { world, seen } = worldOf([], "network_unreachable", isThere);
    expect(await tryModel(own, world)).toMatchObject({ problem: { code } });
    expect(seen.asked).toBe("https://p.example/?url=");
  });
});

/** MB-19, MB-20: where the web is searched, the search and the reader are tried, too. */
describe("a trial of the web", () => {
  const searching = bankOptions({ ...CHOICE, search: true, searchKey: "s" }, null);
  const tried = async (options: typeof OPTIONS, world: TrialWorld) => {
    const told = new Map<ServiceName, Trial>();
    await tryServices(options, world, (trial) => told.set(trial.service, trial));
    return told;
  };

  it("asks each service once, and tells each outcome", async () => {
    const { world, seen } = worldOf([CALL]);
    const told = await tried(searching, world);
    expect(told.get("llm")).toMatchObject({ works: true, call: CALL });
    expect(told.get("search")).toMatchObject({ works: true, reply: { results: 3 } });
    expect(told.get("reader")).toMatchObject({ works: true, reply: { bytes: 9 } });
    expect(seen).toMatchObject({ closed: true, options: { search: { apiKey: "s" } } });
  });

  it("looks for the search service that was chosen where nothing can be read", async () => {
    const options = bankOptions({ ...CHOICE, search: true, searchService: "wikipedia" }, null);
    const { world, seen } = worldOf([CALL], "", true, {
      failures: { search: "network_unreachable" },
    });
    expect((await tried(options, world)).get("search")).toMatchObject({ works: false });
    expect(seen.asked).toBe("https://wikipedia.org");
  });

  it.each([
    ["search", "search_unauthorized", "search_unauthorized", ""],
    ["search", "network_unreachable", "web_refuses_page", "https://google.serper.dev"],
    ["reader", "network_unreachable", "web_refuses_page", "https://r.jina.ai"],
  ] as const)("whose %s fails with %s is told as %s", async (service, failure, code, asked) => {
    const { world, seen } = worldOf([CALL], "", true, { failures: { [service]: failure } });
    const told = await tried(searching, world);
    expect(told.get(service)).toMatchObject({ works: false, problem: { code } });
    expect(told.get("llm")).toMatchObject({ works: true });
    expect(seen.asked).toBe(asked);
  });

  it("tells a proxy that refuses its token from a search that refuses its key", async () => {
    const proxied = { search: true, proxy: "https://p.example/?url=", proxyToken: "t0ken" };
    const options = bankOptions({ ...CHOICE, ...proxied }, null);
    const failures = { search: "search_unauthorized" };
    const { world } = worldOf([CALL], "", true, { failures, proxyCode: "token_unknown" });
    expect((await tried(options, world)).get("search")).toMatchObject({
      problem: { token: "proxyToken", code: "token_unknown" },
    });
  });

  it("lists the models of an endpoint before one is chosen, and says why it cannot", async () => {
    const unnamed = bankOptions({ ...CHOICE, model: "" }, null);
    const { world, seen } = worldOf([]);
    expect(await listModels(unnamed, world)).toEqual(["a", "b"]);
    expect(seen.closed).toBe(true);
    const refused = worldOf([], "", true, { failures: { llm: "network_unreachable" } });
    await expect(listModels(unnamed, refused.world)).rejects.toMatchObject({
      code: "cors_refused",
    });
  });
});
