/** Services that the engine knows, each with the paths of its requests: a key serves for no others. */
import type { Service } from "./options.ts";

const SERPER = "https://google.serper.dev";
const JINA_READER = "https://r.jina.ai";

/** A language model at an OpenAI-compatible address, such as `https://api.deepseek.com/v1`. */
export function languageModelService(address: string, key?: string): Service {
  const paths = ["/chat/completions", "/embeddings", "/models"];
  return { address, keyHeader: "authorization", paths, ...(key && { key }) };
}

/** Web search by Serper, or a service that speaks like it at another address. */
export function searchService(key?: string, address: string = SERPER): Service {
  return { address, keyHeader: "x-api-key", paths: ["/search"], ...(key && { key }) };
}

/** Jina Reader, or a service that speaks like it at another address. */
export function readerService(key?: string, address: string = JINA_READER): Service {
  return { address, keyHeader: "authorization", readsPages: true, ...(key && { key }) };
}
