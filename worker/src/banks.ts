/** Banks of a user, and their options. */
import {
  type LlmOptions,
  MemoryBank,
  type OpenOptions,
  type ReaderOptions,
  type RunStore,
  type SearchOptions,
} from "agentic-memory-bank";
import { embedderOf } from "./embedding.ts";
import { type Env, type LanguageModel, type Service, settingsOf } from "./settings.ts";

/**
 * Stands for a language model in a bank that only reads runs back. Such a bank sends no requests, but one without a
 * model refuses the runs of one.
 */
const NOBODY: LlmOptions = { provider: "https://nobody.invalid/v1", model: "nobody" };

/** Opens a bank that works: with the deployment's models and services, over the user's store. */
export async function openBank(env: Env, store: RunStore): Promise<MemoryBank> {
  return MemoryBank.open({ ...services(env), embedder: await embedderOf(env), store });
}

/** Opens a bank that reads runs back. */
export function openReader(env: Env, store: RunStore): Promise<MemoryBank> {
  const { llm } = settingsOf(env);
  return MemoryBank.open({ llm: llm === null ? NOBODY : modelOf(llm), embedder: false, store });
}

function services(env: Env): Pick<OpenOptions, "llm" | "search" | "reader"> {
  const { llm, search, reader } = settingsOf(env);
  if (llm === null) return {};
  return {
    llm: modelOf(llm),
    ...(search && { search: at<SearchOptions>(search) }),
    ...(reader && { reader: at<ReaderOptions>(reader) }),
  };
}

/** An endpoint of an address of its own may be like a known one. */
function modelOf({ provider, like, ...rest }: LanguageModel): LlmOptions {
  return { ...rest, provider: like === undefined ? provider : { baseUrl: provider, like } };
}

function at<T extends { apiKey?: string; baseUrl?: string }>({ address, key }: Service): T {
  return { baseUrl: address, ...(key !== undefined && { apiKey: key }) } as T;
}
