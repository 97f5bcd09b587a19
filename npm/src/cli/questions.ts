/** A file of questions, one a line. */
import { questionFault } from "../question.ts";
import { UsageError } from "./arguments.ts";
import { readFile } from "./documents.ts";

/** One question of the file. */
export interface Question {
  question: string;
  /** The file's own id, of any type; returned with the answer. */
  id?: unknown;
}

/** Most bytes of a file of questions: 16 MiB. */
const LIMIT = 16 * 1024 * 1024;

/** Reads a file of questions. Throws `UsageError`, before the first question is asked, for any invalid line. */
export async function readQuestions(path: string): Promise<Question[]> {
  return parseQuestions(decoded(await readFile(path, LIMIT)), path);
}

/** The text, by its byte-order mark; without one UTF-8. */
function decoded(bytes: Uint8Array): string {
  const mark = [bytes[0], bytes[1]].join();
  const encodings: Record<string, string> = { "255,254": "utf-16le", "254,255": "utf-16be" };
  return new TextDecoder(encodings[mark]).decode(bytes);
}

/** The questions of a file's text; blank lines are passed over. */
export function parseQuestions(text: string, path: string): Question[] {
  const questions: Question[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() !== "") questions.push(parseLine(line, `${path}, line ${index + 1}`));
  }
  if (questions.length === 0) throw new UsageError(`${path} holds no question`);
  return questions;
}

function parseLine(line: string, where: string): Question {
  const wanted = `${where}: expected {"question": …} or a JSON string`;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UsageError(wanted);
  }
  const { question, id } = (typeof value === "string" ? { question: value } : (value ?? {})) as {
    question?: unknown;
    id?: unknown;
  };
  if (typeof question !== "string") throw new UsageError(wanted);
  const fault = questionFault(question);
  if (fault !== null) throw new UsageError(`${where}: ${fault.message}`);
  return id === undefined ? { question } : { question, id };
}
