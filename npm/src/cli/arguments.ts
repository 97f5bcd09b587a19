/** What was asked for on the command line. */
import { parseArgs } from "node:util";

/** A request to answer, or to explain. */
export type Command = { name: "help" } | { name: "version" } | ({ name: "ask" } & AskArguments);

/** The arguments of `ask`. */
export interface AskArguments {
  /** `null` when the questions come from a file. */
  question: string | null;
  /** Paths of documents; none: standard input. */
  docs: string[];
  json: boolean;
  /** Path of a file of questions, one a line. */
  questions: string | null;
  /** Path that the memory is written to. */
  exportTo: string | null;
  useModel: boolean;
  language: "en" | "zh" | null;
  quiet: boolean;
}

/** The command line, or what is said or read through it, cannot be used. Its message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const HELP = `Ask a question about documents and get an answer made of quoted, cited sentences.

  ask "QUESTION" --doc FILE [--doc FILE …]
  ask "QUESTION" < FILE
  ask --questions FILE.jsonl --doc FILE

Options
  --doc FILE         A document: text, Markdown, HTML or source code; may be given several times.
                     Without it the document is read from standard input.
  --json             Print one JSON object: the answer, its citations, the retrieved passages with their
                     scores, and timings.
  --questions FILE   Answer many questions over one reading of the documents. FILE holds one question a line,
                     as a JSON string or as {"question": …, "id": …}; one JSON object a line is printed.
  --export FILE      Write the memory (graph, entries, answer) to FILE as JSON.
  --no-model         Search by keywords alone, without the embedding model.
  --lang en|zh       Language of labels; by default the question's.
  --quiet            No progress.
  --help, --version

Offsets ("start", "end") count characters (Unicode code points) of the document's text. For a text file that is
the file itself, decoded; for HTML it is the text that is extracted from the page.

The answer goes to standard output, everything else to standard error. Exit status: 0 answered (also when the
documents do not hold the answer), 1 failure, 2 wrong usage or unusable input, 130 cancelled by Ctrl-C.
Environment: NO_COLOR switches colours off; AMB_MODELS is the folder of the embedding model.`;

const OPTIONS = {
  doc: { type: "string", multiple: true },
  json: { type: "boolean" },
  questions: { type: "string" },
  export: { type: "string" },
  "no-model": { type: "boolean" },
  lang: { type: "string" },
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
  return {
    name,
    question: checkQuestion(question ?? null, questions),
    docs: [...new Set(values.doc ?? [])],
    json: values.json ?? false,
    questions,
    exportTo: values.export ?? null,
    useModel: !values["no-model"],
    language: checkLanguage(values.lang),
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
  if (question.trim() === "")
    throw new UsageError("the question is empty: say what you want to know");
  return question;
}

function checkLanguage(language: string | undefined): "en" | "zh" | null {
  if (language === undefined || language === "en" || language === "zh") return language ?? null;
  throw new UsageError(`--lang is en or zh, not "${language}"`);
}
