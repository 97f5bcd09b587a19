/** Answers what was asked for on the command line. */
import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import type { OpenOptions } from "../node.ts";
import { type AskArguments, type JournalArgument, UsageError } from "./arguments.ts";
import { readPrices } from "./budget.ts";
import { Conversation, type OpenBank, type Surroundings } from "./conversation.ts";
import { type Input, readDocuments } from "./documents.ts";
import { openOptions, pricesPath } from "./environment.ts";
import { readJournal, takeUpOptions } from "./journal.ts";
import { type Question, readQuestions } from "./questions.ts";
import { makeFolder } from "./texts.ts";

/** Everything that the command touches; a test gives its own. */
export interface World extends Surroundings {
  openBank(options: OpenOptions): Promise<OpenBank>;
  input: Input;
}

/** Answers, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function ask(wanted: AskArguments, world: World): Promise<number> {
  await checkPaths(wanted);
  if (wanted.journal !== null) return takeUp(wanted, wanted.journal, world);
  const questions = await questionsOf(wanted);
  const path = pricesPath(wanted, world.environment);
  const options: OpenOptions = {
    ...openOptions(wanted, world.environment),
    ...(path !== undefined && { prices: await readPrices(path) }),
  };
  const bank = await world.openBank(options);
  try {
    const documents = await readDocuments(wanted.docs, world.input, {
      limit: bank.defaults.maxDocumentBytes,
      optional: options.llm !== undefined,
    });
    const asksModel = options.llm !== undefined;
    return await new Conversation(bank, wanted, world, asksModel).hold(questions, documents);
  } finally {
    bank.close();
  }
}

/** Goes on with the run of a journal, or runs it again. */
async function takeUp(
  wanted: AskArguments,
  { path, way }: JournalArgument,
  world: World,
): Promise<number> {
  const journal = await readJournal(path);
  const bank = await world.openBank(takeUpOptions(wanted, world.environment, journal));
  try {
    return await new Conversation(bank, wanted, world, false).takeUp(journal, way);
  } finally {
    bank.close();
  }
}

async function questionsOf({ question, questions }: AskArguments): Promise<Question[]> {
  if (questions !== null) return readQuestions(questions);
  return question === null ? [] : [{ question }];
}

/** What cannot be written is told before the work, not after it. */
async function checkPaths({ exportTo, journalTo, textDir }: AskArguments): Promise<void> {
  if (exportTo !== null) await checkWritable(exportTo);
  if (journalTo !== null) await checkWritable(journalTo);
  if (textDir !== null) await makeFolder(textDir);
}

async function checkWritable(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch {
    throw new UsageError(`${path} cannot be written: its folder is missing or read-only`);
  }
}
