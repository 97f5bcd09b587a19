/** How a bank is told which language model to ask, and what the model may use. */

export type { ProxyOptions } from "./host.ts";

/** Endpoints that are known by name; what each can do, the engine knows. */
export const PROVIDER_NAMES = ["deepseek", "openai", "ollama", "lmstudio", "llamacpp"] as const;

/** An endpoint that is known by name. */
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** An endpoint that speaks as OpenAI's does. */
export interface Provider {
  /** The address before `/chat/completions`, such as `https://api.deepseek.com/v1`. */
  baseUrl: string;
  /** How it can be held to JSON: to a schema, to an object of any shape, or only by asking for it. */
  json: "schema" | "object" | "prompt";
  /** Whether it takes tool definitions and answers with tool calls. */
  nativeTools: boolean;
  /** Whether thoughts must come back with the tool calls they led to. */
  echoReasoning: boolean;
  /** Whether a stream ends with token counts when asked to. */
  streamUsage: boolean;
  /** Whether the longest reply is called `max_completion_tokens` instead of `max_tokens`. */
  completionTokensName: boolean;
  /** Whether it is told to think before it answers, or not to; `null` for endpoints that know no such field. */
  thinking?: boolean | null;
}

/** An endpoint's address, and what is special about it. */
export interface ProviderOptions extends Partial<Provider> {
  baseUrl: string;
  /** The known endpoint that it is like, such as Ollama on another machine. */
  like?: ProviderName;
}

/** Who asks the model. */
export type AgentName =
  | "classification"
  | "structure"
  | "analysis"
  | "integration"
  | "planning"
  | "react"
  | "reading";

/** What one agent asks the model with. */
export interface AgentOptions {
  /** Its model; default the model of all agents. */
  model?: string;
  /** How freely it chooses words, 0 to 2; `null` leaves it to the endpoint, as some models demand. */
  temperature?: number | null;
  /** The share of likely words it chooses from, 0 to 1; `null` leaves it to the endpoint. */
  topP?: number | null;
  /** Tokens it reads at once; for `react` that is `maxContextTokens`. */
  window?: number;
}

/** How failed calls are repeated; times in milliseconds. */
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
   * A known endpoint's name, an endpoint's address, or an address with what is special about it; default `deepseek`.
   * What is left out of an object is as it is known of that address, or of the endpoint it is `like`, or taken for
   * absent.
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
  /** Tokens that a step's conversation may hold. */
  maxContextTokens?: number;
  /** Each agent's own. */
  agents?: Partial<Record<AgentName, AgentOptions>>;
  retry?: RetryOptions;
  /** Milliseconds that a whole reply may take; default 600,000. */
  timeout?: number;
  /** Milliseconds without a byte after which a reply has stalled; default 120,000. A slow model may need more; Node bears 300,000. */
  idleTimeout?: number;
}

/** Web search; wants a language model. */
export interface SearchOptions {
  /** The key for the service; stays in memory. */
  apiKey?: string;
  /** Serper's address, or that of a service that speaks like it. */
  baseUrl?: string;
  /** Results of a query. */
  results?: number;
  /** Language of the results, such as `en`. */
  language?: string;
  /** Country to search from, such as `us`. */
  country?: string;
}

/** How pages of the web are read; wants a language model. */
export interface ReaderOptions {
  /** The key for the service; stays in memory. */
  apiKey?: string;
  /** Jina Reader's address, or that of a service like it; empty to fetch pages directly at once. */
  baseUrl?: string;
  /** Whether addresses of the user's own network may be read, if the user or somebody within it names them; default no. */
  allowLocal?: boolean;
  /** Whether links in pages that were read may be followed; default no: the user's addresses and search results. */
  followLinks?: boolean;
  /** Windows of a page that the reading agent reads at most. */
  windows?: number;
}
