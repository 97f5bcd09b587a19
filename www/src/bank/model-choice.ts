/** The user's choice of a language model and of its tools. */

import type {
  BudgetOptions,
  OpenOptions,
  ProviderName,
  Reads,
  SearchOptions,
  SearchService,
} from "agentic-memory-bank";
import { BudgetTextError, parseBudget } from "../../../npm/src/budget-text.ts";
import { SEARCH_SERVICES } from "../../../npm/src/search-services.ts";
import type { Problem } from "../state/problem.ts";
import type { Deployment, Service } from "./deployment.ts";

/** The user's input. An empty text counts as missing; keys live here and nowhere else in the page. */
export interface ModelChoice {
  /**
   * `none`: the extractive engine; `custom`: an endpoint of which only the address is known; `deployment`: the model
   * of the site that serves the page.
   */
  readonly provider: ProviderName | "none" | "custom" | "deployment";
  /** The provider that was chosen last, where there is none now. */
  readonly former: ModelChoice["provider"];
  /** Empty: the provider's own. */
  readonly address: string;
  readonly model: string;
  readonly key: string;
  /** The language that answers are written in; empty: the question's. */
  readonly answerLanguage: "" | "en" | "zh";
  /** The documents that the model reads itself. */
  readonly reads: Reads;
  /** Limits of a question, as text such as `0.10 USD, 5 min`; empty: no limit. */
  readonly budget: string;
  /** Price of a million tokens that the model reads, in USD; empty: as it is known. */
  readonly priceRead: string;
  /** The same, for tokens that it writes. */
  readonly priceWritten: string;
  readonly search: boolean;
  readonly searchService: SearchService;
  /** Key of Serper; that of Jina is `readerKey`. */
  readonly searchKey: string;
  /** Language of search results, such as `en`; empty: the default of `SearchOptions.language`. */
  readonly searchLanguage: string;
  readonly reader: "jina" | "direct";
  readonly readerKey: string;
  /** Prefix of the address to fetch; empty: no proxy. */
  readonly proxy: string;
  /** True if requests to the model go through the proxy, too. */
  readonly proxyModel: boolean;
  /** True if the proxy is given the keys. */
  readonly proxyKeys: boolean;
  /** Token of that proxy; empty: it needs none. */
  readonly proxyToken: string;
  /** Token of the site that serves the page, if that is a deployment. */
  readonly accessToken: string;
}

/** No language model: the state of a newly opened page. */
export const NO_MODEL: ModelChoice = {
  provider: "none",
  former: "none",
  address: "",
  model: "",
  key: "",
  answerLanguage: "",
  reads: "short",
  budget: "",
  priceRead: "",
  priceWritten: "",
  search: false,
  searchService: "serper",
  searchKey: "",
  searchLanguage: "",
  reader: "jina",
  readerKey: "",
  proxy: "",
  proxyModel: false,
  proxyKeys: false,
  proxyToken: "",
  accessToken: "",
};

/** The choice of a visitor who has made none: the site's model, if it has one. */
export function startingChoice(site: Deployment | null): ModelChoice {
  if (site === null || site.llm === null) return NO_MODEL;
  return { ...NO_MODEL, provider: "deployment", search: site.search !== null };
}

/** The choice after an invitation: with its token, and with the site's model if none was chosen. */
export function invited(choice: ModelChoice, accessToken: string, site: Deployment): ModelChoice {
  const { provider, search } = choice.provider === "none" ? startingChoice(site) : choice;
  return { ...choice, provider, search, accessToken };
}

/** A remembered choice, or none if the site no longer has a model. */
export function fitting(choice: ModelChoice, site: Deployment | null): ModelChoice {
  const isGone = choice.provider === "deployment" && (site === null || site.llm === null);
  return isGone ? { ...choice, provider: "none" } : choice;
}

/** The endpoints that are offered by name, and how their makers write them. */
export const PROVIDERS: readonly (readonly [ProviderName, string])[] = [
  ["deepseek", "DeepSeek"],
  ["openai", "OpenAI"],
  ["anthropic", "Anthropic"],
  ["openrouter", "OpenRouter"],
  ["gemini", "Gemini"],
  ["ollama", "Ollama"],
  ["lmstudio", "LM Studio"],
  ["llamacpp", "llama.cpp"],
];

/** True for an endpoint that is a server on the user's own machine. */
export function isLocal(provider: ModelChoice["provider"]): boolean {
  return provider === "ollama" || provider === "lmstudio" || provider === "llamacpp";
}

/** Tokens that are sent to a local model at most: it would cut off the rest without a word. */
export const LOCAL_CONTEXT = 32_000;

/** The visible part of a choice: no key. */
export interface ShownModel {
  /** The model's name; for an endpoint's default model, the endpoint's. */
  readonly name: string;
  /** The destination of questions and documents. */
  readonly place: string;
  readonly search: boolean;
  /** True if they pass through the site that serves the page. */
  readonly isThroughSite: boolean;
}

/** The visible part of a choice; `null` for none. */
export function shownModel(choice: ModelChoice, site: Deployment | null): ShownModel | null {
  const { provider, address, model, search } = choice;
  if (provider === "none") return null;
  if (provider === "deployment") return site && shownSite(site, search);
  const known = knownName(provider);
  const place = hostOf(address.trim()) ?? known ?? address.trim();
  return { name: model.trim() || (known ?? place), place, search, isThroughSite: false };
}

/** The visible part of a site's model; `null` if it has none. */
export function shownSite(site: Deployment, maySearch: boolean): ShownModel | null {
  const { llm } = site;
  const search = maySearch && site.search !== null;
  return llm && { ...named(llm.provider, llm.model), search, isThroughSite: true };
}

/** A model's name and address; a known endpoint is named as by its makers. */
function named(provider: string, model = ""): Pick<ShownModel, "name" | "place"> {
  const known = knownName(provider);
  const place = hostOf(provider) ?? known ?? provider;
  return { name: model || (known ?? place), place };
}

function knownName(provider: string): string | undefined {
  return PROVIDERS.find(([name]) => name === provider)?.[1];
}

function hostOf(address: string): string | null {
  try {
    return new URL(address).host || null;
  } catch {
    return null;
  }
}

/** Codes of the problems of a choice. */
export const CHOICE_PROBLEMS: readonly string[] = [
  "budget_form",
  "budget_twice",
  "budget_unit",
  "image_unseen",
  "no_address",
  "no_key",
  "no_model_name",
  "price_form",
];

/** The fault of a choice's address; `null` if its endpoint can be asked. */
export function addressProblem({ provider, address }: ModelChoice): Problem | null {
  const isAddress = /^https?:\/\/[^/]/i.test(address.trim());
  const hasAddress = provider === "custom" || address.trim() !== "";
  return hasAddress && !isAddress ? { code: "no_address", message: "" } : null;
}

/** The missing part of a choice before a question can be asked; `null` if it is complete. */
export function choiceProblem(choice: ModelChoice): Problem | null {
  const { provider, address, model } = choice;
  if (provider === "none") return null;
  if (provider === "deployment") return budgetProblem(choice);
  const unreachable = addressProblem(choice);
  if (unreachable !== null) return unreachable;
  const mayBeUnnamed = provider === "deepseek" && address.trim() === "";
  if (model.trim() === "" && !mayBeUnnamed) return { code: "no_model_name", message: "" };
  return budgetProblem(choice);
}

/**
 * The fault of a choice whose endpoint takes no request without a key; `null` if it has one, if a proxy adds its own, or
 * if nothing is known about the endpoint.
 */
export function keyProblem(choice: ModelChoice): Problem | null {
  const { provider, address, key, proxy, proxyModel, proxyKeys } = choice;
  const isHosted = knownName(provider) !== undefined && !isLocal(provider);
  const isAdded = proxy.trim() !== "" && proxyModel && !proxyKeys;
  const isNeeded = isHosted && address.trim() === "" && !isAdded;
  return isNeeded && key.trim() === "" ? { code: "no_key", message: "" } : null;
}

/** The user's own price of the model; `null` for none, `undefined` if the fields are not two prices. */
function ownPrice({
  provider,
  priceRead,
  priceWritten,
}: ModelChoice): readonly [number, number] | null | undefined {
  const [read, written] = [priceRead.trim(), priceWritten.trim()];
  if (provider === "deployment" || provider === "none") return null;
  if (read === "" && written === "") return null;
  const isPrice = (text: string) => /^\d+([.,]\d+)?$/.test(text);
  if (!isPrice(read) || !isPrice(written)) return undefined;
  return [Number(read.replace(",", ".")), Number(written.replace(",", "."))];
}

/** The fault of a choice's limits; `null` if they are valid, or if nothing is paid. */
export function budgetProblem(choice: ModelChoice): Problem | null {
  if (ownPrice(choice) === undefined) return { code: "price_form", message: "" };
  try {
    chosenBudget(choice);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof BudgetTextError)) throw thrown;
    return { code: `budget_${thrown.fault.kind}`, message: thrown.fault.part };
  }
}

/** Limits of a question; `undefined` for no limit. Throws `BudgetTextError`. */
export function chosenBudget({ provider, budget }: ModelChoice): BudgetOptions | undefined {
  if (provider === "none" || budget.trim() === "") return undefined;
  return parseBudget([budget]);
}

/** The same as options of a run or of an estimate. Throws `BudgetTextError`. */
export function chosenLimits(choice: ModelChoice): { budget?: BudgetOptions } {
  const budget = chosenBudget(choice);
  return budget === undefined ? {} : { budget };
}

/** The options of a bank for a choice. */
export type BankOptions = Pick<
  OpenOptions,
  "settings" | "llm" | "search" | "reader" | "proxy" | "prices"
>;

/** The options of a choice; none for the extractive engine. */
export function bankOptions(choice: ModelChoice, site: Deployment | null): BankOptions {
  if (choice.provider === "none") return {};
  const reportLanguage = choice.answerLanguage;
  const passing = passingSite(choice, site);
  return {
    ...(reportLanguage !== "" && { settings: { reportLanguage } }),
    llm: {
      ...languageModel(choice, site),
      ...(choice.reads !== "short" && { reads: choice.reads }),
    },
    ...pricesOf(choice),
    ...(passing === null ? ownWeb(choice) : webThrough(passing, choice)),
  };
}

/** The user's own price of the chosen model. */
function pricesOf(choice: ModelChoice): Pick<BankOptions, "prices"> {
  const price = ownPrice(choice);
  const model = choice.model.trim();
  if (!price || model === "") return {};
  const [input, output] = price;
  return { prices: { models: [{ model, input, output }] } };
}

/**
 * The site that passes this choice's requests on, even only those to the web; `null` if the tab or another proxy sends
 * them.
 */
export function passingSite(choice: ModelChoice, site: Deployment | null): Deployment | null {
  const { provider, proxy, accessToken } = choice;
  if (site === null || provider === "none" || provider === "deployment") {
    return provider === "deployment" ? site : null;
  }
  const needed = choice.search ? site.search : site.reader;
  return accessToken.trim() !== "" && proxy.trim() === "" && needed !== null ? site : null;
}

type Web = Pick<BankOptions, "search" | "reader" | "proxy">;

/** The web as the visitor's own keys and proxy reach it. */
function ownWeb(choice: ModelChoice): Web {
  const proxy = choice.proxy.trim();
  return {
    reader: { ...given({ apiKey: choice.readerKey }), ...(choice.reader === "direct" && DIRECT) },
    ...(choice.search && { search: ownSearch(choice) }),
    ...(proxy !== "" && {
      proxy: {
        address: proxy,
        llm: choice.proxyModel,
        keys: choice.proxyKeys,
        ...given({ token: choice.proxyToken }),
      },
    }),
  };
}

function ownSearch(choice: ModelChoice): SearchOptions {
  const { searchService: service, searchLanguage: language } = choice;
  return {
    ...(service !== NO_MODEL.searchService && { service }),
    ...given({ apiKey: searchKeyOf(choice), language }),
  };
}

/** The key of the chosen search service; empty if it is missing, or if the service needs none. */
export function searchKeyOf(choice: ModelChoice): string {
  const { searchService, searchKey, readerKey } = choice;
  const keys: Record<SearchService, string> = {
    serper: searchKey,
    wikipedia: "",
    jina: readerKey,
  };
  return keys[searchService].trim();
}

/** True if the chosen search service lacks its key, and no proxy may add it. */
export function lacksSearchKey(choice: ModelChoice): boolean {
  const { keyHeader } = SEARCH_SERVICES[choice.searchService];
  return keyHeader !== null && searchKeyOf(choice) === "" && choice.proxy.trim() === "";
}

/** The web as a site reaches it, by its keys: it is shown its own token alone. */
function webThrough({ search, reader, proxy }: Deployment, choice: ModelChoice): Web {
  return {
    reader: reader === null ? DIRECT : placed(reader),
    ...(choice.search &&
      search && { search: { ...placed(search), ...given({ language: choice.searchLanguage }) } }),
    proxy: {
      address: proxy,
      llm: choice.provider === "deployment",
      ...given({ token: choice.accessToken }),
    },
  };
}

/** The address of a service, if it is not the usual one. */
function placed({ address }: Service): { baseUrl?: string } {
  return address === "" ? {} : { baseUrl: address };
}

/** The visible part of a bank's language model; `null` if it has none. */
export function shownOf(
  { llm, search, proxy }: BankOptions,
  site: Deployment | null,
): ShownModel | null {
  if (llm === undefined) return null;
  const { provider = "" } = llm;
  const address = typeof provider === "string" ? provider : provider.baseUrl;
  const isThroughSite = proxy?.llm === true && proxy.address === site?.proxy;
  return { ...named(address, llm.model), search: search !== undefined, isThroughSite };
}

/** A reader without an address: pages are fetched directly at once. */
const DIRECT = { baseUrl: "" };

function languageModel(choice: ModelChoice, site: Deployment | null) {
  const { provider, address, model, key } = choice;
  if (provider === "deployment") return ofSite(site);
  const baseUrl = address.trim();
  const named = provider === "none" || provider === "custom" ? undefined : provider;
  const own = named === undefined ? baseUrl : { baseUrl, like: named };
  return {
    provider: baseUrl === "" && named !== undefined ? named : own,
    ...(isLocal(provider) && { maxContextTokens: LOCAL_CONTEXT }),
    ...given({ model, apiKey: key }),
  };
}

/** A site's model; an address is given apart from the provider that it is like. */
function ofSite(site: Deployment | null): BankOptions["llm"] & object {
  const { provider = "", like, ...model } = site?.llm ?? {};
  return { provider: like === undefined ? provider : { baseUrl: provider, like }, ...model };
}

/** The non-blank texts, trimmed: a pasted key often has blanks around it. */
function given<T extends Record<string, string>>(texts: T): Partial<T> {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== "")) as Partial<T>;
}
