/** The page's words in English; the shape of every other language's. */

import type { SearchService, ServiceName } from "agentic-memory-bank";
import { longTermEn } from "./long-term-en.ts";
import { remediesEn } from "./remedies-en.ts";

function topicsFrom(topics: number, passages: number): string {
  return `${topics === 1 ? "1 topic" : `${topics} topics`} from ${passages === 1 ? "1 passage" : `${passages} passages`}`;
}

export const en = {
  language: "en",
  switchLanguage: "中文",
  switchLanguageLabel: "将页面切换为中文",
  skip: "Skip to the question",
  title: "Agentic Memory Bank",
  tagline:
    "Ask a long document a question. The answer is made of the document’s own sentences, each one cited, and you can see the memory it came from.",
  offlineReady: "Ready offline: this page now opens and answers without a network, too.",
  label: "Extractive, no language model — runs in this tab, nothing leaves it",

  model: {
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
  },

  /** Texts for a deployment: a site that calls its model for its visitors. */
  access: {
    heading: "Access to this site",
    token: "Access token",
    tokenHint:
      "Whoever runs this site gives you one; an invitation link brings it along. It stays in this tab and is sent to this site alone. You need no key.",
    problems: {
      token_missing:
        "This site’s language model is asked only with an access token. Enter yours here, or choose “No language model” under “Language model”.",
      token_unknown:
        "This site does not know this access token. Copy the whole of it, or ask whoever runs the site for another.",
      token_malformed:
        "No access token has blanks or such characters. Copy the token alone, and the whole of it.",
    } as Readonly<Record<string, string>>,
    forget: "Forget token and keys",
  },

  goOn: {
    submit: "Go on with this run",
    hint: "It goes on where it stopped: what was answered is not asked, or paid for, again.",
    answer: "Answer with what is known",
    answerByModel: "An answer with what is known takes no further step, and about one call.",
    answerByQuotes: "An answer with what is known quotes what has been read.",
    discard: "Discard",
    discardForGood: "Discard for good",
  },

  spending: {
    heading: "Tokens and costs",
    agent: "Agent",
    calls: "Calls",
    read: "Tokens read",
    written: "Tokens written",
    cost: "Cost",
    all: "All",
    estimated: "Partly our estimates: the endpoint does not count tokens.",
    agents: {
      classification: "Classification",
      structure: "Structure",
      analysis: "Analysis",
      integration: "Integration",
      planning: "Planning",
      react: "Acting and answering",
      reading: "Reading pages",
    } as Readonly<Record<string, string>>,
    services: { search: "Web search", reader: "Page reader", page: "Pages fetched directly" },
  },

  /** Amounts come with their digits grouped, money with its currency. */
  costs: {
    unknown: "price not known",
    partlyUnknown: (known: string) => `${known}, some prices not known`,
    of: (used: string, limit: string) => `${used} of ${limit}`,
    tokens: (count: string) => (count === "1" ? "1 token" : `${count} tokens`),
    requests: (count: string) => (count === "1" ? "1 request" : `${count} requests`),
    seconds: (count: string) => `${count} s`,
    and: ", ",
    spent: (parts: string) => `Spent: ${parts}`,
    likely: (sum: string) => `Likely ${sum}.`,
    estimate: (likely: string, most: string) => `Estimate: likely ${likely}; at most ${most}.`,
    unpriced: (names: string) => `Not known is the price of ${names}.`,
  },

  ask: {
    heading: "Ask",
    document: "Document",
    drop: "Drop files here, or",
    choose: "Choose files",
    formats:
      "PDF, Word, EPUB, CSV, HTML, Markdown or plain text, up to 20 MB in all; images for a model that sees",
    paste: "or paste text",
    pasteLabel: "Pasted text",
    remove: (name: string) => `Remove ${name}`,
    pages: (count: string): string => (count === "1" ? "1 page" : `${count} pages`),
    outline: (titles: number): string =>
      titles === 1 ? "Outline · 1 title" : `Outline · ${titles} titles`,
    about: (title: string) => `What is “${title}” about?`,
    overview: "What is this about?",
    beingRead: "This is being read. Stop first to remove it.",
    question: "Question",
    questionHint: "What do you want to know?",
    submit: "Ask",
    anew: "Ask about something else",
    anewHint: "A new memory, with documents of its own",
    sample: "Try the sample",
    sampleHint: "A chapter of the Rust book and a question, in one click.",
    pastedName: "Pasted text",
    import: "Import a saved memory",
    replay: "Replay a journal",
    replaceHeading: "Replace what you put in?",
    replaceText:
      "The sample takes the place of your documents, your pasted text and your question.",
    replaceSubmit: "Replace with the sample",
    replaceKeep: "Keep mine",
  },

  /** Three ways to begin, each with what it takes. */
  ways: {
    heading: "Answer from",
    documents: { name: "My documents", what: "Quotations. No key, nothing leaves this tab" },
    model: {
      name: "A language model",
      what: "Written answers with sources. Your own key or server",
    },
    web: { name: "A model and the web", what: "It searches and reads pages, too" },
  },

  /** The parts of a run, as a phone shows them. */
  parts: {
    heading: "Parts of the run",
    steps: "Steps",
    answer: "Answer",
    memory: "Memory",
    more: "More",
  },

  progress: {
    heading: "Progress",
    model: (loaded: string, total: string) => `Loading the embedding model, ${loaded} of ${total}`,
    modelStarting: "Loading the embedding model",
    starting: "Reading",
    reading: (document: string) => `Reading ${document}`,
    linking: (document: string) => `Linking topics of ${document}`,
    comparing: "Comparing topics by meaning",
    planning: "Planning the next step",
    step: (number: number, task: string) => `Step ${number}: ${task}`,
    validation: (number: number, task: string) =>
      `Step ${number}, checking a contradiction: ${task}`,
    /** What a tool does, with its query or the host of its page. */
    tools: {
      search: (query: string) => `Searching the web for “${query}”`,
      visit: (host: string) => `Reading ${host}`,
      deep_retrieval: () => "Looking in memory",
    } as Readonly<Record<string, (about: string) => string>>,
    tool: (name: string) => `Using ${name}`,
    sources: (count: number) => (count === 1 ? "1 source" : `${count} sources`),
    answering: "Answering",
    stop: "Stop",
    stopping: "Stopping…",
    enough: "Stop, keep this answer",
    count: (percent: number) => `${percent} % done`,
    finished: "Done",
    /** `ingest` is `null` if nothing was read. */
    summary: (topics: number, passages: number, ingest: string | null, answer: string) =>
      `${topicsFrom(topics, passages)} · ${ingest === null ? "" : `read in ${ingest}, `}answered in ${answer}`,
    stopped: (topics: number, passages: number) =>
      topics === 0
        ? "Stopped before anything was remembered"
        : `Stopped with ${topicsFrom(topics, passages)} in memory`,
  },

  answer: {
    heading: "Answer",
    notInDocuments: (count: number): string =>
      count === 1
        ? "The document does not seem to answer this"
        : "The documents do not seem to answer this",
    nothingFound: "Nothing was found on the web",
    notRead: "Nothing that was read seems to answer this",
    webNotReached: (failed: number, last: string): string =>
      `The web could not be reached: ${failed === 1 ? "the only call" : `all ${failed} calls`} failed. The last one: ${last}`,
    revised: "The answer changed once the whole text had been compared by meaning.",
    unsupported: "No source supports this: these are the model’s own words",
    noSource: "no source",
    cancelled: "You stopped this run. What was remembered until then is kept below.",
    cancelledAtOnce: "You stopped this run before anything was remembered.",
    paused:
      "The web was tried twice and not reached, so this run has paused. Open Language model, press Test connection, and go on once it works; or answer with what is known.",
    budgetReached:
      "The budget was reached. This answer is made of what was known by then; what was read is kept, and you can ask on.",
    imported: "This is a saved memory, restored. You can ask it more.",
    replayed: "This is a journal, run again without a network. Its memory is not kept.",
    opened: "This is an earlier run, read back as it stood. Nobody was asked anything.",
    flags: "Not found in what was retrieved, so without a source:",
    followUpBy: (engine: string) =>
      `This memory is asked with what made it: ${engine}. Ask above to use what is set now.`,
    confidence: (percent: number) => `Confidence ${percent} %`,
    citations: "Quotations",
    page: (number: number) => `page ${number}`,
    published: (when: string) => `published ${when}`,
    trust: {
      named_page: "page you named",
      found_page: "found by search",
      snippet: "search result only, page not read",
      imported: "imported",
      model: "a model’s words",
    },
    citation: (number: number) => `Citation ${number}: show it in the source`,
    show: "Show in source",
    disputes: "Disputed",
    retrieved: (count: number) =>
      count === 1 ? "The passage it was made from" : `The ${count} passages it was made from`,
    score: "Score",
    keyword: "keyword",
    semantic: "meaning",
    followUp: "Ask the same memory something else",
    followUpSubmit: "Ask",
    addDocuments: "Add documents",
    earlier: "Earlier questions",
  },

  /** Ways to take an answer out of the page. */
  takeAway: {
    copy: "Copy with sources",
    save: "Save as Markdown",
    saveHtml: "Save as HTML",
    print: "Print",
    copied: "Copied",
    notCopied: "This browser lets the page copy nothing. Save it instead.",
  },

  /** A document that was read in part. */
  reading: {
    part: (name: string, percent: number) =>
      percent === 0
        ? `Only the beginning of ${name} was read`
        : `Only ${percent} % of ${name} was read`,
    unread: (name: string) => `Nothing of ${name} was read.`,
    thisAnswer: (part: string) => `${part}: this answer rests on that part.`,
    nextAnswer: (part: string) => `${part}: what you ask of this memory rests on that part.`,
    imported:
      "Imported, not checked against the source: the texts, summaries, disputes and saved answers are as the file has them.",
  },

  source: {
    heading: "Source",
    partly: (part: string) => `${part}. The rest is not shown.`,
    hidden: (mark: string) =>
      `${mark} stands for hidden characters that change the order of the text or cannot be seen.`,
    choose: "Document",
    characters: (count: string) => `${count} characters`,
    byWords: (characters: string) =>
      `${characters}, searched by words, not read by the language model`,
    text: "Text of the document",
    back: "Back to the answer",
    shown: (document: string) => `The quotation is highlighted in ${document}.`,
  },

  memory: {
    heading: "Memory",
    topics: (count: number) => (count === 1 ? "1 topic" : `${count} topics`),
    drawing: "Drawing of the memory graph. The list beside it holds the same.",
    noDrawing: "This browser cannot draw the graph (it needs WebGL). The list holds the same.",
    list: "Topics in memory",
    more: (count: number) => (count === 1 ? "1 more is not shown" : `${count} more are not shown`),
    keys: "Arrow keys move through the topics.",
    choose: "Choose a topic to see what is remembered about it.",
    summary: "Summary",
    noSummary: "The summary comes with the answer.",
    keywords: "Keywords",
    links: "Related topics",
    noLinks: "None",
    source: "Source",
    disputed: "Disputed",
    merges: "Merged from",
    untitled: "Untitled topic",
    against: "With:",
    show: (place: number | null) =>
      place === null ? "Show in the source" : `Show in the source (${place})`,
    find: "Find a topic",
    disputedOnly: "Disputed only",
    found: (count: number, all: number): string =>
      count === 0
        ? "No topic matches"
        : count === 1
          ? `1 of ${all} topics matches`
          : `${count} of ${all} topics match`,
    disputedLine: "A dashed line joins topics that contradict each other.",
  },

  tasks: {
    heading: "Task",
    steps: (count: number) => (count === 0 ? "" : count === 1 ? "1 step" : `${count} steps`),
    goal: "Goal",
    next: "Next",
    nothing: "Nothing is left to do.",
    stopped: "Stopped before everything was read and answered.",
    stoppedBefore: (task: string) => `${task} (stopped)`,
    completed: "Completed",
    succeeded: "done",
    failed: "failed",
    normal: "step",
    crossValidate: "cross-check",
    used: "Tools used",
    tools: { search: "Searched", visit: "Visited", deep_retrieval: "Looked in memory" } as Readonly<
      Record<string, string>
    >,
    toolFailed: (why: string) => `failed: ${why}`,
  },

  keep: {
    heading: "Keep",
    text: "The memory lives in this tab and goes when you close it. Save it to go on later.",
    textStored:
      "This run is kept in this browser, among the earlier runs. Save it to take it elsewhere.",
    export: "Export memory (JSON)",
    journal: "Export journal",
    journalHint: "The journal records the run step by step; attach it to a bug report.",
  },

  stored: {
    heading: "Earlier runs",
    text: "Kept in this browser with their documents, for whoever uses it, until you delete them.",
    lasting: "The browser has agreed to leave them there when it runs short of space.",
    notLasting: "The browser may clear them when it runs short of space: save what must last.",
    looking: "Looking for earlier runs…",
    find: "Find a run by its question",
    found: (found: number, all: number) => `${found} of ${all} runs`,
    notKept: "Runs go with this tab.",
    problems: {
      store_busy:
        "Another tab of this page keeps them and does not answer: go to it or close it, and ask again here.",
      store_unavailable: "This browser lets the page store nothing, as in a private window.",
      store_full: "There is no room left: delete runs, or free space on this device.",
      store_io:
        "The browser could not reach what it keeps, or ended the part of this page that keeps it: reload the page. What was kept before stays.",
      store_corrupt:
        "The file that this browser keeps runs in is damaged and cannot be read. Nothing in it was changed. Save it if somebody is to look at it, and start a new store to have runs kept again.",
      store_too_new:
        "What this browser keeps was written by a newer version of this page: reload the page to get that version. Where it does not come, you can save the file, and start a new store until it does.",
      passphrase_needed:
        "What this browser keeps is encrypted with a passphrase, for which this page does not ask. Nothing in it was changed: open it with the program that encrypted it.",
      wasm_unreachable: "A part of the page could not be loaded: go online and ask again.",
      worker_unreachable: "A part of the page could not be loaded: go online and ask again.",
    } as Readonly<Record<string, string>>,
    unread: {
      saveDamaged: "Save the damaged file",
      save: "Save the file",
      startAnew: "Start a new store",
      startAnewNow: "Set the file aside and start a new store",
      kept: "A file that is set aside stays in this browser as it is, until you delete it.",
      aside: {
        store_corrupt: "A damaged file of runs, set aside",
        store_too_new: "Runs that a newer version wrote, set aside",
        replaced: "Other runs, set aside",
      },
      takeBack: "Use these runs again",
    },
    standing: {
      answered: "answered",
      ended: "ended without a full answer",
      failed: "failed",
      paused: "stopped",
      running: "cut off",
      atWork: "at work",
    },
    open: "Open",
    isOpen: "Shown above",
    remove: "Delete",
    removeForGood: "Delete for good",
    label: (button: string, question: string) => `${button}: ${question}`,
  },

  longTerm: longTermEn,

  notes: {
    keywordOnly:
      "Keyword-only mode: the embedding model is not available, so passages are found by their words and not by their meaning.",
    reason: (message: string) => `Reason: ${message}`,
    modelRetried: "The model is tried again when you next ask about documents.",
    mended: "While reading",
  },

  problem: {
    heading: "That did not work",
    close: "Close",
    code: (code: string) => `Error code: ${code}`,
  },

  /** Advice about an error, by its code. */
  remedies: remediesEn,
};

/** Every language's words have this shape. */
export type Dictionary = typeof en;
