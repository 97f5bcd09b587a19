/** The page's words in English; the shape of every other language's. */

import { longTermEn } from "./long-term-en.ts";
import { modelEn } from "./model-en.ts";
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

  model: modelEn,

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

  /** The words of its contents come with them. */
  library: {
    heading: (documents: number): string =>
      `Library · ${documents === 1 ? "1 document" : `${documents} documents`}`,
    uses: (question: string) =>
      `Uses the memory of “${question}”. These documents are not read again.`,
    anew: "Make a new memory of them instead",
    used: (question: string) =>
      `This uses the memory of “${question}”: its documents were not read again.`,
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
      "The web was tried twice and not reached, so this run has paused. Open the settings, press Test connection, and go on once it works. For another search service, ask again.",
    budgetReached:
      "The budget was reached. This answer is made of what was known by then; what was read is kept, and you can ask on.",
    imported: "This is a saved memory, restored. You can ask it more.",
    notYet: "At this moment of the run there is no answer yet.",
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
    drawing: "Drawing of the memory graph. The tree beside it holds the same.",
    noDrawing: "This browser cannot draw the graph (it needs WebGL). The tree holds the same.",
    noTimeline: "The timeline could not be loaded. Reload the page to see it.",
    list: "Topics in memory",
    more: (count: number) => (count === 1 ? "1 more is not shown" : `${count} more are not shown`),
    branches: {
      dispute: "Disputed with:",
      link: "Related to:",
      place: "Source:",
      document: "Source:",
    },
    mergedSince: "This topic was merged into another one later, which has its texts.",
    notThere: "This topic is not in memory at this moment of the run.",
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
