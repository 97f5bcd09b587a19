/** The choice that a stored run was asked with, as far as its journal tells: no key and no proxy is in a journal. */

import type { JournalOptions, ProviderName } from "agentic-memory-bank";
import type { Deployment } from "./deployment.ts";
import { type ModelChoice, NO_MODEL } from "./model-choice.ts";

/** The endpoints that are known by name, with their addresses. */
export type KnownAddresses = ReadonlyMap<ProviderName, string>;

/**
 * The choice of a journal's run. It keeps the present keys if they are for the same endpoint, and the present proxy,
 * which serves any.
 */
export function recordedChoice(
  recorded: JournalOptions,
  present: ModelChoice,
  known: KnownAddresses,
  site: Deployment | null,
): ModelChoice {
  const { llm, search, reader } = recorded;
  const address = bare(llm.provider.baseUrl);
  const { key, priceRead, priceWritten } = present;
  const isSame = addressOf(present, known, site) === address;
  return {
    ...present,
    ...endpointOf(address, present, known, site),
    model: llm.model,
    key: isSame ? key : "",
    ...(isSame && present.model.trim() === llm.model
      ? { priceRead, priceWritten }
      : { priceRead: "", priceWritten: "" }),
    // As the engine reads journals of earlier versions.
    reads: llm.reads ?? "all",
    search: search !== undefined,
    searchService: search?.service ?? NO_MODEL.searchService,
    searchLanguage: search?.language ?? "",
    reader: reader.baseUrl === "" ? "direct" : "jina",
  };
}

/** The provider and the address of an endpoint; the present ones if they mean the same. */
function endpointOf(
  address: string,
  present: ModelChoice,
  known: KnownAddresses,
  site: Deployment | null,
): Pick<ModelChoice, "provider" | "address"> {
  const { provider, address: own } = present;
  if (addressOf(present, known, site) === address) return { provider, address: own };
  if (site?.llm && addressOfSite(site, known) === address) {
    return { provider: "deployment", address: "" };
  }
  const named = [...known].find(([, at]) => bare(at) === address)?.[0];
  return named === undefined ? { provider: "custom", address } : { provider: named, address: "" };
}

/** The address of a choice's endpoint; empty for none. */
function addressOf(
  { provider, address }: ModelChoice,
  known: KnownAddresses,
  site: Deployment | null,
): string {
  if (provider === "none") return "";
  if (provider === "deployment") return addressOfSite(site, known);
  const own = address.trim();
  return bare(own === "" && provider !== "custom" ? (known.get(provider) ?? "") : own);
}

function addressOfSite(site: Deployment | null, known: KnownAddresses): string {
  const provider = site?.llm?.provider ?? "";
  return bare(known.get(provider as ProviderName) ?? provider);
}

/** An address without the slash that may end it. */
function bare(address: string): string {
  return address.replace(/\/+$/, "");
}
