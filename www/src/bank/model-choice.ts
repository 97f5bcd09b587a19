/** Which language model the user wants asked, and what it may use. */

import type { BudgetOptions, OpenOptions, ProviderName } from "agentic-memory-bank";
import { BudgetTextError, parseBudget } from "../../../npm/src/budget-text.ts";
import type { Problem } from "../state/problem.ts";
import type { Deployment, Service } from "./deployment.ts";

/** What the user has put in. An empty text is not given; keys live here and nowhere else in the page. */
export interface ModelChoice {
  /**
   * `none`: the extractive engine; `custom`: an endpoint of which only the address is known; `deployment`: the model of the
   * site that serves the page.
   */
  readonly provider: ProviderName | "none" | "custom" | "deployment";
  /** Empty: the provider's own. */
  readonly address: string;
  readonly model: string;
  readonly key: string;
  /** The language that answers are written in; empty: the question's. */
  readonly answerLanguage: "" | "en" | "zh";
  /** What a question may take at most, as text such as `0.10 USD, 5 min`; empty: no limit. */
  readonly budget: string;
  readonly search: boolean;
  readonly searchKey: string;
  /** Language of search results, such as `en`; empty: the service's choice. */
  readonly searchLanguage: string;
  readonly reader: "jina" | "direct";
  readonly readerKey: string;
  /** What stands before the address to fetch; empty: no proxy. */
  readonly proxy: string;
  /** Whether the model is asked through the proxy, too. */
  readonly proxyModel: boolean;
  /** Whether the proxy is given the keys. */
  readonly proxyKeys: boolean;
  /** Token of that proxy; empty: it asks for none. */
  readonly proxyToken: string;
  /** Token of the site that serves the page, where that is a deployment. */
  readonly accessToken: string;
}

/** No language model: what a page just opened has. */
export const NO_MODEL: ModelChoice = {
  provider: "none",
  address: "",
  model: "",
  key: "",
  answerLanguage: "",
  budget: "",
  search: false,
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

/** The choice of a visitor who has made none: the site's model, where it has one. */
export function startingChoice(site: Deployment | null): ModelChoice {
  if (site === null || site.llm === null) return NO_MODEL;
  return { ...NO_MODEL, provider: "deployment", search: site.search !== null };
}

/** The choice of whoever opens an invitation: with its token, and with the site's model where none was chosen. */
export function invited(choice: ModelChoice, accessToken: string, site: Deployment): ModelChoice {
  const { provider, search } = choice.provider === "none" ? startingChoice(site) : choice;
  return { ...choice, provider, search, accessToken };
}

/** A remembered choice as this page can follow it: none, where the site has no model any more. */
export function fitting(choice: ModelChoice, site: Deployment | null): ModelChoice {
  const isGone = choice.provider === "deployment" && (site === null || site.llm === null);
  return isGone ? { ...choice, provider: "none" } : choice;
}

/** The endpoints that are offered by name, and how their makers write them. */
export const PROVIDERS: readonly (readonly [ProviderName, string])[] = [
  ["deepseek", "DeepSeek"],
  ["openai", "OpenAI"],
  ["ollama", "Ollama"],
  ["lmstudio", "LM Studio"],
  ["llamacpp", "llama.cpp"],
];

/** What of a choice is for showing: no key. */
export interface ShownModel {
  /** The model's name; where the endpoint's default is asked, the endpoint's. */
  readonly name: string;
  /** Where questions and documents are sent. */
  readonly place: string;
  readonly search: boolean;
  /** Whether the site that serves the page passes them on. */
  readonly isThroughSite: boolean;
}

/** What is shown of a choice; `null` for none. */
export function shownModel(choice: ModelChoice, site: Deployment | null): ShownModel | null {
  const { provider, address, model, search } = choice;
  if (provider === "none") return null;
  if (provider === "deployment") return site && shownSite(site, search);
  const known = knownName(provider);
  const place = hostOf(address.trim()) ?? known ?? address.trim();
  return { name: model.trim() || (known ?? place), place, search, isThroughSite: false };
}

/** What is shown of a site's model; `null` where it has none. */
export function shownSite(site: Deployment, maySearch: boolean): ShownModel | null {
  const { llm } = site;
  const search = maySearch && site.search !== null;
  return llm && { ...named(llm.provider, llm.model), search, isThroughSite: true };
}

/** A model's name, and where it is; a known endpoint as its makers write it. */
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

/** What a choice lacks before anything can be asked; `null` for nothing. */
export function choiceProblem(choice: ModelChoice): Problem | null {
  const { provider, address, model } = choice;
  const isAddress = /^https?:\/\/[^/]/i.test(address.trim());
  const hasAddress = provider === "custom" || address.trim() !== "";
  if (provider === "none") return null;
  if (provider === "deployment") return budgetProblem(choice);
  if (hasAddress && !isAddress) return { code: "no_address", message: "" };
  const mayBeUnnamed = provider === "deepseek" && !hasAddress;
  if (model.trim() === "" && !mayBeUnnamed) return { code: "no_model_name", message: "" };
  return budgetProblem(choice);
}

/** Why a choice's limits cannot be read; `null` where they can, or where nobody is paid. */
export function budgetProblem(choice: ModelChoice): Problem | null {
  try {
    chosenBudget(choice);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof BudgetTextError)) throw thrown;
    return { code: `budget_${thrown.fault.kind}`, message: thrown.fault.part };
  }
}

/** What a question may take at most; `undefined` for no limit. Throws `BudgetTextError`. */
export function chosenBudget({ provider, budget }: ModelChoice): BudgetOptions | undefined {
  if (provider === "none" || budget.trim() === "") return undefined;
  return parseBudget([budget]);
}

/** How a bank is opened by a choice. */
export type BankOptions = Pick<OpenOptions, "settings" | "llm" | "search" | "reader" | "proxy">;

/** The options of a choice; none for the extractive engine. */
export function bankOptions(choice: ModelChoice, site: Deployment | null): BankOptions {
  if (choice.provider === "none") return {};
  const reportLanguage = choice.answerLanguage;
  const passing = passingSite(choice, site);
  return {
    ...(reportLanguage !== "" && { settings: { reportLanguage } }),
    llm: languageModel(choice, site),
    ...(passing === null ? ownWeb(choice) : webThrough(passing, choice)),
  };
}

/** The site that passes on what this choice asks, be it of the web alone; `null` where the tab or another proxy asks. */
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
    ...(choice.search && {
      search: given({ apiKey: choice.searchKey, language: choice.searchLanguage }),
    }),
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

/** Where a service is, where that is not its usual place. */
function placed({ address }: Service): { baseUrl?: string } {
  return address === "" ? {} : { baseUrl: address };
}

/** What is shown of the language model that a bank asks; `null` where it asks none. */
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
    ...given({ model, apiKey: key }),
  };
}

/** A site's model; an address is told apart from what it is like. */
function ofSite(site: Deployment | null): BankOptions["llm"] & object {
  const { provider = "", like, ...model } = site?.llm ?? {};
  return { provider: like === undefined ? provider : { baseUrl: provider, like }, ...model };
}

/** The texts that say something, without blanks around them: a key that was pasted often has some. */
function given<T extends Record<string, string>>(texts: T): Partial<T> {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== "")) as Partial<T>;
}
