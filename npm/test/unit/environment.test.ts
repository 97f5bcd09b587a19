import assert from "node:assert/strict";
import { test } from "node:test";
import {
  keyedEndpoints,
  openOptions,
  pricesPath,
  sharedMemory,
} from "../../src/cli/environment.ts";

const nothing = {
  useModel: true,
  llm: null,
  model: null,
  reads: null,
  search: false,
  searchService: null,
  budget: [],
  reportLanguage: null,
  searchLanguage: null,
};

test("BX-01 without an endpoint or a key no model is asked, whatever else is set", () => {
  const environment = { LLM_MODEL: "m", SERPER_API_KEY: "s", JINA_API_KEY: "j", LLM_API_KEY: " " };
  assert.deepEqual(openOptions(nothing, environment), {});
  assert.deepEqual(openOptions({ ...nothing, useModel: false }, {}), { embedder: false });
});

test("MB-25 every parameter of the environment reaches its setting", () => {
  const environment = {
    LLM_API_KEY: "k",
    LLM_BASE_URL: "https://llm.example/v1",
    LLM_MODEL: "m",
    LLM_TEMPERATURE: "0",
    LLM_TOP_P: "0.5",
    LLM_MAX_TOKENS: "100",
    LLM_READS: "all",
    SERPER_API_KEY: "s",
    JINA_API_KEY: "j",
    RETRIEVAL_K: "7",
    RETRIEVAL_ALPHA: "0.25",
    CHUNK_RATIO: "0.5",
    MAX_LLM_CALL_PER_RUN: "9",
    MAX_CONTEXT_TOKENS: "8000",
    CLASSIFICATION_AGENT_WINDOW: "1000",
    STRUCTURE_AGENT_WINDOW: "2000",
    ANALYSIS_AGENT_WINDOW: "3000",
    INTEGRATION_AGENT_WINDOW: "4000",
    PLANNING_AGENT_WINDOW: "5000",
    READING_AGENT_WINDOW: "6000",
    CLASSIFICATION_AGENT_TEMPERATURE: "0.1",
    STRUCTURE_AGENT_TEMPERATURE: "0.2",
    STRUCTURE_AGENT_TOP_P: "0.3",
    ANALYSIS_AGENT_TOP_P: "0.4",
    INTEGRATION_AGENT_TEMPERATURE: "2",
    PLANNING_AGENT_TEMPERATURE: "1",
    REACT_AGENT_TOP_P: "1",
  };
  assert.deepEqual(openOptions(nothing, environment), {
    settings: {
      retrievalK: 7,
      retrievalAlpha: 0.25,
      chunkRatio: 0.5,
      classificationWindow: 1000,
    },
    llm: {
      provider: "https://llm.example/v1",
      model: "m",
      apiKey: "k",
      reads: "all",
      maxTokens: 100,
      maxCalls: 9,
      maxContextTokens: 8000,
      agents: {
        classification: { window: 1000, temperature: 0.1 },
        structure: { window: 2000, temperature: 0.2, topP: 0.3 },
        analysis: { window: 3000, topP: 0.4 },
        integration: { window: 4000, temperature: 2 },
        planning: { window: 5000, temperature: 1, topP: 0.5 },
        react: { temperature: 0, topP: 1 },
        reading: { window: 6000 },
      },
    },
    search: { apiKey: "s" },
    reader: { apiKey: "j" },
  });
});

test("MB-21 the command line wins over the environment", () => {
  const environment = {
    LLM_BASE_URL: "https://llm.example/v1",
    LLM_MODEL: "m",
    SERPER_API_KEY: "s",
  };
  const wanted = { ...nothing, llm: "ollama", model: "small", search: true };
  assert.deepEqual(openOptions(wanted, environment), {
    llm: { provider: "ollama", model: "small" },
    search: { apiKey: "s" },
  });
});

for (const [option, wanted] of Object.entries({
  "--model": { ...nothing, model: "m" },
  "--reads": { ...nothing, reads: "all" as const },
  "--search": { ...nothing, search: true },
  "--search-service": { ...nothing, searchService: "wikipedia" as const },
})) {
  test(`MB-21 ${option} without a language model is refused with what to do`, () => {
    assert.throws(() => openOptions(wanted, {}), {
      name: "UsageError",
      message: new RegExp(`^${option} needs a language model: give --llm`),
    });
  });
}

test("BX-09 the answer's language is a setting, that of search results the search's", () => {
  const searching = { ...nothing, llm: "ollama", model: "m", search: true };
  const wanted = { ...searching, reportLanguage: "zh", searchLanguage: "en" } as const;
  assert.deepEqual(openOptions(wanted, { SERPER_API_KEY: "s" }), {
    settings: { reportLanguage: "zh" },
    llm: { provider: "ollama", model: "m" },
    search: { apiKey: "s", language: "en" },
  });
  const quoting = { ...nothing, reportLanguage: "en" } as const;
  assert.deepEqual(openOptions(quoting, {}), { settings: { reportLanguage: "en" } });
});

test("BX-09 a language of search results without search is refused with what to do", () => {
  const refused = { name: "UsageError", message: /^--search-lang needs web search: give --llm/ };
  const wanted = { ...nothing, searchLanguage: "en" };
  assert.throws(() => openOptions(wanted, {}), refused);
  assert.throws(() => openOptions(wanted, { LLM_API_KEY: "k" }), refused);
  const { search } = openOptions(wanted, { LLM_API_KEY: "k", SERPER_API_KEY: "s" });
  assert.deepEqual(search, { apiKey: "s", language: "en" });
});

test("MB-25 a parameter that is no number is named", () => {
  assert.throws(() => openOptions(nothing, { RETRIEVAL_K: "many" }), {
    name: "UsageError",
    message: /RETRIEVAL_K is no number/,
  });
});

for (const value of ["-1", "0", "1.5", "1e12"]) {
  test(`MB-25 ${value} is no count, and the parameter is named`, () => {
    for (const name of ["RETRIEVAL_K", "LLM_MAX_TOKENS", "STRUCTURE_AGENT_WINDOW"]) {
      assert.throws(() => openOptions(nothing, { LLM_API_KEY: "k", [name]: value }), {
        name: "UsageError",
        message: new RegExp(`${name} must be a whole number, 1 or more`),
      });
    }
  });
}

test("MB-25 a temperature or a share that cannot be is named, with what can", () => {
  for (const [name, value, most] of [
    ["LLM_TEMPERATURE", "-0.1", 2],
    ["STRUCTURE_AGENT_TEMPERATURE", "2.1", 2],
    ["LLM_TOP_P", "1.1", 1],
    ["REACT_AGENT_TOP_P", "-1", 1],
  ] as const) {
    const message = new RegExp(`${name} must be a number from 0 to ${most}$`);
    const refused = { name: "UsageError", message };
    assert.throws(() => openOptions(nothing, { LLM_API_KEY: "k", [name]: value }), refused);
  }
  const hot = { LLM_API_KEY: "k", PLANNING_AGENT_TEMPERATURE: "hot" };
  assert.throws(() => openOptions(nothing, hot), /PLANNING_AGENT_TEMPERATURE is no number/);
});

test("MB-19 search without a key is refused with what to set", () => {
  const wanted = { ...nothing, llm: "ollama", model: "m", search: true };
  assert.throws(() => openOptions(wanted, {}), { name: "UsageError", message: /SERPER_API_KEY/ });
});

test("MB-19 a search service is named by an option, or else by the environment", () => {
  const wanted = { ...nothing, llm: "ollama", model: "m" };
  const llm = { provider: "ollama", model: "m" };
  const keys = { SERPER_API_KEY: "s", JINA_API_KEY: "j" };
  const wikipedia = { ...wanted, searchService: "wikipedia", searchLanguage: "de" } as const;
  assert.deepEqual(openOptions(wikipedia, {}), {
    llm,
    search: { service: "wikipedia", language: "de" },
  });
  const named = { ...keys, SEARCH_SERVICE: "jina" };
  assert.deepEqual(openOptions(wanted, named), {
    llm,
    search: { service: "jina", apiKey: "j" },
    reader: { apiKey: "j" },
  });
  assert.deepEqual(openOptions({ ...wanted, searchService: "serper" }, named).search, {
    apiKey: "s",
  });
  // A stray variable alone asks for nothing.
  assert.deepEqual(openOptions(nothing, { SEARCH_SERVICE: "wikipedia" }), {});
  assert.deepEqual(openOptions(nothing, { SEARCH_SERVICE: "jina" }), {});
});

test("MB-19 a search service without its key, or of another name, is refused with what to do", () => {
  const searching = { ...nothing, llm: "ollama", model: "m" };
  const wanted = { ...searching, searchService: "jina" } as const;
  const refused = {
    name: "UsageError",
    message: /Jina Search needs a key: set JINA_API_KEY, or name wikipedia as --search-service/,
  };
  const keys = { SERPER_API_KEY: "s" };
  assert.throws(() => openOptions(wanted, keys), refused);
  assert.throws(() => openOptions(searching, { ...keys, SEARCH_SERVICE: "jina" }), refused);
  assert.throws(() => keyedEndpoints({ ...keys, SEARCH_SERVICE: "jina" }), refused);
  assert.throws(() => openOptions(searching, { SEARCH_SERVICE: "bing" }), {
    name: "UsageError",
    message: /^SEARCH_SERVICE is one of serper, wikipedia, jina: not "bing"/,
  });
});

test("BX-03 the command line's budget goes before the environment's", () => {
  const environment = { AMB_BUDGET: "0.10 USD, 90s", AMB_PRICES: "prices.json" };
  const { budget } = openOptions(nothing, environment);
  assert.deepEqual(budget, { money: 0.1, currency: "USD", seconds: 90 });
  const other = openOptions({ ...nothing, budget: ["5000 tokens", "7requests"] }, environment);
  assert.deepEqual(other.budget, { tokens: 5000, requests: 7 });
  assert.equal(pricesPath({ prices: null }, environment), "prices.json");
  assert.equal(pricesPath({ prices: "mine.json" }, environment), "mine.json");
  assert.throws(() => openOptions(nothing, { AMB_BUDGET: "much" }), /AMB_BUDGET takes limits/);
});

test("CG-09 the environment names the server that what runs have taught is kept on", () => {
  assert.equal(sharedMemory({ NEO4J_URL: " ", NEO4J_PASSWORD: "p" }), undefined);
  const named = { NEO4J_URL: "http://h:7474", NEO4J_PASSWORD: " p " };
  assert.deepEqual(sharedMemory(named), { neo4j: { url: "http://h:7474", password: " p " } });
  assert.deepEqual(sharedMemory({ ...named, NEO4J_USER: "ann", NEO4J_DATABASE: "d" })?.neo4j, {
    url: "http://h:7474",
    password: " p ",
    user: "ann",
    database: "d",
  });
  assert.throws(() => sharedMemory({ NEO4J_URL: "http://h:7474" }), /set NEO4J_PASSWORD/);
});
