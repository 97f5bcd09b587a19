/** Settings of the deployment: variables, secrets and bindings, read here alone. */
import { MemoryBankError, type ProviderName } from "agentic-memory-bank";
import type { UserObject } from "./user-object.ts";

/** Variables, secrets and bindings as the platform hands them over. */
export interface Env {
  /** Files of the page and of the embedding model. */
  ASSETS: Fetcher;
  /** An object for each user. */
  USERS_OBJECTS: DurableObjectNamespace<UserObject>;
  /** Requests of one user to /api. */
  API_LIMIT?: RateLimit;
  /** Requests of one user to /proxy. */
  PROXY_LIMIT?: RateLimit;
  /** Users by the hash of their token. */
  TOKENS?: KVNamespace;
  /** State of OAuth; bound, it turns OAuth on. */
  OAUTH_KV?: KVNamespace;
  /** Workers AI. */
  AI?: Ai;
  LLM_PROVIDER?: string;
  LLM_MODEL?: string;
  LLM_LIKE?: string;
  LLM_KEY?: string;
  SEARCH_ADDRESS?: string;
  SERPER_KEY?: string;
  READER_ADDRESS?: string;
  JINA_KEY?: string;
  EMBEDDER?: string;
  EMBEDDING_ADDRESS?: string;
  EMBEDDING_MODEL?: string;
  EMBEDDING_KEY?: string;
  ORIGINS?: string;
  PAGES?: string;
  USERS?: string;
}

/** A service of the web, and the deployment's key for it. */
export interface Service {
  /** Address before the service's own paths. */
  address: string;
  /** Key of the deployment. */
  key?: string;
}

/** The language model. */
export interface LanguageModel {
  /** Name of a known endpoint, or the address of one. */
  provider: string;
  /** Model of all agents; left out for `deepseek` alone. */
  model?: string;
  /** Known endpoint that the one at this address is like. */
  like?: ProviderName;
  /** Key of the deployment. */
  apiKey?: string;
}

/** Source of vectors. */
export type EmbedderSettings =
  | { kind: "none" }
  | { kind: "minilm" }
  | { kind: "workers-ai"; ai: Ai }
  | { kind: "endpoint"; address: string; model: string; apiKey?: string };

/** Settings of the deployment. */
export interface Settings {
  /** Language model; `null`: runs are extractive. */
  llm: LanguageModel | null;
  /** Web search; `null`: none. */
  search: Service | null;
  /** Reader of web pages; `null` without a language model. */
  reader: Service | null;
  embedder: EmbedderSettings;
  /** Exact origins of pages that may call, beside the deployment's own. */
  origins: string[];
  /** Returns true if the proxy reads public pages. */
  pages: boolean;
  /** Hashes of tokens by user. */
  users: Record<string, string>;
}

/** Default addresses of services: the engine's own. */
export const DEFAULT_PLACES = {
  search: "https://google.serper.dev",
  reader: "https://r.jina.ai",
} as const;

const EMBEDDERS = ["minilm", "workers-ai", "endpoint", "none"];

const known = new WeakMap<Env, Settings>();

/**
 * Reads the settings, once for each environment. Throws `misconfigured`, which names the variable and not its value.
 */
export function settingsOf(env: Env): Settings {
  const read = known.get(env) ?? readSettings(env);
  known.set(env, read);
  return read;
}

function readSettings(env: Env): Settings {
  const llm = llmOf(env);
  return {
    llm,
    search: llm && searchOf(env),
    reader:
      llm && serviceOf(addressOf(env, "READER_ADDRESS") ?? DEFAULT_PLACES.reader, env.JINA_KEY),
    embedder: embedderOf(env),
    origins: originsOf(env),
    pages: isOn(env, "PAGES"),
    users: usersOf(env),
  };
}

function llmOf(env: Env): LanguageModel | null {
  const [provider, model] = [textOf(env, "LLM_PROVIDER"), textOf(env, "LLM_MODEL")];
  if (provider === null) {
    if (model === null) return null;
    throw misconfigured("LLM_PROVIDER", "LLM_MODEL is set, so this must name its provider");
  }
  if (model === null && provider !== "deepseek") {
    throw misconfigured("LLM_MODEL", "only deepseek's may be left out");
  }
  const like = textOf(env, "LLM_LIKE");
  return {
    provider,
    ...(model !== null && { model }),
    // The bank knows the names.
    ...(like !== null && { like: like as ProviderName }),
    ...(env.LLM_KEY && { apiKey: env.LLM_KEY }),
  };
}

function searchOf(env: Env): Service | null {
  const address = addressOf(env, "SEARCH_ADDRESS");
  if (address === null && !env.SERPER_KEY) return null;
  return serviceOf(address ?? DEFAULT_PLACES.search, env.SERPER_KEY);
}

function serviceOf(address: string, key: string | undefined): Service {
  return { address, ...(key && { key }) };
}

function embedderOf(env: Env): EmbedderSettings {
  const kind = textOf(env, "EMBEDDER") ?? "minilm";
  switch (kind) {
    case "none":
    case "minilm":
      return { kind };
    case "workers-ai":
      if (env.AI) return { kind, ai: env.AI };
      throw misconfigured("EMBEDDER", "workers-ai needs the binding AI of Workers AI");
    case "endpoint":
      return { kind, ...endpointOf(env) };
    default:
      throw misconfigured("EMBEDDER", `it must be one of ${EMBEDDERS.join(", ")}`);
  }
}

function endpointOf(env: Env): { address: string; model: string; apiKey?: string } {
  const address = addressOf(env, "EMBEDDING_ADDRESS");
  const model = textOf(env, "EMBEDDING_MODEL");
  const needs = "EMBEDDER is endpoint, which needs it";
  if (address === null) throw misconfigured("EMBEDDING_ADDRESS", needs);
  if (model === null) throw misconfigured("EMBEDDING_MODEL", needs);
  return { address, model, ...(env.EMBEDDING_KEY && { apiKey: env.EMBEDDING_KEY }) };
}

function originsOf(env: Env): string[] {
  const named = (env.ORIGINS ?? "").split(",").map((origin) => origin.trim());
  const origins = named.filter((origin) => origin !== "");
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw misconfigured(
        "ORIGINS",
        "each must be an exact origin, such as https://app.example, without a path",
      );
    }
  }
  return origins;
}

function usersOf(env: Env): Record<string, string> {
  const text = env.USERS?.trim() ?? "";
  if (text === "") return {};
  const users = parsed(text);
  const isObject = typeof users === "object" && users !== null && !Array.isArray(users);
  if (!isObject) throw misconfigured("USERS", "it must be a JSON object of users and hashes");
  for (const [user, hash] of Object.entries(users)) {
    if (user === "" || !/^[0-9a-f]{64}$/.test(String(hash))) {
      throw misconfigured("USERS", "each user needs a name and the SHA-256 hash of a token in hex");
    }
  }
  return users as Record<string, string>;
}

function isOn(env: Env, name: "PAGES"): boolean {
  const value = textOf(env, name) ?? "off";
  if (value === "on" || value === "off") return value === "on";
  throw misconfigured(name, "it must be on or off");
}

type Addresses = "SEARCH_ADDRESS" | "READER_ADDRESS" | "EMBEDDING_ADDRESS";

function addressOf(env: Env, name: Addresses): string | null {
  const address = textOf(env, name);
  if (address === null) return null;
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (isAddress) return address.replace(/\/+$/, "");
  throw misconfigured(name, "it must be an address that begins with http:// or https://");
}

type Texts =
  | Addresses
  | "LLM_PROVIDER"
  | "LLM_MODEL"
  | "LLM_LIKE"
  | "EMBEDDER"
  | "EMBEDDING_MODEL"
  | "PAGES";

function textOf(env: Env, name: Texts): string | null {
  const text = env[name]?.trim() ?? "";
  return text === "" ? null : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw misconfigured("USERS", "it is no JSON");
  }
}

function misconfigured(variable: string, mend: string): MemoryBankError {
  return new MemoryBankError("misconfigured", `the deployment's variable ${variable}: ${mend}`);
}
