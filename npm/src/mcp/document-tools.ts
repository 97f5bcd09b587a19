/** Tools that ask documents, and carry out research. */
import * as z from "zod";
import { MemoryBankError } from "../errors.ts";
import { searchServiceNamed } from "../search-services.ts";
import type { RequestDocument, ResearchRequest } from "../types.ts";
import { AllowedFiles } from "./allowed-files.ts";
import { ANSWER, type AnswerPart, answerReply } from "./answer-reply.ts";
import type { BankRuns, RunWatch, Told } from "./bank-runs.ts";
import type { Banks } from "./banks.ts";
import { documents, id, memoryId, question, texts } from "./fields.ts";
import { fitting, maxCharacters, roomIn, sizeOf } from "./page.ts";
import { RunProgress } from "./progress.ts";
import { READS, type Tool, type ToolContext, tool } from "./tool.ts";
import { exactly } from "./untrusted.ts";

/** The parts that these tools work with. */
export interface DocumentSources {
  banks: Banks;
  /** Folders that the user named on the command line; if none, the client's roots are read. */
  folders: string[];
}

/** Most files of a list. */
const MOST_FILES = 200;

/** A run by a client's agent: the question is the agent's, so it is not remembered as the user's words. */
const MEMORY = { observe: false };

/** The tools. */
export function documentTools(sources: DocumentSources): Tool[] {
  return [
    listDocuments(sources),
    askDocuments(sources),
    research(sources),
    resumeRun(sources.banks),
  ];
}

function listDocuments(sources: DocumentSources): Tool {
  return tool({
    name: "list_documents",
    title: "List documents",
    description:
      "Lists the files that ask_documents and research may read. Use it when you do not know the path of a file.",
    input: z.strictObject({
      contains: z.string().max(1_000).default("").describe("Only paths that contain this text"),
      max_characters: maxCharacters,
    }),
    output: z.object({
      folders: z
        .array(z.string())
        .describe("The folders that may be read; paths are relative to a single one"),
      files: z.array(z.object({ path: z.string(), bytes: z.int() })),
      complete: z.boolean().describe("False if there are more files"),
      notes: z.array(z.string()).describe("Why the list is not complete"),
    }),
    annotations: READS,
    async call({ contains, max_characters }, context) {
      const allowed = await allowedFiles(sources, context);
      const found = await allowed.list(contains, MOST_FILES);
      const folders = [...allowed.folders];
      const files = fitting(found.files, roomIn(max_characters) - sizeOf(folders), 0);
      const hasMore = found.hasMore || files.length < found.files.length;
      const notes = [...(hasMore ? [MORE_FILES] : []), ...(found.isCutOff ? [CUT_OFF] : [])];
      const lines = files.map(({ path, bytes }) => `${exactly(path)} (${bytes} bytes)`);
      const head =
        folders.length === 0
          ? "No folder may be read: the user starts the server with --documents FOLDER."
          : `${lines.length === 0 ? "No such file" : "Files"} under ${folders.map(exactly).join(", ")}`;
      const text = [head, ...lines, ...notes].join("\n");
      return { data: { folders, files, complete: notes.length === 0, notes }, text };
    },
  });
}

const MORE_FILES = "There are more files: use contains.";
const CUT_OFF =
  "A part of the folders was not looked at, because they have too many entries or are too deep: name a file by its path.";

function askDocuments(sources: DocumentSources): Tool {
  const { banks } = sources;
  return tool({
    name: "ask_documents",
    title: "Ask documents",
    description:
      "Answers a question about documents with sentences quoted verbatim, each with its place. Reads files or texts into a memory bank, and returns its memory_id: ask further questions with that instead of the documents. Works on this machine, asks no language model and no web, costs nothing, and takes seconds. Says so if the documents do not hold the answer.",
    input: z.strictObject({
      question,
      documents,
      texts,
      memory_id: memoryId
        .optional()
        .describe("A memory to ask, instead of documents or beside them"),
      max_characters: maxCharacters,
    }),
    output: ANSWER,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    async call(args, context) {
      const request = await requestOf(args, sources, context);
      const { memory_id: from } = args;
      if (from !== undefined && !(await isOfDocuments(banks, from, context))) {
        throw new MemoryBankError(
          "needs_research",
          "a language model made this memory: ask it with research",
        );
      }
      return follow(
        (watch) => banks.documents.ask({ ...request, memory: MEMORY }, watch),
        context,
        { takesFirst: true, most: args.max_characters },
      );
    },
  });
}

async function isOfDocuments(banks: Banks, id: string, context: ToolContext): Promise<boolean> {
  return (await banks.runsWith(id, context)) === banks.documents;
}

function research(sources: DocumentSources): Tool {
  const { banks } = sources;
  return tool({
    name: "research",
    title: "Research",
    description: researchDescription(banks),
    input: z.strictObject({
      question,
      context: z
        .string()
        .max(1_000_000)
        .optional()
        .describe("What is known already, and what the answer is for"),
      documents,
      texts,
      memory_id: memoryId.optional().describe("A memory to go on from"),
      max_steps: z
        .int()
        .min(0)
        .max(1_000)
        .optional()
        .describe("Most steps before the answer; 0: answer from memory_id alone"),
      max_characters: maxCharacters,
    }),
    output: ANSWER,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: banks.asksModel },
    async call(args, context) {
      const { context: known, max_steps: maxIterations, memory_id: from } = args;
      const request = {
        ...(await requestOf(args, sources, context, banks.asksModel || known !== undefined)),
        ...(known !== undefined && { context: known }),
        ...(maxIterations !== undefined && { maxIterations }),
        memory: MEMORY,
      };
      if (from !== undefined) await handOver(banks, from, context);
      return follow((watch) => banks.research.ask(request, watch), context, {
        takesFirst: !banks.asksModel,
        most: args.max_characters,
      });
    },
  });
}

/** Lets the research bank have a memory that the other bank holds. */
async function handOver(banks: Banks, from: string, context: ToolContext): Promise<void> {
  if (banks.asksModel) await banks.documents.release(banks.presentId(from), context);
}

function researchDescription({ options }: Banks): string {
  const task =
    "Carries out a whole research task: plans steps, carries them out, checks contradictions, and answers with citations.";
  const ways =
    "It reports its progress. If it is cancelled or cut off, list_runs shows it and resume_run goes on with it.";
  if (options.llm === undefined) {
    return `${task} This server has no language model: research then quotes from the documents or texts, as ask_documents does, and searches no web.`;
  }
  const service =
    options.search && (searchServiceNamed(options.search.service ?? "serper") ?? "serper");
  const web = service
    ? `It searches the web (${service}) and reads pages`
    : "It has no web search; it reads pages that the question names";
  return `${task} A language model works on it, so it costs money and takes minutes. ${web}. For questions about documents alone use ask_documents first. ${ways}`;
}

function resumeRun(banks: Banks): Tool {
  return tool({
    name: "resume_run",
    title: "Resume a run",
    description:
      "Goes on with a run of research or ask_documents that was cancelled, timed out, failed or lost its process. Recorded answers of the language model are not paid again; a request without its answer is sent again. A finished run is only read back: use it for the rest of a long answer. list_runs gives the ids.",
    input: z.strictObject({
      run_id: id.describe("The id that list_runs gives"),
      offset: z.int().min(0).default(0).describe("Characters of the answer to pass over"),
      max_characters: maxCharacters,
    }),
    output: ANSWER,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: banks.asksModel },
    async call({ run_id, offset, max_characters: most }, context) {
      const runs = await banks.runsWith(run_id, context);
      const present = banks.presentId(run_id);
      return follow((watch) => runs.resume(present, watch), context, {
        ...{ takesFirst: runs === banks.documents, most, offset },
      });
    },
  });
}

/** Carries out a run, tells the client of it, and makes the reply. */
async function follow(
  start: (watch: RunWatch) => ReturnType<BankRuns["ask"]>,
  context: ToolContext,
  { takesFirst, ...part }: AnswerPart & Pick<RunWatch, "takesFirst">,
) {
  const progress = new RunProgress(context);
  const onEvent: RunWatch["onEvent"] = (event) => progress.take(event);
  const { signal, tell } = context;
  const told: Told = await start({ signal, tell, onEvent, takesFirst });
  return answerReply(told, progress.warnings, part);
}

interface Sources {
  question: string;
  documents?: string[] | undefined;
  texts?: { name: string; text: string }[] | undefined;
  memory_id?: string | undefined;
}

/** The request of a call. Throws `no_document` if there is nothing to answer from, unless that is `optional`. */
async function requestOf(
  { question, documents = [], texts = [], memory_id: continueFrom }: Sources,
  sources: DocumentSources,
  context: ToolContext,
  optional = false,
): Promise<ResearchRequest> {
  const all = [...(await filesOf(documents, sources, context)), ...texts];
  if (all.length === 0 && continueFrom === undefined && !optional) {
    throw new MemoryBankError(
      "no_document",
      "there is nothing to answer from: give documents, texts or memory_id",
    );
  }
  return {
    question,
    ...(all.length > 0 && { documents: all }),
    ...(continueFrom !== undefined && { continueFrom: sources.banks.presentId(continueFrom) }),
  };
}

async function filesOf(
  paths: string[],
  sources: DocumentSources,
  context: ToolContext,
): Promise<RequestDocument[]> {
  if (paths.length === 0) return [];
  const allowed = await allowedFiles(sources, context);
  let left = await sources.banks.documents.documentBytes();
  const files: RequestDocument[] = [];
  for (const path of new Set(paths)) {
    const file = await allowed.read(path, left);
    left -= file.bytes.length;
    files.push(file);
  }
  return files;
}

/** The files under the folders of the command line, or else under the client's roots. */
async function allowedFiles(
  { folders }: Pick<DocumentSources, "folders">,
  { roots }: ToolContext,
): Promise<AllowedFiles> {
  return AllowedFiles.under(folders.length > 0 ? folders : await roots());
}
