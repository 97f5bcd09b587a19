/** Which language model the user wants asked, and what it may use. */

import type { BudgetOptions, OpenOptions, ProviderName } from "agentic-memory-bank";
import { BudgetTextError, parseBudget } from "../../../npm/src/budget-text.ts";
import type { Problem } from "../state/problem.ts";

/** What the user has put in. An empty text is not given; keys live here and nowhere else in the page. */
export interface ModelChoice {
  /** `none`: the extractive engine; `custom`: an endpoint of which only the address is known. */
  readonly provider: ProviderName | "none" | "custom";
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
};

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
}

/** What is shown of a choice; `null` for none. */
export function shownModel({ provider, address, model, search }: ModelChoice): ShownModel | null {
  if (provider === "none") return null;
  const known = PROVIDERS.find(([name]) => name === provider)?.[1];
  const place = hostOf(address.trim()) ?? known ?? address.trim();
  return { name: model.trim() || (known ?? place), place, search };
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
export function bankOptions(choice: ModelChoice): BankOptions {
  if (choice.provider === "none") return {};
  const proxy = choice.proxy.trim();
  const reportLanguage = choice.answerLanguage;
  return {
    ...(reportLanguage !== "" && { settings: { reportLanguage } }),
    llm: languageModel(choice),
    reader: { ...given({ apiKey: choice.readerKey }), ...(choice.reader === "direct" && DIRECT) },
    ...(choice.search && {
      search: given({ apiKey: choice.searchKey, language: choice.searchLanguage }),
    }),
    ...(proxy !== "" && {
      proxy: { address: proxy, llm: choice.proxyModel, keys: choice.proxyKeys },
    }),
  };
}

/** What is shown of the language model that a bank asks; `null` where it asks none. */
export function shownOf({ llm, search }: BankOptions): ShownModel | null {
  if (llm === undefined) return null;
  const { provider = "" } = llm;
  const address = typeof provider === "string" ? provider : provider.baseUrl;
  const known = PROVIDERS.find(([name]) => name === address)?.[1];
  const place = hostOf(address) ?? known ?? address;
  return { name: llm.model || (known ?? place), place, search: search !== undefined };
}

/** A reader without an address: pages are fetched directly at once. */
const DIRECT = { baseUrl: "" };

function languageModel({ provider, address, model, key }: ModelChoice) {
  const baseUrl = address.trim();
  const named = provider === "none" || provider === "custom" ? undefined : provider;
  const own = named === undefined ? baseUrl : { baseUrl, like: named };
  return {
    provider: baseUrl === "" && named !== undefined ? named : own,
    ...given({ model, apiKey: key }),
  };
}

/** The texts that say something, without blanks around them: a key that was pasted often has some. */
function given<T extends Record<string, string>>(texts: T): Partial<T> {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== "")) as Partial<T>;
}
