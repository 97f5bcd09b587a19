/** Answers what was asked for on the command line. */
import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import type { OpenOptions } from "../node.ts";
import { type AskArguments, UsageError } from "./arguments.ts";
import { readPrices } from "./budget.ts";
import { Conversation, type OpenBank, type Surroundings } from "./conversation.ts";
import { type Input, readDocuments } from "./documents.ts";
import { openOptions, pricesPath } from "./environment.ts";
import { type Question, readQuestions } from "./questions.ts";
import { makeFolder } from "./texts.ts";

/** Everything that the command touches; a test gives its own. */
export interface World extends Surroundings {
  openBank(options: OpenOptions): Promise<OpenBank>;
  input: Input;
}

/** Answers, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function ask(wanted: AskArguments, world: World): Promise<number> {
  const questions = await questionsOf(wanted);
  const path = pricesPath(wanted, world.environment);
  const options: OpenOptions = {
    ...openOptions(wanted, world.environment),
    ...(path !== undefined && { prices: await readPrices(path) }),
  };
  if (wanted.exportTo !== null) await checkWritable(wanted.exportTo);
  if (wanted.textDir !== null) await makeFolder(wanted.textDir);
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

async function questionsOf({ question, questions }: AskArguments): Promise<Question[]> {
  if (questions !== null) return readQuestions(questions);
  return question === null ? [] : [{ question }];
}

/** A path that cannot be written is told before the work, not after it. */
async function checkWritable(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch {
    throw new UsageError(`${path} cannot be written: its folder is missing or read-only`);
  }
}
