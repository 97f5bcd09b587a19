/** How the bank is opened, by the command line and the environment. */
import type { BudgetOptions } from "../budget.ts";
import { isWhole } from "../fields.ts";
import type { AgentName, LlmOptions } from "../language-model.ts";
import type { OpenOptions } from "../node.ts";
import { type AskArguments, UsageError } from "./arguments.ts";
import { readBudget } from "./budget.ts";

type Environment = NodeJS.ProcessEnv;
type Wanted = Pick<
  AskArguments,
  "useModel" | "llm" | "model" | "search" | "budget" | "reportLanguage" | "searchLanguage"
>;

const WINDOWS: [string, AgentName][] = [
  ["CLASSIFICATION_AGENT_WINDOW", "classification"],
  ["STRUCTURE_AGENT_WINDOW", "structure"],
  ["ANALYSIS_AGENT_WINDOW", "analysis"],
  ["INTEGRATION_AGENT_WINDOW", "integration"],
  ["PLANNING_AGENT_WINDOW", "planning"],
];

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

/** The language model, or `null` where none is asked for: a stray `LLM_MODEL` must not send documents away. */
function languageModel(wanted: Wanted, environment: Environment): LlmOptions | null {
  const apiKey = textOf(environment, "LLM_API_KEY");
  const provider = wanted.llm ?? textOf(environment, "LLM_BASE_URL");
  if (provider === undefined && apiKey === undefined) {
    const option = wanted.model === null ? "--search" : "--model";
    if (wanted.model === null && !wanted.search) return null;
    throw new UsageError(
      `${option} needs a language model: give --llm, or set LLM_API_KEY or LLM_BASE_URL`,
    );
  }
  const agents = agentsOf(environment);
  return present({
    provider,
    model: wanted.model ?? textOf(environment, "LLM_MODEL"),
    apiKey,
    maxTokens: countOf(environment, "LLM_MAX_TOKENS"),
    maxCalls: countOf(environment, "MAX_LLM_CALL_PER_RUN"),
    maxContextTokens: countOf(environment, "MAX_CONTEXT_TOKENS"),
    agents: Object.keys(agents).length > 0 ? agents : undefined,
  });
}

/** `LLM_TEMPERATURE` is for the agents that plan and act; the others' exactness is not a matter of taste. */
function agentsOf(environment: Environment): NonNullable<LlmOptions["agents"]> {
  const agents: NonNullable<LlmOptions["agents"]> = {};
  for (const [variable, agent] of WINDOWS) {
    const window = countOf(environment, variable);
    if (window !== undefined) agents[agent] = { window };
  }
  const temperature = numberOf(environment, "LLM_TEMPERATURE");
  if (temperature !== undefined) {
    for (const agent of ["react", "planning"] as const) {
      agents[agent] = { ...agents[agent], temperature };
    }
  }
  return agents;
}

/** What the model may use: search where there is a key, and the reader, with its key where there is one. */
function tools(wanted: Wanted, environment: Environment): Pick<OpenOptions, "search" | "reader"> {
  const searchKey = textOf(environment, "SERPER_API_KEY");
  const readerKey = textOf(environment, "JINA_API_KEY");
  if (wanted.search && searchKey === undefined) {
    throw new UsageError("--search needs a key of Serper's: set SERPER_API_KEY");
  }
  const language = wanted.searchLanguage ?? undefined;
  return {
    ...(searchKey !== undefined && { search: present({ apiKey: searchKey, language }) }),
    ...(readerKey !== undefined && { reader: { apiKey: readerKey } }),
  };
}

/** The variable's text; `undefined` where it is not set, or blank. */
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

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy without the fields that are `undefined`. */
function present<T extends object>(fields: T): Present<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Present<T>;
}
