/** Runs that are taken up: from the folder of runs, or from their journals. */
import { access } from "node:fs/promises";
import { isLikeJournal, journalOptions } from "../journal.ts";
import type { OpenOptions, RunStore } from "../node.ts";
import { type AskArguments, PROGRAM, UsageError } from "./arguments.ts";
import { readFile } from "./documents.ts";
import { openOptions } from "./environment.ts";
import type { Folder } from "./folder.ts";

/** Most bytes of a journal: 512 MiB, more than a run over the largest document leaves. */
const LIMIT = 512 * 1024 * 1024;

/** True if this is the id of a run in the store. */
export async function isStored(run: string, store: RunStore | undefined): Promise<boolean> {
  const runs = (await store?.runs()) ?? [];
  return runs.some(({ id }) => id === run);
}

/** Returns the text of a journal's file. Throws `UsageError`, also for a path that looks like the id of a run. */
export async function readJournal(path: string, folder: Folder | undefined): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return new TextDecoder().decode(await readFile(path, LIMIT));
  const list = `${PROGRAM} runs${folder?.isNamed ? ` --runs ${folder.path}` : ""}`;
  throw new UsageError(
    folder === undefined
      ? `there is no file ${path}: give the path of a journal, or the id of a run that "${list}" lists`
      : `there is no file ${path} and no run ${path} in ${folder.path}: list the runs with ${list}`,
  );
}

/**
 * The options of a bank that takes a journal up. A replay sends no requests. A kept run goes on with its own endpoint;
 * a file may come from anybody, so its run uses only the endpoint of the command line and the environment.
 */
export function takeUpOptions(
  wanted: AskArguments,
  environment: NodeJS.ProcessEnv,
  { journal, isKept }: { journal: string; isKept: boolean },
): OpenOptions {
  // The journal's reader reports the fault of an invalid text, before anything that only a run would need.
  if (!isLikeJournal(journal)) return { embedder: false };
  const recorded = journalOptions(journal)?.llm;
  const llm = recorded && { llm: recorded };
  if (wanted.journal?.way === "replay") return { embedder: false, ...llm };
  // Limits are the journal's.
  const own = openOptions(wanted, { ...environment, AMB_BUDGET: undefined });
  if (own.llm === undefined) return { ...own, ...(isKept && llm) };
  const { model = recorded?.model } = own.llm;
  return { ...own, llm: { ...own.llm, ...(model !== undefined && { model }) } };
}

/** The advice for going on with the run of a journal. */
export function howToGoOn(path: string, { llm }: Pick<AskArguments, "llm">): string {
  const model = llm === null ? "" : ` --llm ${llm}`;
  return `the journal is in ${path}; go on with: npx ${PROGRAM} ask --resume ${path}${model}`;
}

/** The advice for going on with a kept run. */
export function howToGoOnIn({ path, isNamed }: Folder, docId: string): string {
  const option = isNamed ? `--runs ${path} ` : "";
  return `the run is kept in ${path}; go on with: npx ${PROGRAM} ask ${option}--resume ${docId}`;
}
