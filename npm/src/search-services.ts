/** The search services that the engine knows. It reads the same table. */
import table from "../../crates/llm/src/search/services.json";
import type { SearchService } from "./types.ts";

/** A search service. */
export interface SearchServiceFacts {
  /** Its name for people. */
  readonly title: string;
  /** The search engine that its results are from. */
  readonly engine: string;
  /** Its address. */
  readonly address: string;
  /** Path of its requests, below its address. */
  readonly path: string;
  /** The header that carries its key: `authorization` as a bearer token; `null` if it needs no key. */
  readonly keyHeader: "authorization" | "x-api-key" | null;
  /** Parameters that each of its requests has in its address; `null` for requests with a body. */
  readonly query: Readonly<Record<string, string>> | null;
  /** True if it answers at subdomains of its address, one for each language. */
  readonly subdomains: boolean;
}

/** The services by name. */
export const SEARCH_SERVICES = table as Readonly<Record<SearchService, SearchServiceFacts>>;

/** Names of the services. */
export const SEARCH_SERVICE_NAMES = Object.keys(SEARCH_SERVICES) as SearchService[];

/** Returns the service of this name; `undefined` for none. */
export function searchServiceNamed(name: string): SearchService | undefined {
  return SEARCH_SERVICE_NAMES.find((known) => known === name);
}

/** Returns true if this is the service's own address, however it is written; of Wikipedia also that of its portal. */
export function isOwnAddress(service: SearchService, address: string): boolean {
  const text = address.trim();
  if (!URL.canParse(text)) return false;
  const [given, own] = [new URL(text), new URL(SEARCH_SERVICES[service].address)];
  if (SEARCH_SERVICES[service].subdomains) given.hostname = given.hostname.replace(/^www\./, "");
  return given.href === own.href;
}
