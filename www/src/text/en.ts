/** The page's words in English; the shape of every other language's. */

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
  label: "Extractive, no language model — runs in this tab, nothing leaves it",

  ask: {
    heading: "Ask",
    document: "Document",
    drop: "Drop files here, or",
    choose: "Choose files",
    formats: "PDF, plain text, Markdown or HTML, up to 20 MB in all",
    paste: "or paste text",
    pasteLabel: "Pasted text",
    remove: (name: string) => `Remove ${name}`,
    beingRead: "This is being read. Cancel first to remove it.",
    question: "Question",
    questionHint: "What do you want to know?",
    submit: "Ask",
    cancel: "Cancel",
    cancelling: "Cancelling…",
    sample: "Try the sample",
    sampleHint: "A chapter of the Rust book and a question, in one click.",
    pastedName: "Pasted text",
    import: "Import a saved memory",
    replaceHeading: "Replace what you put in?",
    replaceText:
      "The sample takes the place of your documents, your pasted text and your question.",
    replaceSubmit: "Replace with the sample",
    replaceKeep: "Keep mine",
  },

  progress: {
    heading: "Progress",
    model: (loaded: string, total: string) => `Loading the embedding model, ${loaded} of ${total}`,
    modelStarting: "Loading the embedding model",
    starting: "Reading",
    answering: "Answering",
    count: (percent: number) => `${percent} % done`,
    finished: "Done",
    /** `ingest` is `null` where nothing had to be read. */
    summary: (topics: number, passages: number, ingest: string | null, answer: string) =>
      `${topicsFrom(topics, passages)} · ${ingest === null ? "" : `read in ${ingest}, `}answered in ${answer}`,
    stopped: (topics: number, passages: number) =>
      topics === 0
        ? "Stopped before anything was remembered"
        : `Stopped with ${topicsFrom(topics, passages)} in memory`,
  },

  answer: {
    heading: "Answer",
    notFound: "The document does not seem to answer this",
    cancelled: "You cancelled this run. What was remembered until then is kept below.",
    cancelledAtOnce: "You cancelled this run before anything was remembered.",
    imported: "This is a saved memory, restored. You can ask it more.",
    confidence: (percent: number) => `Confidence ${percent} %`,
    citations: "Quotations",
    page: (number: number) => `page ${number}`,
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
    earlier: (count: number) => `Earlier questions (${count})`,
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
    text: "Text of the document",
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
  },

  tasks: {
    heading: "Task",
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
  },

  keep: {
    heading: "Keep",
    text: "The memory lives in this tab and goes when you close it. Save it to go on later.",
    export: "Export memory (JSON)",
    journal: "Export journal",
    journalHint: "The journal records the run step by step; attach it to a bug report.",
  },

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

  /** What to do about an error, by its code. */
  remedies: {
    empty_question: "Write a question first.",
    long_question: "This question is too long. Give long text as a document and ask about it.",
    no_document: "Add a document first: drop a file, paste text, or try the sample.",
    empty_document: "This document holds no text. Choose another one.",
    empty: "This file is empty. Choose another one.",
    no_text: "No text was found in this file. Choose a PDF, text, Markdown or HTML file.",
    binary: "This is not a text file. Choose a PDF, text, Markdown or HTML file.",
    too_large: "Files can have up to 20 MB in all. Split the document and ask each part.",
    pdf_encrypted: "This PDF file is locked with a password. Save a copy without it and add that.",
    pdf_scanned:
      "The pages of this PDF file are pictures, as after a scan. Run a text recognition (OCR) over it first.",
    pdf_unknown_characters:
      "The fonts of this PDF file do not say which characters they show. Export it again with embedded fonts, or copy its text from a viewer and paste that.",
    pdf_damaged:
      "This PDF file is damaged. Download or export it again, or open it in a viewer and save a copy.",
    pdf_failed:
      "This PDF file could not be read. Open it in a viewer, save a copy and add that, or paste its text.",
    host_unavailable:
      "Something that the page needs did not load. Check the connection and ask again.",
    busy: "Another question is being answered. Wait for it, or cancel it.",
    import_malformed:
      "This is not a memory saved by this page. Choose a JSON file made by “Export memory”.",
    import_inconsistent:
      "This saved memory has been changed or is damaged. Choose the file as it was exported.",
    import_too_new: "This memory was saved by a newer version of this page. Reload the page.",
    import_too_large: "This saved memory is too large to be restored here.",
    wasm_unreachable: "The engine did not start. Reload the page; a recent browser is needed.",
    engine_crashed: "The engine stopped. Reload the page.",
  } as Readonly<Record<string, string>>,
};

/** Every language's words have this shape. */
export type Dictionary = typeof en;
