/** The options of the bank, from the command line and the environment. */
import type { BudgetOptions } from "../budget.ts";
import { isWhole } from "../fields.ts";
import type { AgentName, LlmOptions } from "../language-model.ts";
import type { OpenOptions } from "../node.ts";
import { SEARCH_SERVICES } from "../search-services.ts";
import type { SearchService } from "../types.ts";
import { type AskArguments, checkReads, checkSearchService, UsageError } from "./arguments.ts";
import { readBudget } from "./budget.ts";

type Environment = NodeJS.ProcessEnv;
type Wanted = Pick<
  AskArguments,
  | ("useModel" | "llm" | "model" | "reads" | "budget" | "reportLanguage")
  | ("search" | "searchService" | "searchLanguage")
>;

/** The variable of each search service's key. */
const SEARCH_KEYS: Record<SearchService, string | null> = {
  serper: "SERPER_API_KEY",
  wikipedia: null,
  jina: "JINA_API_KEY",
};

/** The agents, and the prefixes of their variables. */
const AGENTS: [string, AgentName][] = [
  ["CLASSIFICATION_AGENT", "classification"],
  ["STRUCTURE_AGENT", "structure"],
  ["ANALYSIS_AGENT", "analysis"],
  ["INTEGRATION_AGENT", "integration"],
  ["PLANNING_AGENT", "planning"],
  ["REACT_AGENT", "react"],
  ["READING_AGENT", "reading"],
];

/** The agents that `LLM_TEMPERATURE` and `LLM_TOP_P` apply to: the others need exactness. */
const FREE_AGENTS: ReadonlySet<AgentName> = new Set(["react", "planning"]);

/** The options of `MemoryBank.open`. Throws `UsageError`, whose message holds no key. */
export function openOptions(wanted: Wanted, environment: Environment): OpenOptions {
  const llm = languageModel(wanted, environment);
  const settings = settingsOf(wanted, environment);
  const used = llm && tools(wanted, environment);
  if (wanted.searchLanguage !== null && !used?.search) {
    throw new UsageError(
      "--search-lang needs web search: give --llm and --search, or leave --search-lang out",
    );
  }
  const budget = budgetOf(wanted, environment);
  return {
    ...(!wanted.useModel && { embedder: false as const }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(llm && { llm, ...used }),
    ...(budget && { budget }),
  };
}

/** Endpoints and keys that the environment has. */
export interface KeyedEndpoints {
  /** The language model's endpoint, by name or address. */
  llm: string | undefined;
  llmKey: string | undefined;
  /** The search service; `undefined` if none is named, and the default one lacks its key. */
  search: { service: SearchService; key: string | undefined } | undefined;
  readerKey: string | undefined;
}

/**
 * Returns the endpoints and keys of the environment; `undefined` for each that is not set. Throws `UsageError` for a
 * search service without its key.
 */
export function keyedEndpoints(environment: Environment): KeyedEndpoints {
  return {
    llm: textOf(environment, "LLM_BASE_URL"),
    llmKey: textOf(environment, "LLM_API_KEY"),
    search: searchIn(environment, { searchService: null, search: false }),
    readerKey: readerKeyIn(environment),
  };
}

function readerKeyIn(environment: Environment): string | undefined {
  return textOf(environment, "JINA_API_KEY");
}

/** The environment's key of a search service; `undefined` if it is missing, or if the service takes none. */
export function searchKeyIn(environment: Environment, service: SearchService): string | undefined {
  const variable = SEARCH_KEYS[service];
  return variable === null ? undefined : textOf(environment, variable);
}

/**
 * Returns the named search service, else that of the environment, else Serper if its key is there. Throws `UsageError`
 * if a search is asked for, and its service lacks its key.
 */
function searchIn(
  environment: Environment,
  { searchService, search }: Pick<Wanted, "searchService" | "search">,
): KeyedEndpoints["search"] {
  const variable = "SEARCH_SERVICE";
  const named = searchService ?? checkSearchService(textOf(environment, variable), variable);
  const service = named ?? "serper";
  const key = searchKeyIn(environment, service);
  if (SEARCH_KEYS[service] === null || key !== undefined) return { service, key };
  if (search || named !== null) throw lacksKey(service);
  return undefined;
}

/** The path of the file of prices; `undefined` where none is named. */
export function pricesPath(
  { prices }: Pick<AskArguments, "prices">,
  environment: Environment,
): string | undefined {
  return prices ?? textOf(environment, "AMB_PRICES");
}

/** The path of the folder that runs are kept in; `undefined` where none is named. */
export function runsFolder(
  { runs }: Pick<AskArguments, "runs">,
  environment: Environment,
): string | undefined {
  return runs ?? textOf(environment, "AMB_RUNS");
}

/** The place of trajectory memory; `undefined` if no server is named, and it is kept with the runs. */
export function sharedMemory(environment: Environment): OpenOptions["longTerm"] | undefined {
  const url = textOf(environment, "NEO4J_URL");
  if (url === undefined) return undefined;
  const password = environment.NEO4J_PASSWORD;
  if (!password) throw new UsageError("NEO4J_URL needs a password: set NEO4J_PASSWORD");
  const user = textOf(environment, "NEO4J_USER");
  const database = textOf(environment, "NEO4J_DATABASE");
  return { neo4j: { url, password, ...present({ user, database }) } };
}

/** The limits of the command line, or else of the environment. */
function budgetOf({ budget }: Wanted, environment: Environment): BudgetOptions | undefined {
  if (budget.length > 0) return readBudget(budget, "--budget");
  const text = textOf(environment, "AMB_BUDGET");
  return text === undefined ? undefined : readBudget([text], "the environment's AMB_BUDGET");
}

function settingsOf(
  { reportLanguage }: Wanted,
  environment: Environment,
): NonNullable<OpenOptions["settings"]> {
  return present({
    reportLanguage: reportLanguage ?? undefined,
    retrievalK: countOf(environment, "RETRIEVAL_K"),
    retrievalAlpha: numberOf(environment, "RETRIEVAL_ALPHA"),
    chunkRatio: numberOf(environment, "CHUNK_RATIO"),
    // The engine reads by the smaller of this and the agent's own.
    classificationWindow: countOf(environment, "CLASSIFICATION_AGENT_WINDOW"),
  });
}

/** The language model, or `null` if none is requested: a stray `LLM_MODEL` must not send documents away. */
function languageModel(wanted: Wanted, environment: Environment): LlmOptions | null {
  const apiKey = textOf(environment, "LLM_API_KEY");
  const provider = wanted.llm ?? textOf(environment, "LLM_BASE_URL");
  if (provider === undefined && apiKey === undefined) {
    const asked = {
      model: wanted.model !== null,
      reads: wanted.reads !== null,
      search: wanted.search,
      "search-service": wanted.searchService !== null,
    };
    const option = Object.entries(asked).find(([, isGiven]) => isGiven)?.[0];
    if (option === undefined) return null;
    throw new UsageError(
      `--${option} needs a language model: give --llm, or set LLM_API_KEY or LLM_BASE_URL`,
    );
  }
  const agents = agentsOf(environment);
  return present({
    provider,
    model: wanted.model ?? textOf(environment, "LLM_MODEL"),
    apiKey,
    reads: wanted.reads ?? checkReads(textOf(environment, "LLM_READS"), "LLM_READS") ?? undefined,
    maxTokens: countOf(environment, "LLM_MAX_TOKENS"),
    maxCalls: countOf(environment, "MAX_LLM_CALL_PER_RUN"),
    maxContextTokens: countOf(environment, "MAX_CONTEXT_TOKENS"),
    agents: Object.keys(agents).length > 0 ? agents : undefined,
  });
}

/** The variables' settings of each agent; its own take precedence over those of all. */
function agentsOf(environment: Environment): NonNullable<LlmOptions["agents"]> {
  const temperature = shareOf(environment, "LLM_TEMPERATURE", 2);
  const topP = shareOf(environment, "LLM_TOP_P", 1);
  const agents: NonNullable<LlmOptions["agents"]> = {};
  for (const [prefix, agent] of AGENTS) {
    const isFree = FREE_AGENTS.has(agent);
    const own = present({
      // The acting agent's window is MAX_CONTEXT_TOKENS.
      window: agent === "react" ? undefined : countOf(environment, `${prefix}_WINDOW`),
      temperature:
        shareOf(environment, `${prefix}_TEMPERATURE`, 2) ?? (isFree ? temperature : undefined),
      topP: shareOf(environment, `${prefix}_TOP_P`, 1) ?? (isFree ? topP : undefined),
    });
    if (Object.keys(own).length > 0) agents[agent] = own;
  }
  return agents;
}

/** The tools of the model: search if it needs no more than it has, and the reader, with its key if there is one. */
function tools(wanted: Wanted, environment: Environment): Pick<OpenOptions, "search" | "reader"> {
  const readerKey = readerKeyIn(environment);
  const search = searchIn(environment, wanted);
  return {
    ...(search && { search: searchOptions(search, wanted) }),
    ...(readerKey !== undefined && { reader: { apiKey: readerKey } }),
  };
}

function searchOptions(
  { service, key: apiKey }: NonNullable<KeyedEndpoints["search"]>,
  { searchLanguage }: Wanted,
): NonNullable<OpenOptions["search"]> {
  const named = service === "serper" ? undefined : service;
  return present({ service: named, apiKey, language: searchLanguage ?? undefined });
}

function lacksKey(service: SearchService): UsageError {
  const { title } = SEARCH_SERVICES[service];
  return new UsageError(
    `the search by ${title} needs a key: set ${SEARCH_KEYS[service]}, or name wikipedia as --search-service or SEARCH_SERVICE, which needs none`,
  );
}

/** The variable's text; `undefined` if it is missing or blank. */
function textOf(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

function numberOf(environment: Environment, name: string): number | undefined {
  const text = textOf(environment, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new UsageError(`the environment's ${name} is no number`);
  return number;
}

function countOf(environment: Environment, name: string): number | undefined {
  const number = numberOf(environment, name);
  if (number === undefined || isWhole(number, 1)) return number;
  throw new UsageError(`the environment's ${name} must be a whole number, 1 or more`);
}

function shareOf(environment: Environment, name: string, most: number): number | undefined {
  const number = numberOf(environment, name);
  if (number === undefined || (number >= 0 && number <= most)) return number;
  throw new UsageError(`the environment's ${name} must be a number from 0 to ${most}`);
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy without the fields that are `undefined`. */
function present<T extends object>(fields: T): Present<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Present<T>;
}
