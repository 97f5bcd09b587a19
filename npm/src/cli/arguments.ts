/** What was asked for on the command line. */
import { parseArgs } from "node:util";
import { PROVIDER_NAMES } from "../language-model.ts";
import { questionFault } from "../question.ts";

/** A request to answer, or to explain. */
export type Command = { name: "help" } | { name: "version" } | ({ name: "ask" } & AskArguments);

/** The arguments of `ask`. */
export interface AskArguments {
  /** `null` when the questions come from a file. */
  question: string | null;
  /** Paths of documents; none: standard input, which may be nothing where a language model works. */
  docs: string[];
  json: boolean;
  /** Path of a file of questions, one a line. */
  questions: string | null;
  /** Path that the memory is written to. */
  exportTo: string | null;
  /** A run to go on with, or to run again without a network, instead of questions. */
  journal: JournalArgument | null;
  /** Path that the run's journal is written to, however the run ends. */
  journalTo: string | null;
  /** Path of a folder that the documents' texts are written to. */
  textDir: string | null;
  /** Whether to embed. */
  useModel: boolean;
  /** The language model's endpoint, by name or address. */
  llm: string | null;
  /** The language model's name. */
  model: string | null;
  /** Whether the language model may search the web. */
  search: boolean;
  /** Limits of each run, as they were given. */
  budget: string[];
  /** Path of a file of prices. */
  prices: string | null;
  /** Of labels and prompts. */
  language: "en" | "zh" | null;
  /** That the answer is written in. */
  reportLanguage: "en" | "zh" | null;
  /** Of the results of web search, as the service names it. */
  searchLanguage: string | null;
  quiet: boolean;
}

/** A journal's path, and what is to be done with it. */
export interface JournalArgument {
  path: string;
  way: "resume" | "replay";
}

/** The command line, or what is said or read through it, cannot be used. Its message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const HELP = `Ask a question about documents and get an answer made of quoted, cited sentences; with a language model of
yours, an answer that it wrote from what it found.

  ask "QUESTION" --doc FILE [--doc FILE …]
  ask "QUESTION" < FILE
  ask --questions FILE.jsonl --doc FILE
  ask "QUESTION" --llm NAME --search
  ask --resume FILE
  ask --replay FILE

Questions and documents
  --doc FILE         A document: PDF, text, Markdown, HTML or source code; may be given several times.
                     Without it the document is read from standard input.
  --questions FILE   Answer many questions over one reading of the documents. FILE holds one question a line,
                     as a JSON string or as {"question": …, "id": …}; one JSON object a line is printed. A
                     question that fails has an "error" with "code" and "message" in its line; the rest go on.
  --no-model         Search by keywords alone, without the embedding model.
  --lang en|zh       Language of labels and prompts; by default the question's.
  --report-lang en|zh
                     Language that the answer is written in; what is quoted stays as it is. By default that of
                     the labels, with a language model the question's.

With a language model
  --llm NAME|URL     Ask a language model: ${PROVIDER_NAMES.join(", ")}, or the address of any
                     endpoint like OpenAI's. Documents are then sent there, and --doc may be left out.
  --model NAME       Which model; for deepseek it may be left out.
  --search           Let the model search the web; so also when SERPER_API_KEY is set.
  --search-lang CODE Language of search results, such as en or zh-cn; by default the service's choice.
  --budget LIMIT     What answering a question may take at most: 0.10 USD, 50000 tokens, 20 requests, 90 s; several
                     by commas. What would go beyond is not begun, and the answer is made of what is known.
  --prices FILE      What models cost, where that is not known or you pay another price: JSON as in
                     models/prices.json.

What is written
  --json             Print one JSON object: the answer, its citations, the retrieved passages with their
                     scores, and timings; with a language model also what it cost.
  --quiet            No progress.
  --export FILE      Write the memory (graph, entries, answer) to FILE as JSON.
  --text-dir DIR     Write each document's text, which offsets count in, to a file in DIR (UTF-8); in JSON
                     documents[].text names it.
  --journal FILE     Write the journal to FILE, however the run ends: every effect of it, no key.
  The answer goes to standard output, everything else to standard error. Offsets ("start", "end") count
  characters (Unicode code points) of the document's text. For a text file that is the file itself, decoded; for
  HTML and PDF it is the text that is extracted.

Runs that ended early
  --resume FILE      Go on with the run of a journal that was stopped or failed. What it has is not asked again,
                     so no call is paid for twice. Its endpoint is the journal's; the key is sent there only if
                     --llm or LLM_BASE_URL names the same. Settings and limits are the journal's, too.
  --replay FILE      Run a journal again without a network: the same events, the same answer.

Besides
  --help, --version

Exit status
  0    answered, also when the documents do not hold the answer
  1    failure
  2    wrong usage or unusable input
  130  cancelled by Ctrl-C, which prints what there is by then; a second one ends at once
  Of several questions the gravest counts.

Environment
  LLM_API_KEY, LLM_BASE_URL, LLM_MODEL
                     The language model's key, endpoint and name; the key or the endpoint alone turns it on.
  LLM_TEMPERATURE (of planning and acting), LLM_MAX_TOKENS, MAX_LLM_CALL_PER_RUN, MAX_CONTEXT_TOKENS,
  {CLASSIFICATION,STRUCTURE,ANALYSIS,INTEGRATION,PLANNING}_AGENT_WINDOW
                     Its bounds.
  AMB_BUDGET, AMB_PRICES
                     As --budget and --prices.
  SERPER_API_KEY, JINA_API_KEY
                     The keys of web search and page reader, for a language model to use.
  RETRIEVAL_K, RETRIEVAL_ALPHA, CHUNK_RATIO
                     How memory is searched and documents are cut.
  AMB_MODELS         The folder of the embedding model.
  NO_COLOR           No colours.`;

/** The options that there are, as `parseArgs` takes them. */
export const OPTIONS = {
  doc: { type: "string", multiple: true },
  json: { type: "boolean" },
  questions: { type: "string" },
  export: { type: "string" },
  "text-dir": { type: "string" },
  journal: { type: "string" },
  resume: { type: "string" },
  replay: { type: "string" },
  "no-model": { type: "boolean" },
  llm: { type: "string" },
  model: { type: "string" },
  search: { type: "boolean" },
  budget: { type: "string", multiple: true },
  prices: { type: "string" },
  lang: { type: "string" },
  "report-lang": { type: "string" },
  "search-lang": { type: "string" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

/** Reads the command line, without the program's own name. Throws `UsageError`. */
export function readArguments(words: string[]): Command {
  const { values, positionals } = parse(words);
  if (values.help) return { name: "help" };
  if (values.version) return { name: "version" };
  const [name, question, ...rest] = positionals;
  if (name === undefined) throw new UsageError('nothing to do: try ask "QUESTION" --doc FILE');
  if (name !== "ask") throw new UsageError(`there is no command "${name}": the command is ask`);
  if (rest.length > 0) {
    throw new UsageError(`one question at a time: put it in quotes ("${question} ${rest[0]} …")`);
  }
  const questions = values.questions ?? null;
  const journal = checkJournal(values, question);
  return {
    name,
    question: journal === null ? checkQuestion(question ?? null, questions) : null,
    journal,
    journalTo: checkGiven(values.journal, "--journal"),
    docs: [...new Set(values.doc ?? [])],
    json: values.json ?? false,
    questions,
    exportTo: values.export ?? null,
    textDir: checkGiven(values["text-dir"], "--text-dir"),
    useModel: !values["no-model"],
    llm: checkGiven(values.llm, "--llm"),
    model: checkGiven(values.model, "--model"),
    search: values.search ?? false,
    budget: values.budget ?? [],
    prices: checkGiven(values.prices, "--prices"),
    language: checkLanguage(values.lang, "--lang"),
    reportLanguage: checkLanguage(values["report-lang"], "--report-lang"),
    searchLanguage: checkSearchLanguage(values["search-lang"]),
    quiet: values.quiet ?? false,
  };
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const first = said.split(/\.\s|\n/)[0] ?? said;
    throw new UsageError(
      `${first.charAt(0).toLowerCase()}${first.slice(1)}; --help lists the options`,
    );
  }
}

function checkQuestion(question: string | null, questions: string | null): string | null {
  if (questions !== null) {
    if (question !== null) throw new UsageError("give a question or --questions, not both");
    return null;
  }
  if (question === null) throw new UsageError('no question: ask "QUESTION" --doc FILE');
  const fault = questionFault(question);
  if (fault !== null) throw new UsageError(fault.message);
  return question;
}

/** The run to take up: it brings its question and documents, and a replay leaves nothing to keep. */
function checkJournal(
  values: ReturnType<typeof parse>["values"],
  question: string | undefined,
): JournalArgument | null {
  const resume = checkGiven(values.resume, "--resume");
  const replay = checkGiven(values.replay, "--replay");
  if (resume !== null && replay !== null)
    throw new UsageError("give --resume or --replay, not both");
  const path = resume ?? replay;
  if (path === null) return null;
  const option = resume === null ? "--replay" : "--resume";
  if (question !== undefined || values.questions !== undefined || values.doc !== undefined) {
    throw new UsageError(`${option} takes its question and its documents from the journal`);
  }
  if (values.budget !== undefined || values.prices !== undefined) {
    throw new UsageError(`${option} has the limits and prices of the journal`);
  }
  const given = (name: keyof typeof OPTIONS) => values[name] !== undefined;
  const language = (["lang", "report-lang", "search-lang"] as const).find(given);
  if (language !== undefined) {
    throw new UsageError(`${option} has the languages of the journal: leave --${language} out`);
  }
  const kept = (["export", "text-dir", "journal"] as const).find(given);
  if (replay !== null && kept !== undefined) {
    throw new UsageError(`--replay keeps no memory: leave --${kept} out`);
  }
  return { path, way: resume === null ? "replay" : "resume" };
}

/** A value that is given must say something. */
function checkGiven(value: string | undefined, option: string): string | null {
  if (value?.trim() === "") throw new UsageError(`${option} is empty; --help lists the options`);
  return value ?? null;
}

function checkLanguage(language: string | undefined, option: string): "en" | "zh" | null {
  if (language === undefined || language === "en" || language === "zh") return language ?? null;
  throw new UsageError(`${option} is en or zh, not "${language}"`);
}

/** Which codes there are is for the service to say. */
function checkSearchLanguage(code: string | undefined): string | null {
  if (code === undefined || /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return code ?? null;
  throw new UsageError(`--search-lang is a code such as en or zh-cn, not "${code}"`);
}
