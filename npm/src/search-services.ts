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
  /** True if a page in a browser may ask it. */
  readonly allowsPages: boolean;
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
