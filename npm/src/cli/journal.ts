/** Runs that are taken up from their journals. */
import { journalModel } from "../journal.ts";
import type { OpenOptions } from "../node.ts";
import type { AskArguments } from "./arguments.ts";
import { readFile } from "./documents.ts";
import { openOptions } from "./environment.ts";

/** Most bytes of a journal: 512 MiB, more than a run over the largest document leaves. */
const LIMIT = 512 * 1024 * 1024;

/** The text of a journal's file. Throws `UsageError`. */
export async function readJournal(path: string): Promise<string> {
  return new TextDecoder().decode(await readFile(path, LIMIT));
}

/**
 * How a bank is opened that takes a journal up. A journal says which endpoint is asked, but never who gets a key: keys
 * go where the command line and the environment say, and a replay asks nobody.
 */
export function takeUpOptions(
  wanted: AskArguments,
  environment: NodeJS.ProcessEnv,
  journal: string,
): OpenOptions {
  const recorded = journalModel(journal);
  const llm = recorded && { llm: recorded };
  if (wanted.journal?.way === "replay") return { embedder: false, ...llm };
  // Limits are the journal's.
  const own = openOptions(wanted, { ...environment, AMB_BUDGET: undefined });
  if (own.llm === undefined) return { ...own, ...llm };
  const { model = recorded?.model } = own.llm;
  return { ...own, llm: { ...own.llm, ...(model !== undefined && { model }) } };
}

/** What is said once a run has left its journal. */
export function howToGoOn(path: string): string {
  return `the journal is in ${path}; go on with: ask --resume ${path}`;
}
