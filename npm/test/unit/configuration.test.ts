import assert from "node:assert/strict";
import { test } from "node:test";
import { BankService } from "../../src/bank-service.ts";
import {
  configurationOf,
  type EngineOptions,
  engineArtefact,
  engineSettings,
} from "../../src/configuration.ts";
import type { EngineModule } from "../../src/engine.ts";
import { MemoryBank } from "../../src/node.ts";
import type { Settings } from "../../src/types.ts";
import { Fault } from "../../src/wasm-instance.ts";

const deepseek = {
  baseUrl: "https://api.deepseek.com/v1",
  json: "object",
  nativeTools: true,
  echoReasoning: true,
  streamUsage: true,
  completionTokensName: false,
};
const custom = { ...deepseek, json: "prompt", nativeTools: false, echoReasoning: false };

/** What the stand-in for the engine was opened with. */
const opened: unknown[] = [];

/** Stands in for the engine: it knows one endpoint, takes any address, and a few settings. */
class FakeBank {
  constructor(host: object, settings: object) {
    opened.push({ host, settings });
  }

  static defaults() {
    const memory = { observe: true, recall: true, advise: true, learn: true, loopPeriod: 4 };
    return { retrievalK: 5, retrievalAlpha: 0.5, chunkRatio: 0.9, llm: null, search: null, memory };
  }

  static provider(nameOrUrl: string) {
    if (nameOrUrl === "deepseek") return deepseek;
    if (["ollama", "llamacpp"].includes(nameOrUrl))
      return { ...custom, baseUrl: "http://local/v1" };
    if (!/^https?:/.test(nameOrUrl)) return undefined;
    return { ...custom, baseUrl: nameOrUrl.replace(/\/$/, "") };
  }
}

const engine = {
  Bank: FakeBank,
  memory: { buffer: new ArrayBuffer(0) },
  fault: new Fault(),
} as unknown as EngineModule;

/** The settings and network that the engine gets for these options. */
function engineGets(options: EngineOptions) {
  const configuration = configurationOf(options);
  // What crosses to a worker is cloned on the way.
  const { settings, network, longTerm } = structuredClone(configuration);
  return { settings: engineSettings(engine, settings, longTerm), network };
}

test("CG-06 a run reads its steps by memory's own settings, unless its settings say otherwise", () => {
  const longTerm = { trajectories: { loopRepeats: 6, loopPeriod: 2, topK: 3 } };
  const memory = { advise: false, loopPeriod: 5 } as Settings["memory"];
  const told = (options: EngineOptions) => engineGets(options).settings.memory as unknown;
  assert.deepEqual(told({ longTerm }), { loopRepeats: 6, loopPeriod: 2 });
  assert.deepEqual(told({ longTerm, settings: { memory } }), {
    loopRepeats: 6,
    loopPeriod: 5,
    advise: false,
  });
  assert.equal(told({ longTerm: { hierarchy: {} } }), undefined);
});

test("MB-21 a provider by name is as the engine knows it; its key is apart", () => {
  const llm = { provider: "deepseek", apiKey: "sk-1", maxTokens: 100 } as const;
  assert.deepEqual(engineGets({ llm }), {
    settings: { llm: { provider: deepseek, maxTokens: 100 } },
    network: { keys: { llm: "sk-1" } },
  });
});

test("MB-21 MB-25 a provider at another address is like the one it is said to be like", () => {
  const provider = { baseUrl: "https://llm.example/v1", like: "deepseek", json: "prompt" } as const;
  const { settings } = engineGets({ llm: { provider, model: "m" } });
  assert.deepEqual(settings, {
    llm: {
      provider: { ...deepseek, baseUrl: "https://llm.example/v1", json: "prompt" },
      model: "m",
    },
  });
});

test("MB-21 a provider by address, and with what is special about it", () => {
  const provider = { baseUrl: "https://llm.example/v1/", nativeTools: true };
  const { settings } = engineGets({ llm: { provider, model: "m" } });
  assert.deepEqual(settings as unknown, {
    llm: {
      model: "m",
      provider: { ...custom, baseUrl: "https://llm.example/v1", nativeTools: true },
    },
  });
});

test("MB-21 BX-01 the larger engine is loaded for a language model alone", () => {
  assert.equal(engineArtefact(configurationOf({ llm: {} })), "engine-llm");
  assert.equal(engineArtefact(configurationOf({ settings: { retrievalK: 3 } })), "engine");
});

test("MB-21 the engine chooses what is not said", () => {
  assert.deepEqual(engineGets({ llm: {} }), { settings: { llm: {} }, network: { keys: {} } });
});

test("MB-19 a search service is a setting, and is one that the engine knows", () => {
  const search = { service: "wikipedia", language: "de" } as const;
  const { settings } = engineGets({ llm: {}, search });
  assert.deepEqual(settings, { llm: {}, search });
  const unknown = { service: "bing" } as unknown as EngineOptions["search"] & object;
  assert.throws(() => configurationOf({ llm: {}, search: unknown }), {
    code: "invalid_argument",
    message: /service of search must be one of serper, wikipedia, jina/,
  });
});

test("MB-21 MB-25 the keys of search and reader, and the token of a proxy, are in no setting", () => {
  const { settings, network } = engineGets({
    llm: { apiKey: "k1" },
    search: { apiKey: "k2", results: 5 },
    reader: { apiKey: "k3", followLinks: true },
    proxy: { address: "https://proxy.example/?url=", keys: true, token: "k4" },
  });
  assert.deepEqual(settings as unknown, {
    llm: {},
    search: { results: 5 },
    reader: { followLinks: true },
  });
  assert.deepEqual(network, {
    keys: { llm: "k1", search: "k2", reader: "k3" },
    proxy: { address: "https://proxy.example/?url=", keys: true, token: "k4" },
  });
  assert.doesNotMatch(JSON.stringify(settings), /k[1234]/);
});

test("MB-21 the engine's bank is opened with settings, and with the keys beside them", () => {
  opened.length = 0;
  const llm = { apiKey: "sk-1", model: "m" };
  new BankService(() => engine, configurationOf({ llm })).attach({ state: "off" }, null);
  assert.deepEqual(opened, [
    { host: { network: { keys: { llm: "sk-1" } } }, settings: { llm: { model: "m" } } },
  ]);
});

test("MB-25 an agent's null leaves the choice to the endpoint; what is undefined is not given", () => {
  const agents = { react: { temperature: null, window: 900 }, planning: {} };
  const llm = { model: undefined, agents } as unknown as NonNullable<EngineOptions["llm"]>;
  const { settings } = engineGets({ llm });
  assert.deepEqual(settings as unknown, {
    llm: { agents: { react: { temperature: null, window: 900 }, planning: {} } },
  });
});

const refused: [object, RegExp][] = [
  [{ settings: { retrievalk: 1 } }, /settings has an unknown field "retrievalk".*"retrievalK"/],
  [{ settings: { memory: { observ: false } } }, /settings\.memory .*"observ".*"observe"/],
  [{ settings: { llm: {} } }, /give llm beside settings/],
  [{ settings: { search: {} } }, /give search beside settings/],
  [{ llm: { modle: "m" } }, /llm has an unknown field "modle": did you mean "model"/],
  [{ llm: { agents: { reactor: {} } } }, /llm\.agents .*"reactor".*"react"/],
  [{ llm: { agents: { react: { temprature: 1 } } } }, /llm\.agents\.react .*"temperature"/],
  [{ llm: { agents: { react: 1 } } }, /react of llm\.agents must be an object/],
  [{ llm: { retry: { retrys: 1 } } }, /llm\.retry .*"retries"/],
  [{ llm: { maxTokens: "many" } }, /maxTokens of llm must be a whole number, 1 or more/],
  [{ llm: { maxTokens: -1 } }, /maxTokens of llm must be a whole number, 1 or more/],
  [{ llm: { retry: { retries: 0.5 } } }, /retries of llm.retry must be a whole number, 0 or more/],
  [{ llm: { provider: "nobody", model: "m" } }, /provider of llm is not known: .*deepseek/],
  [{ llm: { provider: 7, model: "m" } }, /provider of llm is not known/],
  [{ llm: { provider: { json: "object" }, model: "m" } }, /provider of llm is not known/],
  [
    { llm: { provider: { baseUrl: "https://a.b/v1", like: "nobody" }, model: "m" } },
    /like of llm\.provider must be one of deepseek/,
  ],
  [
    { llm: { provider: { baseUrl: "https://a.b/v1", nativeTool: true }, model: "m" } },
    /llm\.provider .*"nativeTool".*"nativeTools"/,
  ],
  [{ llm: { provider: "https://a.b/v1" } }, /llm needs the name of a model/],
  [{ llm: { provider: "ollama" } }, /llm needs the name of a model/],
  [{ llm: { provider: "llamacpp" } }, /llm needs the name of a model/],
  [{ llm: {}, search: { lang: "en" } }, /search .*"lang".*"language"/],
  [{ reader: { followlinks: true } }, /reader .*"followLinks"/],
  [{ proxy: { adress: "x" } }, /proxy .*"address"/],
  [{ proxy: { address: "x", token: 7 } }, /token of proxy must be a string/],
  [{ search: {} }, /search needs a language model/],
];

for (const [options, message] of refused) {
  test(`MB-25 the options ${JSON.stringify(options)} are refused, and it says what is meant`, () => {
    assert.throws(() => engineGets(options as EngineOptions), {
      name: "MemoryBankError",
      code: "invalid_argument",
      message,
    });
  });
}

test("a key in the wrong place is in no message", () => {
  for (const llm of [
    { provider: "sk-secret" },
    { provider: "https://u:sk-secret@a.b" },
    { apiKey: ["sk-secret"] as never },
  ]) {
    assert.throws(
      () => engineGets({ llm }),
      (thrown: Error) => !thrown.message.includes("secret"),
    );
  }
});

for (const [what, options] of Object.entries({
  null: null,
  misspelled: { modles: "models/" },
  "of another type": { models: 7 },
})) {
  test(`PL-03 opening in Node with options ${what} is invalid_argument`, async () => {
    await assert.rejects(MemoryBank.open(options as never), {
      name: "MemoryBankError",
      code: "invalid_argument",
    });
  });
}
