/** Answers the questions of the command line. */
import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { OpenOptions } from "../node.ts";
import { type AskArguments, type JournalArgument, UsageError } from "./arguments.ts";
import { readPrices } from "./budget.ts";
import { Conversation, type OpenBank, type Surroundings } from "./conversation.ts";
import { type Input, readDocuments } from "./documents.ts";
import { openOptions, pricesPath, runsFolder, sharedMemory } from "./environment.ts";
import { EXIT } from "./failures.ts";
import { type FolderWorld, folderOf, isThere, type OpenFolder, openFolder } from "./folder.ts";
import { isStored, readJournal, takeUpOptions } from "./journal.ts";
import { type Question, readQuestions } from "./questions.ts";
import { makeFolder } from "./texts.ts";

/** Everything that the command touches; a test gives its own. */
export interface World extends Surroundings, FolderWorld {
  openBank(options: OpenOptions): Promise<OpenBank>;
  input: Input;
}

/** Answers, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function ask(wanted: AskArguments, world: World): Promise<number> {
  await checkPaths(wanted);
  const opened = await folderFor(wanted, world);
  try {
    const { journal } = wanted;
    return await (journal === null
      ? answer(wanted, world, opened)
      : takeUp(wanted, journal, world, opened));
  } finally {
    await opened?.store.close();
  }
}

/** Opens the folder of this command's runs; `undefined` if it keeps none. */
async function folderFor(wanted: AskArguments, world: World): Promise<OpenFolder | undefined> {
  const isNamed = runsFolder(wanted, world.environment) !== undefined;
  if (isNamed || wanted.keep) return openFolder(await folderOf(wanted, world), world);
  return wanted.journal === null ? undefined : dataFolderWith(wanted.journal.run, world);
}

/**
 * Opens the data folder if it holds this run. The path of a journal needs no folder, which another process may have.
 */
async function dataFolderWith(run: string, world: World): Promise<OpenFolder | undefined> {
  if (!RUN_ID.test(run)) return undefined;
  const folder = { path: await world.dataFolder(), isNamed: false };
  if (!(await isThere(folder))) return undefined;
  const opened = await openFolder(folder, world);
  let isKept = false;
  try {
    isKept = await isStored(run, opened.store);
  } finally {
    if (!isKept) await opened.store.close();
  }
  return isKept ? opened : undefined;
}

/** The ids of runs are UUIDs. */
const RUN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function answer(
  wanted: AskArguments,
  world: World,
  opened: OpenFolder | undefined,
): Promise<number> {
  const questions = await questionsOf(wanted);
  const path = pricesPath(wanted, world.environment);
  const options: OpenOptions = {
    ...openOptions(wanted, world.environment),
    ...(path !== undefined && { prices: await readPrices(path) }),
    ...keptIn(opened, world),
  };
  const bank = await world.openBank(options);
  try {
    const documents = await readDocuments(wanted.docs, world.input, {
      limit: bank.defaults.maxDocumentBytes,
      optional: options.llm !== undefined,
    });
    const asksModel = options.llm !== undefined;
    const conversation = new Conversation(bank, wanted, world, { asksModel, opened });
    const status = await conversation.hold(questions, documents);
    if (opened && wanted.useMemory && status !== EXIT.cancelled) await keepUp(bank);
    return status;
  } finally {
    bank.close();
  }
}

/** Goes on with a run that was, or shows it again. */
async function takeUp(
  wanted: AskArguments,
  { run, way }: JournalArgument,
  world: World,
  opened: OpenFolder | undefined,
): Promise<number> {
  const isKept = await isStored(run, opened?.store);
  const journal = await (isKept
    ? storedJournal(run, world, opened)
    : readJournal(run, opened?.folder));
  const options: OpenOptions = {
    ...takeUpOptions(wanted, world.environment, { journal, isKept }),
    ...keptIn(opened, world),
  };
  const bank = await world.openBank(options);
  try {
    const conversation = new Conversation(bank, wanted, world, { asksModel: false, opened });
    // A journal from elsewhere names the endpoints of its requests.
    if (way === "resume" && !isKept) conversation.sayWhoIsAsked(journal);
    const status = await conversation.takeUp(way, isKept ? { docId: run } : { journal });
    if (opened && way === "resume" && status !== EXIT.cancelled) await keepUp(bank);
    return status;
  } finally {
    bank.close();
  }
}

/** So long an answered question may keep the program from ending. */
const UPKEEP_MILLISECONDS = 5_000;

/**
 * Does memory's due upkeep before the program ends, without a language model: a printed answer must not cost more.
 * Upkeep that takes longer, or fails, is due the next time.
 */
async function keepUp(bank: OpenBank): Promise<void> {
  const time = new AbortController();
  const isOver = setTimeout(UPKEEP_MILLISECONDS, undefined, { signal: time.signal });
  const done = bank.keepUp({ idle: false, inPlainWords: true });
  await Promise.race([done, isOver]).catch(() => {});
  done.catch(() => {});
  isOver.catch(() => {});
  time.abort();
}

/** The place of runs and long-term memory, if any. */
function keptIn(
  opened: OpenFolder | undefined,
  world: World,
): Pick<OpenOptions, "store" | "longTerm"> {
  if (opened === undefined) return {};
  const longTerm = sharedMemory(world.environment);
  return { store: opened.store, ...(longTerm && { longTerm }) };
}

/** A stored run's journal. To read it, a bank needs no language model. */
async function storedJournal(
  docId: string,
  world: World,
  opened: OpenFolder | undefined,
): Promise<string> {
  const bank = await world.openBank({
    embedder: false,
    ...(opened && { store: opened.store }),
  });
  try {
    return await bank.journal(docId);
  } finally {
    bank.close();
  }
}

async function questionsOf({ question, questions }: AskArguments): Promise<Question[]> {
  if (questions !== null) return readQuestions(questions);
  return question === null ? [] : [{ question }];
}

/** An unwritable path is reported before the work, not after it. */
async function checkPaths({ exportTo, journalTo, textDir }: AskArguments): Promise<void> {
  if (exportTo !== null) await checkWritable(exportTo);
  if (journalTo !== null) await checkWritable(journalTo);
  if (textDir !== null) await makeFolder(textDir);
}

async function checkWritable(path: string): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) throw new UsageError(`${path} is a folder: name a file in it`);
  try {
    await access(dirname(path), constants.W_OK);
  } catch {
    throw new UsageError(`${path} cannot be written: its folder is missing or read-only`);
  }
}
