/** The page's words about the language model and its services in English; the shape of every other language's. */

import type { SearchService, ServiceName } from "agentic-memory-bank";

export const modelEn = {
  tagline:
    "Ask a question. A language model of your choice plans, looks in your documents and, if you let it, on the web; every claim is cited, and you can see the memory it came from.",
  label: (name: string, place: string) =>
    `Language model ${name} — questions and documents are sent to ${place}`,
  taglineSite:
    "Ask a question. This site’s language model plans, looks in your documents and, if you let it, on the web; every claim is cited, and you can see the memory it came from.",
  labelSite: (name: string, place: string) =>
    `Language model ${name}, asked through this site — it passes questions and documents on to ${place}`,
  summaryNone: "Language model: none, answers are quotations",
  summary: (name: string) => `Language model: ${name}`,
  summarySite: (name: string) => `Language model: ${name}, through this site`,
  none: "Without one, answers are quotations from your documents, and nothing leaves this tab. With one, steps are planned and the answer is written; questions and documents are then sent to it.",
  heading: "Language model",
  provider: "Who answers",
  providerSite: (name: string, place: string) =>
    name === place ? `This site’s: ${name}` : `This site’s: ${name} (${place})`,
  providerNone: "No language model (extractive)",
  providerCustom: "Another address like OpenAI’s",
  address: "Base address",
  addressHint: "What stands before /chat/completions; leave it empty for the usual one.",
  name: "Model",
  nameHint: "As the endpoint calls it, such as qwen3:8b. May be left out for DeepSeek.",
  key: "Key",
  keyHint: "Not needed for a model on your machine.",
  answerLanguage: "Answers in",
  answerLanguages: [
    ["", "the question’s language"],
    ["en", "English"],
    ["zh", "Chinese"],
  ] as readonly (readonly [string, string])[],
  reads: "It reads your documents",
  readsChoices: [
    ["short", "if they are short; long ones are searched by words"],
    ["all", "all, topic by topic: many calls"],
    ["none", "not itself: they are searched by words, at no cost"],
  ] as readonly (readonly [string, string])[],
  budgetHeading: "Budget",
  budget: "A question may take at most",
  priceRead: "Price of a million tokens read, USD",
  priceWritten: "Price of a million tokens written, USD",
  priceHint: "Only where the page does not know your model’s price.",
  budgetHint:
    "Such as 0.10 USD, 50000 tokens, 20 requests, 90 s or 5 min, several by commas; empty: no limit. The answer is then made of what is known when the limit is reached.",
  web: "Web",
  search: "Let it search the web; no document is needed then",
  searchService: "Search service",
  searchServices: [
    ["serper", "Serper: the web by Google; needs a key and a proxy"],
    ["wikipedia", "Wikipedia: its articles; needs nothing"],
    ["jina", "Jina Search: the web; needs a key"],
  ] as readonly (readonly [SearchService, string])[],
  searchLacks: {
    serper:
      "No search can find anything yet: write a Serper key, or the address of a proxy that adds one. Wikipedia needs neither.",
    wikipedia: "",
    jina: "No search can find anything yet: write a Jina key, or the address of a proxy that adds one.",
  } as Readonly<Record<SearchService, string>>,
  searchKey: "Serper key",
  searchKeyHint: "May be left out where your proxy adds one.",
  searchLanguage: "Language of search results",
  searchLanguageHint:
    "A code such as en or zh-cn, of Wikipedia that of the wiki, such as zh; empty: the service’s choice, of Wikipedia the Chinese one for a question in Chinese, else the English one.",
  reader: "Pages are read",
  readers: [
    ["jina", "by Jina Reader"],
    ["direct", "directly"],
  ] as readonly (readonly [string, string])[],
  readerKey: "Jina key",
  readerKeyHint: "For Jina Search, too. Without one, pages are read in its free tier.",
  proxyHeading: "Proxy",
  proxy: "Proxy address",
  proxyHint:
    "For services that let no page ask them. What stands before the address to fetch, such as https://proxy.example/fetch?url=",
  proxyToken: "Proxy token",
  proxyTokenHint: "Where the proxy asks for one. It is sent to the proxy alone.",
  proxyTokenProblems: {
    token_missing:
      "The proxy asks for a token. Write the one that it prints, or that you were given.",
    token_unknown:
      "The proxy does not know this token. Copy the whole of it, or ask whoever runs the proxy for another.",
    token_malformed:
      "No token has blanks or such characters. Copy the token alone, and the whole of it.",
  } as Readonly<Record<string, string>>,
  proxyModel: "Ask the language model through it, too",
  proxyKeys: "Trust it with the keys (else it adds its own)",
  keysHeading: "Keys",
  keysText:
    "Keys and tokens stay in this tab’s memory and go when it closes. They are sent to their own services alone, and are in no export or journal.",
  remember:
    "Remember on this device: in this browser’s storage for this site, readable to whoever uses this browser",
  forget: "Forget the keys",
  forgotten: "Forgotten: no key or token is left here or on this device.",
  notRemembered: "This browser lets the page store nothing.",
  test: "Test connection",
  modelCommand:
    "Start it so that this page may ask it, with enough context (in PowerShell on Windows; end it first if it runs):",
  proxyCommand:
    "Or start one on your machine, with your keys in place of the dots; it prints its address and its token:",
  copyCommand: "Copy the command",
  list: "List models",
  listed: (count: number) =>
    count === 0
      ? "The endpoint lists no model. Write its name."
      : `${count} ${count === 1 ? "model" : "models"}: choose one in the field.`,
  testHint: "Makes one small call; where the web is searched, one search and one page, too.",
  testing: "Asking…",
  works: (model: string, read: number, written: number) =>
    `It works: ${model} answered (${read} tokens read, ${written} written).`,
  services: { llm: "Language model.", search: "Search.", reader: "Pages." } as Readonly<
    Record<ServiceName, string>
  >,
  searchWorks: (results: number) => `It works: ${results} results for “example”.`,
  readerWorks: "It works: https://example.com/ was read.",
};
