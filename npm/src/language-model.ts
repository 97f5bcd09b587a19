/** The options for a bank's language model and its tools. */

import type { Reads, SearchService } from "./types.ts";

export type { ProxyOptions } from "./host.ts";

/** Endpoints known by name; the engine knows their properties. */
export const PROVIDER_NAMES = [
  "deepseek",
  "openai",
  "anthropic",
  "openrouter",
  "gemini",
  "ollama",
  "lmstudio",
  "llamacpp",
] as const;

/** An endpoint that is known by name. */
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** An endpoint that speaks as OpenAI's does. */
export interface Provider {
  /** The address before `/chat/completions`, such as `https://api.deepseek.com/v1`. */
  baseUrl: string;
  /** Its support of JSON output: by a schema, as an object of any shape, or only by the prompt. */
  json: "schema" | "object" | "prompt";
  /** True if it takes tool definitions and replies with tool calls. */
  nativeTools: boolean;
  /** True if the reasoning before a tool call must be sent back with the call. */
  echoReasoning: boolean;
  /** True if a stream ends with token counts on request. */
  streamUsage: boolean;
  /** True if the limit of a reply is called `max_completion_tokens` instead of `max_tokens`. */
  completionTokensName: boolean;
  /** True if it refuses `top_p` beside `temperature`; `top_p` is then left out. Default: false. */
  temperatureAlone?: boolean;
  /**
   * True or false: the request turns thinking on or off. `null`: the request leaves it out, for endpoints without such
   * a field.
   */
  thinking?: boolean | null;
}

/** An endpoint's address and properties. */
export interface ProviderOptions extends Partial<Provider> {
  baseUrl: string;
  /** The known endpoint that it is like, such as Ollama on another machine. */
  like?: ProviderName;
}

/** The values of `reads`. */
export const READS: readonly Reads[] = ["short", "all", "none"];

/** The agents that call the model. */
export type AgentName =
  | "classification"
  | "structure"
  | "analysis"
  | "integration"
  | "planning"
  | "react"
  | "reading";

/** Model settings of one agent. */
export interface AgentOptions {
  /** Its model; default the model of all agents. */
  model?: string;
  /** The sampling temperature, 0 to 2; `null` leaves it to the endpoint, as some models require. */
  temperature?: number | null;
  /** The share of likely words it chooses from, 0 to 1; `null` leaves it to the endpoint. */
  topP?: number | null;
  /** Tokens it reads at once; for `react` that is `maxContextTokens`. */
  window?: number;
}

/** Retries of failed calls; times in milliseconds. */
export interface RetryOptions {
  /** Most repetitions. */
  retries?: number;
  /** Pause before the first, doubled each time. */
  backoff?: number;
  /** Longest of these pauses. */
  longestBackoff?: number;
  /** Longest wait that an endpoint may ask for. */
  longestWait?: number;
}

/** The language model. */
export interface LlmOptions {
  /**
   * A known endpoint's name, an endpoint's address, or an address with properties; default: `deepseek`. Missing
   * properties are those known of that address, or of the endpoint it is `like`, or else absent.
   */
  provider?: ProviderName | (string & {}) | ProviderOptions;
  /** The model of all agents; may be left out for `deepseek` alone. */
  model?: string;
  /** A model that sees, for images; default the model above. */
  visionModel?: string;
  /** The key for the endpoint. It stays in memory, and goes to the endpoint's own address alone. */
  apiKey?: string;
  /** Most tokens of a reply. */
  maxTokens?: number;
  /** Model calls that one step may take. */
  maxCalls?: number;
  /** Turns in a row of one step that may bring nothing new before the agent must answer; default: 3. */
  fruitlessTurns?: number;
  /** Tokens that a step's conversation may hold. */
  maxContextTokens?: number;
  /**
   * Which of the given documents the model reads itself, for a memory of its own summaries and comparisons: `short`
   * ones (the default), `all`, or `none`. The others are read by their words, which costs nothing.
   */
  reads?: Reads;
  /** Each agent's own. */
  agents?: Partial<Record<AgentName, AgentOptions>>;
  retry?: RetryOptions;
  /** Milliseconds that a whole reply may take; default 600,000. */
  timeout?: number;
  /**
   * Milliseconds without a byte after which a reply has stalled; default 120,000. A slow model may need more; Node
   * bears 300,000.
   */
  idleTimeout?: number;
}

/** Web search; wants a language model. */
export interface SearchOptions {
  /**
   * The service; default `serper`. `wikipedia` finds articles alone, and needs no key. `jina` takes the reader's key
   * where it has none of its own, if both are at Jina's own addresses.
   */
  service?: SearchService;
  /** The key for the service; stays in memory. */
  apiKey?: string;
  /** The address of the service, or of a compatible one; for `wikipedia` that of a wiki, before `/w/api.php`. */
  baseUrl?: string;
  /** Results of a query. */
  results?: number;
  /**
   * Language of the results, such as `en`; for `wikipedia` the code of a wiki, such as `zh` or `nds-nl`. Default: the
   * service's choice; for `wikipedia` `zh` for a question in Chinese, `en` for any other.
   */
  language?: string;
  /** Country to search from, such as `us`. */
  country?: string;
}

/** The reading of web pages; requires a language model. */
export interface ReaderOptions {
  /** The key for the service; stays in memory. */
  apiKey?: string;
  /** The address of Jina Reader, or of a compatible service; empty to fetch pages only directly. */
  baseUrl?: string;
  /**
   * True if addresses of the user's local network may be read, if the user or a page within it names them; default:
   * false.
   */
  allowLocal?: boolean;
  /**
   * True if links in pages that were read may be followed; default: false, only the user's addresses and search
   * results.
   */
  followLinks?: boolean;
  /** Windows of a page that the reading agent reads at most. */
  windows?: number;
}
