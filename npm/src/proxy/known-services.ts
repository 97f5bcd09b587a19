/** Services that the engine knows, each with the paths of its requests: a key serves for no others. */
import { isOwnAddress, SEARCH_SERVICES } from "../search-services.ts";
import type { SearchService } from "../types.ts";
import type { Service } from "./options.ts";

const JINA_READER = "https://r.jina.ai";

/** A language model at an OpenAI-compatible address, such as `https://api.deepseek.com/v1`. */
export function languageModelService(address: string, key?: string): Service {
  const paths = ["/chat/completions", "/embeddings", "/models"];
  return { address, keyHeader: "authorization", paths, ...(key && { key }) };
}

/** Web search by one of the engine's services, default Serper; or one that speaks like it at another address. */
export function searchService(
  key?: string,
  address?: string,
  name: SearchService = "serper",
): Service {
  const known = SEARCH_SERVICES[name];
  const { path, keyHeader, query } = known;
  const isElsewhere = address !== undefined && !isOwnAddress(name, address);
  return {
    address: isElsewhere ? address : known.address,
    keyHeader: keyHeader ?? "authorization",
    paths: [path],
    ...(query && { query: { ...query } }),
    ...(known.subdomains && !isElsewhere && { subdomains: true }),
    ...(key && keyHeader && { key }),
  };
}

/** Jina Reader, or a service that speaks like it at another address. */
export function readerService(key?: string, address: string = JINA_READER): Service {
  return { address, keyHeader: "authorization", readsPages: true, ...(key && { key }) };
}
