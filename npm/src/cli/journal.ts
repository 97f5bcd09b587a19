/** Runs that are taken up: from the folder of runs, or from their journals. */
import { access } from "node:fs/promises";
import { isLikeJournal, journalOptions } from "../journal.ts";
import type { OpenOptions, RunStore } from "../node.ts";
import { isOwnAddress, SEARCH_SERVICES } from "../search-services.ts";
import { type AskArguments, PROGRAM, UsageError } from "./arguments.ts";
import { readFile } from "./documents.ts";
import { openOptions, searchKeyIn } from "./environment.ts";
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
 * The options of a bank that takes a journal up. A replay sends no requests. A kept run goes on with its own endpoint
 * and search; a file may come from anybody, so its run uses only the endpoint of the command line and the environment,
 * and its own search service only at that service's own address.
 */
export function takeUpOptions(
  wanted: AskArguments,
  environment: NodeJS.ProcessEnv,
  { journal, isKept }: { journal: string; isKept: boolean },
): OpenOptions {
  // The journal's reader reports the fault of an invalid text, before anything that only a run would need.
  if (!isLikeJournal(journal)) return { embedder: false };
  const { llm: recorded, search: searched } = journalOptions(journal) ?? {};
  const llm = recorded && { llm: recorded };
  if (wanted.journal?.way === "replay") return { embedder: false, ...llm };
  // Limits are the journal's.
  const own = openOptions(wanted, { ...environment, AMB_BUDGET: undefined });
  const isNamed = wanted.search || wanted.searchService !== null;
  const search = isNamed ? undefined : searchOf(searched, environment, isKept);
  if (own.llm === undefined) return { ...own, ...(isKept && { ...llm, ...(recorded && search) }) };
  const { model = recorded?.model } = own.llm;
  return { ...own, llm: { ...own.llm, ...(model !== undefined && { model }) }, ...search };
}

/** The recorded search with the environment's key; `undefined` for one that may not be taken up. */
function searchOf(
  recorded: OpenOptions["search"],
  environment: NodeJS.ProcessEnv,
  isKept: boolean,
): Pick<OpenOptions, "search"> | undefined {
  if (recorded === undefined) return undefined;
  const { service = "serper", baseUrl = SEARCH_SERVICES[service].address } = recorded;
  if (!isKept && !isOwnAddress(service, baseUrl)) return undefined;
  const apiKey = searchKeyIn(environment, service);
  return { search: { ...recorded, ...(apiKey !== undefined && { apiKey }) } };
}

/** The advice for going on with the run of a journal. */
export function howToGoOn(
  path: string,
  { llm, searchService }: Pick<AskArguments, "llm" | "searchService">,
): string {
  const model = llm === null ? "" : ` --llm ${llm}`;
  const search = searchService === null ? "" : ` --search-service ${searchService}`;
  return `the journal is in ${path}; go on with: npx ${PROGRAM} ask --resume ${path}${model}${search}`;
}

/** The advice for going on with a kept run. */
export function howToGoOnIn({ path, isNamed }: Folder, docId: string): string {
  const option = isNamed ? `--runs ${path} ` : "";
  return `the run is kept in ${path}; go on with: npx ${PROGRAM} ask ${option}--resume ${docId}`;
}
