/** The checked options of a bank in the engine's form: settings without keys, and keys apart from them. */

import { type BudgetOptions, checkedBudget, checkedPrices, type PriceOptions } from "./budget.ts";
import type { EngineModule, EngineSettings } from "./engine.ts";
import { checkFields, invalid, isObject, type Shape, shaped } from "./fields.ts";
import type { NetworkOptions } from "./host.ts";
import {
  type AgentName,
  type AgentOptions,
  type LlmOptions,
  PROVIDER_NAMES,
  type Provider,
  type ProviderOptions,
  type ProxyOptions,
  type ReaderOptions,
  type RetryOptions,
  type SearchOptions,
} from "./language-model.ts";
import type { NewLongTermSettings } from "./memory-calls.ts";
import { checkedNeo4j, type Neo4jLogin, type Neo4jOptions } from "./neo4j.ts";
import { SEARCH_SERVICE_NAMES, searchServiceNamed } from "./search-services.ts";
import type { Settings } from "./types.ts";

/** Options of a bank, in a tab and in Node alike. */
export interface EngineOptions {
  /** Settings that differ from the defaults. Those with an option of their own are not among them. */
  settings?: Omit<Partial<Settings>, OwnOption>;
  /** The language model; without one the extractive engine works, and nothing leaves the machine. */
  llm?: LlmOptions;
  /** Web search; without it nothing is looked for outside the documents. */
  search?: SearchOptions;
  /** The reading of web pages. */
  reader?: ReaderOptions;
  /** A proxy of your own for search, pages and, if you want it so, the language model. */
  proxy?: ProxyOptions;
  /** Limits of each run; `research` may have others. */
  budget?: BudgetOptions;
  /** Prices of models and services that the engine does not know, or for which you pay another price. */
  prices?: PriceOptions;
  /**
   * Settings of long-term memory that differ from the defaults, and its place; `settings.memory` holds its use by
   * runs.
   */
  longTerm?: LongTermOptions;
}

/** Settings of long-term memory, and its place. */
export interface LongTermOptions extends NewLongTermSettings {
  /**
   * Keeps trajectory memory on this server, shared by all who name it, instead of in the store. The user's memories
   * stay in the store, which the bank must be given, too.
   */
  neo4j?: Neo4jOptions;
}

/** Settings that have an option of their own. */
const OWN_OPTIONS = ["llm", "search", "reader", "budget", "prices"] as const;
type OwnOption = (typeof OWN_OPTIONS)[number];

/** The options as they cross to the engine's thread. */
export interface Configuration {
  /** The settings; `llm.provider` is still as the caller named it. */
  settings: Record<string, unknown>;
  network: NetworkOptions;
  /** Settings of long-term memory. */
  longTerm?: NewLongTermSettings;
  /** The server of trajectory memory. */
  neo4j?: Neo4jLogin;
}

const LLM: Shape<LlmOptions> = {
  provider: "any",
  model: "text",
  visionModel: "text",
  apiKey: "text",
  maxTokens: "count",
  maxCalls: "count",
  fruitlessTurns: "count",
  maxContextTokens: "count",
  reads: "text",
  agents: "object",
  retry: "object",
  timeout: "count",
  idleTimeout: "count",
};

/** The fields of an endpoint. */
const PROVIDER: Record<keyof ProviderOptions, true> = {
  baseUrl: true,
  json: true,
  nativeTools: true,
  echoReasoning: true,
  streamUsage: true,
  completionTokensName: true,
  temperatureAlone: true,
  thinking: true,
  like: true,
};

const AGENTS: Shape<Record<AgentName, AgentOptions>> = {
  classification: "object",
  structure: "object",
  analysis: "object",
  integration: "object",
  planning: "object",
  react: "object",
  reading: "object",
};

const AGENT: Shape<AgentOptions> = {
  model: "text",
  temperature: "number",
  topP: "number",
  window: "count",
};

const RETRY: Shape<RetryOptions> = {
  retries: "whole",
  backoff: "whole",
  longestBackoff: "whole",
  longestWait: "whole",
};

const SEARCH: Shape<SearchOptions> = {
  service: "text",
  apiKey: "text",
  baseUrl: "text",
  results: "count",
  language: "text",
  country: "text",
};

const READER: Shape<ReaderOptions> = {
  apiKey: "text",
  baseUrl: "text",
  allowLocal: "flag",
  followLinks: "flag",
  windows: "count",
};

const PROXY: Shape<ProxyOptions> = {
  address: "text",
  llm: "flag",
  keys: "flag",
  token: "text",
};

const LONG_TERM: Shape<LongTermOptions> = {
  hierarchy: "object",
  trajectories: "object",
  neo4j: "object",
};

/** The shape of {@link EngineOptions}, for the options of `open`. */
export const ENGINE_OPTIONS: Shape<EngineOptions> = {
  settings: "object",
  llm: "object",
  search: "object",
  reader: "object",
  proxy: "object",
  budget: "object",
  prices: "object",
  longTerm: "object",
};

/** The name of the engine's artefact: the one with language models is half as large again. */
export type EngineArtefact = "engine" | "engine-llm";

/** The artefact that a bank with this configuration needs. */
export function engineArtefact({ settings }: Configuration): EngineArtefact {
  return settings.llm === undefined ? "engine" : "engine-llm";
}

/** Checks the options and takes the keys out of them. Throws `invalid_argument`. */
export function configurationOf(options: EngineOptions): Configuration {
  const llm = apart<LlmOptions>(options.llm, "llm", LLM);
  const search = apart<SearchOptions>(options.search, "search", SEARCH);
  const reader = apart<ReaderOptions>(options.reader, "reader", READER);
  if (search.rest && !llm.rest) {
    throw invalid("search needs a language model: give llm beside it");
  }
  const { service } = search.rest ?? {};
  if (service !== undefined && searchServiceNamed(service) === undefined) {
    throw invalid(`service of search must be one of ${SEARCH_SERVICE_NAMES.join(", ")}`);
  }
  const budget = options.budget && checkedBudget(options.budget);
  const prices = options.prices && checkedPrices(options.prices);
  const proxy = options.proxy && shaped<ProxyOptions>(options.proxy, "proxy", PROXY);
  const keys = { llm: llm.apiKey, search: search.apiKey, reader: reader.apiKey };
  return {
    settings: {
      ...ownSettings(options.settings ?? {}),
      ...(llm.rest && { llm: checkedLlm(llm.rest) }),
      ...(search.rest && { search: search.rest }),
      ...(reader.rest && { reader: reader.rest }),
      ...(budget && { budget }),
      ...(prices && { prices }),
    },
    network: {
      keys: Object.fromEntries(Object.entries(keys).filter(([, key]) => key)),
      ...(proxy && { proxy }),
    },
    ...(options.longTerm && longTermOf(options.longTerm)),
  };
}

/** Throws `invalid_argument` if a server is named and there is no store: only the store holds the user's memories. */
export function checkPlaces({ neo4j }: Configuration, store: unknown): void {
  if (neo4j && !store) {
    throw invalid(
      "neo4j of longTerm keeps what runs have taught: give a store beside it for the rest",
    );
  }
}

/**
 * The settings, whose fields are checked where they are used, and the server apart from them: they go to other tabs.
 */
function longTermOf(options: LongTermOptions): Pick<Configuration, "longTerm" | "neo4j"> {
  const { neo4j, ...longTerm } = shaped<LongTermOptions>(options, "longTerm", LONG_TERM);
  return { longTerm, ...(neo4j && { neo4j: checkedNeo4j(neo4j) }) };
}

/** An option without its key, and the key. */
function apart<T extends { apiKey?: string }>(
  option: T | undefined,
  what: string,
  shape: Shape<T>,
): { rest?: Omit<T, "apiKey">; apiKey?: string } {
  if (option === undefined || option === null) return {};
  const { apiKey, ...rest } = shaped<T>(option, what, shape);
  return apiKey === undefined ? { rest } : { rest, apiKey };
}

/** The settings. Throws for a setting that has an option of its own, and names the option. */
function ownSettings(settings: object): object {
  for (const name of OWN_OPTIONS) {
    if (name in settings) throw invalid(`give ${name} beside settings, not inside of them`);
  }
  return given(settings);
}

function checkedLlm(llm: Omit<LlmOptions, "apiKey">): object {
  const { agents, retry } = llm;
  return {
    ...llm,
    ...(agents && { agents: checkedAgents(agents) }),
    ...(retry && { retry: shaped<RetryOptions>(retry, "llm.retry", RETRY) }),
  };
}

function checkedAgents(agents: NonNullable<LlmOptions["agents"]>): object {
  const named = Object.entries(shaped(agents, "llm.agents", AGENTS));
  return Object.fromEntries(
    named.map(([name, agent]) => {
      const what = `llm.agents.${name}`;
      const { temperature, topP } = agent;
      // `null` has a meaning here: the endpoint decides.
      const left = { ...(temperature === null && { temperature }), ...(topP === null && { topP }) };
      return [name, { ...shaped<AgentOptions>(agent, what, AGENT), ...left }];
    }),
  );
}

/**
 * The settings as this engine takes them: the provider in full, as the engine knows it; and the numbers of memory that
 * a run's own steps are read by.
 *
 * Throws `invalid_argument` for a setting that the engine does not have, or a provider it does not know.
 */
export function engineSettings(
  { Bank }: Pick<EngineModule, "Bank">,
  settings: Configuration["settings"],
  longTerm: NewLongTermSettings = {},
): EngineSettings {
  const { llm, search, reader, ...own } = settings;
  const known = Bank.defaults();
  checkFields(own, "settings", Object.keys(known));
  // An unknown field would be ignored, and a misspelled switch would stay on.
  if (isObject(own.memory)) checkFields(own.memory, "settings.memory", Object.keys(known.memory));
  return {
    ...settings,
    ...(isObject(llm) && { llm: withProvider(Bank, llm) }),
    ...(longTerm.trajectories && { memory: withNumbers(own.memory, longTerm.trajectories) }),
  } as EngineSettings;
}

/** The settings by which a run reads its own steps: those of memory, unless the run's settings differ. */
function withNumbers(
  memory: Configuration["settings"]["memory"],
  trajectories: NonNullable<NewLongTermSettings["trajectories"]>,
): unknown {
  const { errorKeywords, loopRepeats, loopPeriod } = trajectories;
  const numbers = Object.entries({ errorKeywords, loopRepeats, loopPeriod });
  const given = Object.fromEntries(numbers.filter(([, number]) => number !== undefined));
  // The engine refuses a value of another type.
  return memory === undefined || isObject(memory) ? { ...given, ...memory } : memory;
}

function withProvider(Bank: EngineModule["Bank"], llm: LlmOptions): object {
  const { provider, model } = llm;
  if (provider === undefined) return llm;
  const resolved = providerOf(Bank, provider);
  // The engine's default model is one that its default endpoint serves.
  const servesDefault = resolved.baseUrl === Bank.provider("deepseek")?.baseUrl;
  if (model === undefined && !servesDefault) {
    throw invalid("llm needs the name of a model: only deepseek's may be left out");
  }
  return { ...llm, provider: resolved };
}

function providerOf(
  Bank: EngineModule["Bank"],
  wanted: NonNullable<LlmOptions["provider"]>,
): Provider {
  const address = typeof wanted === "string" ? wanted : wanted.baseUrl;
  const known = typeof address === "string" ? Bank.provider(address.trim()) : undefined;
  // The given value is not repeated: a key may have been put in the wrong place.
  if (known === undefined) {
    const names = PROVIDER_NAMES.join(", ");
    throw invalid(
      `the provider of llm is not known: give one of ${names}, or an address that begins with http:// or https://`,
    );
  }
  if (typeof wanted === "string") return known;
  checkFields(wanted, "llm.provider", Object.keys(PROVIDER));
  const { like, ...own } = wanted;
  const base = typeof like === "string" ? Bank.provider(like) : known;
  if (base === undefined)
    throw invalid(`like of llm.provider must be one of ${PROVIDER_NAMES.join(", ")}`);
  return { ...base, ...given(own), baseUrl: known.baseUrl };
}

/** A copy without the fields that are not given. */
function given(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, held]) => held !== undefined && held !== null),
  );
}
