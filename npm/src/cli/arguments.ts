/** The arguments of the command line. */
import { parseArgs } from "node:util";
import { MemoryBankError } from "../errors.ts";
import { READS } from "../language-model.ts";
import { readOrigin } from "../proxy/options.ts";
import { questionFault } from "../question.ts";
import { SEARCH_SERVICE_NAMES, searchServiceNamed } from "../search-services.ts";
import type { Reads, SearchService } from "../types.ts";

/** The program's name, as `bin` of the package gives it. */
export const PROGRAM = "agentic-memory-bank";

/** A request to answer, to list runs, or to explain. */
export type Command =
  | { name: "help" }
  | { name: "version" }
  /** No arguments. */
  | { name: "usage" }
  | ({ name: "where" } & WhereArguments)
  | ({ name: "ask" } & AskArguments)
  | ({ name: "runs" } & RunsArguments)
  | ({ name: "memory" } & MemoryArguments)
  | ({ name: "proxy" } & ProxyArguments)
  | ({ name: "mcp" } & McpArguments);

/** The arguments about models, web search and spending. */
export interface ModelArguments {
  /** True if the embedding model is used. */
  useModel: boolean;
  /** The language model's endpoint, by name or address. */
  llm: string | null;
  /** The language model's name. */
  model: string | null;
  /** The documents that it reads itself. */
  reads: Reads | null;
  /** True if the language model may search the web. */
  search: boolean;
  /** The search service, which the language model then may use. */
  searchService: SearchService | null;
  /** Limits of each run, as they were given. */
  budget: string[];
  /** Path of a file of prices. */
  prices: string | null;
  /** Language of the answer. */
  reportLanguage: "en" | "zh" | null;
  /** Language of web search results, as the service names it. */
  searchLanguage: string | null;
}

/** The arguments of `ask`. */
export interface AskArguments extends ModelArguments {
  /** `null` when the questions come from a file. */
  question: string | null;
  /** Paths of documents; none: standard input, which may be empty if a language model works. */
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
  /** Path of the folder that runs are kept in. */
  runs: string | null;
  /** True: runs are kept and remembered, in the data folder if no other is named. */
  keep: boolean;
  /** True if questions use long-term memory, and are stored there. */
  useMemory: boolean;
  /** Path of a folder that the documents' texts are written to. */
  textDir: string | null;
  /** Language of labels and prompts. */
  language: "en" | "zh" | null;
  quiet: boolean;
}

/** An earlier run, and the action on it. */
export interface JournalArgument {
  /** The id of a run in the folder of runs, or else the path of a journal. */
  run: string;
  way: "resume" | "replay";
}

/** The arguments of `runs`. */
export interface RunsArguments {
  /** Path of the folder that runs are kept in. */
  runs: string | null;
  /** The id of a run to delete, instead of a list. */
  deleted: string | null;
  json: boolean;
}

/** The arguments of `--where`. */
export interface WhereArguments {
  /** Path of the folder that runs are kept in. */
  runs: string | null;
}

/** Actions on long-term memory. */
export const MEMORY_ACTIONS = [
  ...(["list", "search", "forget", "restore", "purge", "tidy", "export", "import"] as const),
];

/** An action on long-term memory. */
export type MemoryAction = (typeof MEMORY_ACTIONS)[number];

/** The arguments of `memory`. */
export interface MemoryArguments {
  action: MemoryAction;
  /** The action's words: a search text, ids, or the path of a file. */
  words: string[];
  /** Path of the folder that it is kept in. */
  runs: string | null;
  /** True if forgotten entries are listed, instead of remembered ones. */
  forgotten: boolean;
  /** True if the embedding model is used: for the search text, and for entries without a vector. */
  useModel: boolean;
  json: boolean;
}

/** The arguments of `proxy`. */
export interface ProxyArguments {
  /** The port to listen on; 0 for any that is free. */
  port: number;
  /** The address to listen at. */
  host: string;
  /** Exact origins of pages that may call. */
  origins: string[];
  /** True if any public page may be read. */
  pages: boolean;
}

/** The arguments of `mcp`. */
export interface McpArguments extends ModelArguments {
  /** Path of the folder that runs and memories are kept in. */
  runs: string | null;
  /** Folders whose documents may be read. */
  documents: string[];
  /** The port of HTTP, 0 for any that is free; `null` for standard input and output. */
  http: number | null;
  /** The address to listen at. */
  host: string;
  /** Exact origins of pages that may call. */
  origins: string[];
}

/** The ports where none is given. */
const PROXY_PORT = 8788;
const MCP_PORT = 8789;

/** The command line, or a file or text that it names, is invalid. The message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

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
  keep: { type: "boolean" },
  runs: { type: "string" },
  where: { type: "boolean" },
  delete: { type: "string" },
  "no-memory": { type: "boolean" },
  forgotten: { type: "boolean" },
  "no-model": { type: "boolean" },
  llm: { type: "string" },
  model: { type: "string" },
  reads: { type: "string" },
  search: { type: "boolean" },
  "search-service": { type: "string" },
  budget: { type: "string", multiple: true },
  prices: { type: "string" },
  lang: { type: "string" },
  "report-lang": { type: "string" },
  "search-lang": { type: "string" },
  quiet: { type: "boolean" },
  port: { type: "string" },
  host: { type: "string" },
  origin: { type: "string", multiple: true },
  pages: { type: "boolean" },
  documents: { type: "string", multiple: true },
  http: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

/** Reads the command line, without the program's own name. Throws `UsageError`. */
export function readArguments(words: string[]): Command {
  if (words.length === 0) return { name: "usage" };
  const { values, positionals } = parse(words);
  if (values.help) return { name: "help" };
  if (values.version) return { name: "version" };
  if (values.where) return readWhere(values, positionals);
  const [name] = positionals;
  switch (name) {
    case "ask":
      return readAsk(values, positionals);
    case "runs":
      return readRuns(values, positionals);
    case "memory":
      return readMemory(values, positionals);
    case "proxy":
      return readProxy(values, positionals);
    case "mcp":
      return readMcp(values, positionals);
    case undefined:
      throw new UsageError(`no command: try ${PROGRAM} ask "QUESTION" --doc FILE`);
    default:
      throw new UsageError(
        `there is no command "${name}": the commands are ask, runs, memory, proxy and mcp`,
      );
  }
}

function readWhere(values: Values, [word]: string[]): Command {
  const besides = Object.keys(values).find((option) => option !== "where" && option !== "runs");
  const other = besides === undefined ? word : `--${besides}`;
  if (other !== undefined) {
    throw new UsageError(`--where stands alone, or with --runs FOLDER: leave ${other} out`);
  }
  return { name: "where", runs: checkGiven(values.runs, "--runs") };
}

function readAsk(values: Values, [, question, ...rest]: string[]): Command {
  const other = Object.keys(values).find((option) => option in OWNERS);
  if (other !== undefined) throw new UsageError(`--${other} belongs to ${OWNERS[other]}, not ask`);
  if (rest.length > 0) {
    const quoted = `put it in quotes ("${question} ${rest[0]} …")`;
    throw new UsageError(`one question at a time: ${quoted}, and a document behind --doc`);
  }
  const questions = values.questions ?? null;
  const journal = checkJournal(values, question);
  return {
    name: "ask",
    question: journal === null ? checkQuestion(question ?? null, questions) : null,
    journal,
    journalTo: checkGiven(values.journal, "--journal"),
    runs: checkGiven(values.runs, "--runs"),
    keep: values.keep ?? false,
    useMemory: !values["no-memory"],
    docs: [...new Set(values.doc ?? [])],
    json: values.json ?? false,
    questions,
    exportTo: values.export ?? null,
    textDir: checkGiven(values["text-dir"], "--text-dir"),
    ...modelArguments(values),
    language: checkLanguage(values.lang, "--lang"),
    quiet: values.quiet ?? false,
  };
}

function modelArguments(values: Values): ModelArguments {
  return {
    useModel: !values["no-model"],
    llm: checkGiven(values.llm, "--llm"),
    model: checkGiven(values.model, "--model"),
    reads: checkReads(values.reads, "--reads"),
    search: values.search ?? false,
    searchService: checkSearchService(values["search-service"], "--search-service"),
    budget: values.budget ?? [],
    prices: checkGiven(values.prices, "--prices"),
    reportLanguage: checkLanguage(values["report-lang"], "--report-lang"),
    searchLanguage: checkSearchLanguage(values["search-lang"]),
  };
}

function readRuns(values: Values, [, word]: string[]): Command {
  if (word !== undefined) {
    throw new UsageError(`runs lists runs, or deletes one with --delete: "${word}" is neither`);
  }
  checkOptions(values, "runs", ["runs", "delete", "json"]);
  return {
    name: "runs",
    runs: checkGiven(values.runs, "--runs"),
    deleted: checkGiven(values.delete, "--delete"),
    json: values.json ?? false,
  };
}

function readMemory(values: Values, [, word = "", ...words]: string[]): Command {
  const action = MEMORY_ACTIONS.find((known) => known === word);
  if (action === undefined) {
    const known = MEMORY_ACTIONS.join(", ");
    throw new UsageError(`what about memory? ${word && `"${word}" is not known: `}one of ${known}`);
  }
  const besides: Partial<Record<MemoryAction, string[]>> = {
    list: ["forgotten"],
    search: ["no-model"],
    tidy: ["no-model"],
  };
  const known = ["runs", "json", ...(besides[action] ?? [])];
  checkOptions(values, `memory ${action}`, known);
  const fault = memoryFault(action, words);
  if (fault !== null) throw new UsageError(fault);
  return {
    name: "memory",
    action,
    words,
    runs: checkGiven(values.runs, "--runs"),
    forgotten: values.forgotten ?? false,
    useModel: !values["no-model"],
    json: values.json ?? false,
  };
}

function readProxy(values: Values, [, word]: string[]): Command {
  if (word !== undefined) {
    throw new UsageError(`proxy takes options alone: leave "${word}" out`);
  }
  checkOptions(values, "proxy", ["port", "host", "origin", "pages"]);
  return {
    name: "proxy",
    port: checkPort(values.port ?? `${PROXY_PORT}`, "--port"),
    host: checkGiven(values.host, "--host") ?? "127.0.0.1",
    origins: [...new Set((values.origin ?? []).map(checkOrigin))],
    pages: values.pages ?? false,
  };
}

/** Options of `ask` that `mcp` has, too. */
const MODEL_OPTIONS = [
  ...["no-model", "llm", "model", "reads", "search", "search-service", "search-lang"],
  ...["budget", "prices", "report-lang"],
];

function readMcp(values: Values, [, word, another]: string[]): Command {
  const isHttp = values.http ?? false;
  const extra = isHttp ? another : word;
  if (extra !== undefined) throw new UsageError(`mcp takes options alone: leave "${extra}" out`);
  checkOptions(values, "mcp", ["runs", "documents", "http", "host", "origin", ...MODEL_OPTIONS]);
  const ofHttp = (["host", "origin"] as const).find((option) => values[option] !== undefined);
  if (ofHttp !== undefined && !isHttp) {
    throw new UsageError(`--${ofHttp} is for HTTP: give --http, too, or leave it out`);
  }
  return {
    name: "mcp",
    runs: checkGiven(values.runs, "--runs"),
    documents: [...new Set(values.documents ?? [])],
    http: isHttp ? checkPort(word ?? `${MCP_PORT}`, "the port of --http") : null,
    host: checkGiven(values.host, "--host") ?? "127.0.0.1",
    origins: [...new Set((values.origin ?? []).map(checkOrigin))],
    ...modelArguments(values),
  };
}

function checkPort(port: string, what: string): number {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new UsageError(`${what} is a number from 0 (any free port) to 65535, not "${port}"`);
}

/** An origin as browsers send it. */
function checkOrigin(text: string): string {
  try {
    return readOrigin(text);
  } catch (thrown) {
    throw new UsageError(`--origin: ${MemoryBankError.from(thrown).message}`);
  }
}

/** The fault of an action's words; `null` if there is none. */
function memoryFault(action: MemoryAction, words: string[]): string | null {
  const [first = ""] = words;
  switch (action) {
    case "list":
      return first === ""
        ? null
        : `memory list lists all: search for "${first}" with memory search`;
    case "tidy":
      return first === "" ? null : `memory tidy is of all that is remembered: leave "${first}" out`;
    case "search":
      if (words.length > 1) return `put what is searched for in quotes ("${words.join(" ")}")`;
      return questionFault(first) && 'what is searched for? memory search "WORDS"';
    case "export":
    case "import":
      return words.length === 1 && first ? null : `memory ${action} needs the path of one file`;
    default:
      return words.length > 0 && words.every((id) => id.trim() !== "")
        ? null
        : `memory ${action} needs ids: memory list and memory search tell them`;
  }
}

/** An option of another command has no meaning here. */
function checkOptions(values: Values, command: string, known: string[]): void {
  const other = Object.keys(values).find((option) => !known.includes(option));
  if (other === undefined) return;
  throw new UsageError(`--${other} belongs to ${OWNERS[other] ?? "ask"}, not ${command}`);
}

/** The commands of options that `ask` does not have. */
const OWNERS: Readonly<Record<string, string>> = {
  delete: "runs",
  forgotten: "memory list",
  port: "proxy",
  host: "proxy and mcp",
  origin: "proxy and mcp",
  pages: "proxy",
  documents: "mcp",
  http: "mcp",
};

type Values = ReturnType<typeof parse>["values"];

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
  if (question === null) throw new UsageError(`no question: ${PROGRAM} ask "QUESTION" --doc FILE`);
  const fault = questionFault(question);
  if (fault !== null) throw new UsageError(fault.message);
  return question;
}

/** The run to take up: it brings its question and documents, and a replay leaves nothing to keep. */
function checkJournal(values: Values, question: string | undefined): JournalArgument | null {
  const resume = checkGiven(values.resume, "--resume");
  const replay = checkGiven(values.replay, "--replay");
  if (resume !== null && replay !== null)
    throw new UsageError("give --resume or --replay, not both");
  const run = resume ?? replay;
  if (run === null) return null;
  const option = resume === null ? "--replay" : "--resume";
  if (question !== undefined || values.questions !== undefined || values.doc !== undefined) {
    throw new UsageError(`${option} takes its question and its documents from the journal`);
  }
  if (values.budget !== undefined || values.prices !== undefined) {
    throw new UsageError(`${option} has the limits and prices of the journal`);
  }
  if (values.reads !== undefined) {
    throw new UsageError(`${option} reads as the journal says: leave --reads out`);
  }
  const given = (name: keyof typeof OPTIONS) => values[name] !== undefined;
  if (given("no-memory")) {
    throw new UsageError(`${option} uses memory as the journal says: leave --no-memory out`);
  }
  const language = (["lang", "report-lang", "search-lang"] as const).find(given);
  if (language !== undefined) {
    throw new UsageError(`${option} has the languages of the journal: leave --${language} out`);
  }
  const kept = (["keep", "export", "text-dir", "journal"] as const).find(given);
  if (replay !== null && kept !== undefined) {
    throw new UsageError(`--replay keeps nothing: leave --${kept} out`);
  }
  return { run, way: resume === null ? "replay" : "resume" };
}

/** A given value must not be blank. */
function checkGiven(value: string | undefined, option: string): string | null {
  if (value?.trim() === "") throw new UsageError(`${option} is empty; --help lists the options`);
  return value ?? null;
}

function checkLanguage(language: string | undefined, option: string): "en" | "zh" | null {
  if (language === undefined || language === "en" || language === "zh") return language ?? null;
  throw new UsageError(`${option} is en or zh, not "${language}"`);
}

/** Which documents a model reads; `null` if that is not said. `what` names the option or variable. */
export function checkReads(text: string | undefined, what: string): Reads | null {
  const known = READS.find((one) => one === text);
  if (text === undefined || known !== undefined) return known ?? null;
  throw new UsageError(`${what} is ${READS.join(", ")}: not "${text}"`);
}

/** A search service; `null` if none is named. `what` names the option or variable. */
export function checkSearchService(text: string | undefined, what: string): SearchService | null {
  if (text === undefined) return null;
  const known = searchServiceNamed(text);
  if (known !== undefined) return known;
  throw new UsageError(`${what} is one of ${SEARCH_SERVICE_NAMES.join(", ")}: not "${text}"`);
}

/** The service decides which codes exist. */
function checkSearchLanguage(code: string | undefined): string | null {
  if (code === undefined || /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return code ?? null;
  throw new UsageError(`--search-lang is a code such as en or zh-cn, not "${code}"`);
}
