/** The deployment that serves this page, as its server describes it in the page's head. Elsewhere there is none. */

import { PROVIDER_NAMES, type ProviderName } from "../../../npm/src/language-model.ts";

/** The services of a deployment for a visitor with an access token. */
export interface Deployment {
  /** The language model that it calls; `null`: none. */
  readonly llm: SiteModel | null;
  /** The web search that it calls; `null`: none. */
  readonly search: Service | null;
  /** The service that reads pages for it; `null`: pages are fetched directly. */
  readonly reader: Service | null;
  /** Absolute address of its proxy, up to the target. */
  readonly proxy: string;
}

/** A deployment's language model. */
export interface SiteModel {
  /** A known endpoint's name, or an endpoint's address. */
  readonly provider: string;
  /** Left out: the endpoint's own. */
  readonly model?: string;
  /** The known endpoint that the one at this address is like. */
  readonly like?: ProviderName;
}

/** A service that a deployment calls. */
export interface Service {
  /** Empty: the service's usual one. */
  readonly address: string;
}

/** Name of the meta tag. */
const TAG = "deployment";

/** Returns the deployment that this document's server describes. */
export function thisDeployment(page: Document): Deployment | null {
  const tag = page.querySelector(`meta[name="${TAG}"]`);
  return deploymentOf(tag?.getAttribute("content") ?? "", page.baseURI);
}

/** Reads a deployment from JSON. Returns `null` unless it names a proxy at the page's own origin. */
export function deploymentOf(json: string, here: string): Deployment | null {
  const told = objectIn(json);
  const proxy = proxyOf(told?.proxy, here);
  if (told === null || proxy === null) return null;
  return {
    llm: modelOf(told.llm),
    search: serviceOf(told.search),
    reader: serviceOf(told.reader),
    proxy,
  };
}

type Told = Readonly<Record<string, unknown>>;

function objectIn(json: string): Told | null {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Told | null {
  return typeof value === "object" && value !== null ? (value as Told) : null;
}

function proxyOf(value: unknown, here: string): string | null {
  if (typeof value !== "string" || value === "" || !URL.canParse(value, here)) return null;
  const { href, origin } = new URL(value, here);
  return origin === new URL(here).origin ? href : null;
}

function modelOf(value: unknown): SiteModel | null {
  const { provider, model, like } = objectOf(value) ?? {};
  if (typeof provider !== "string") return null;
  const isKnown = PROVIDER_NAMES.some((name) => name === provider);
  if (!isKnown && !isAddress(provider)) return null;
  const likeness = isKnown ? undefined : PROVIDER_NAMES.find((name) => name === like);
  const named = { provider, ...(likeness !== undefined && { like: likeness }) };
  if (typeof model === "string" && model.trim() !== "") return { ...named, model };
  return provider === "deepseek" ? named : null;
}

/** `true`: at its usual address; a text: at this one. */
function serviceOf(value: unknown): Service | null {
  if (value === true) return { address: "" };
  return typeof value === "string" && isAddress(value) ? { address: value } : null;
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}
