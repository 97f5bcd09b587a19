/** The reply about a run: its answer with citations, as data and as text. */
import * as z from "zod";
import { resultText } from "../cli/output-text.ts";
import { readCharacters } from "../cli/reading.ts";
import { spentLine } from "../cli/spending.ts";
import { oneLine } from "../cli/terminal.ts";
import type { Citation, EvidencePassage, ResearchResult } from "../types.ts";
import type { Told } from "./bank-runs.ts";
import { failureLine } from "./failures.ts";
import { id, notice, trust } from "./fields.ts";
import { beginning, fitting, line, nextOffset, REPLY, roomIn, shortened, sizeOf } from "./page.ts";
import type { Reply } from "./tool.ts";
import { marked, NOTICE } from "./untrusted.ts";

const place = {
  document: z.string().describe("Name of the document, or address of the page"),
  title: z.string().nullable().describe("Title of the page"),
  headings: z.array(z.string()).describe("Titles above it, the outermost first"),
  start: z.int().describe("First character in the document's text, from 0"),
  end: z.int().describe("Character after the last one"),
  trust,
  disputed: z.boolean().describe("True if another source contradicts it"),
  node_id: id.describe("The topic that holds it; read_topic returns the original text"),
};

export const ANSWER = z.object({
  memory_id: id.describe(
    "The memory of this run, in place of an earlier memory_id. Give it to ask a further question without reading again",
  ),
  question: z.string(),
  answer: z.string().nullable().describe("The answer with [1] marks; null if the run ended before"),
  next_offset: nextOffset.describe(
    "Characters of the answer up to here if it did not fit: resume_run with this offset has the rest",
  ),
  found: z.boolean().describe("True if the evidence holds an answer"),
  confidence: z.number().describe("Confidence that the evidence holds the answer, 0 to 1"),
  engine: z.string().describe("The writer of the answer: extractive (quotations), or a model"),
  citations: z.array(
    z.object({
      number: z.int().describe("Number of its [1] mark"),
      quote: z.string().describe("The words of the source, verbatim"),
      page: z.int().optional().describe("Page of the document, from 1"),
      published: z.string().nullable(),
      ...place,
    }),
  ),
  disputes: z.array(z.string()).describe("Contradictions between the sources"),
  unsupported: z
    .array(z.string())
    .describe("Figures and links of a model's answer that are in none of its sources"),
  passages: z
    .array(z.object({ text: z.string(), score: z.number().describe("0 to 1"), ...place }))
    .describe("The passages that the answer was made from, the best first"),
  documents: z.array(
    z.object({
      name: z.string(),
      characters: z.int(),
      characters_read: z.int().describe("Fewer than characters if the run was stopped"),
      notes: z.array(z.string()),
    }),
  ),
  termination: z
    .enum(["answer", "max_iterations", "token_limit", "budget", "aborted", "error"])
    .describe("Why the run ended"),
  error: z.string().optional().describe("The failure that ended the run: code and message"),
  complete: z
    .boolean()
    .describe(
      "False if the rest of a long text is still compared by meaning; asking again may help",
    ),
  spent: z.string().optional().describe("Requests, tokens and money, if a language model worked"),
  warnings: z.array(z.string()),
  left_out: z
    .string()
    .nullable()
    .describe("Parts that did not fit into max_characters, and how to have them; mostly null"),
  notice,
});

/** Most characters of a quotation, of a passage, of the question; and of other lines, and most of those. */
const LONGEST_QUOTE = 1_000;
const LONGEST_PASSAGE = 1_500;
const LONGEST_QUESTION = 500;
const LONGEST_NAME = 200;
const LONGEST_LINE = 300;
const MOST_LINES = 10;

/** Least share of a reply for the answer's own text, where there are many citations. */
const ANSWER_SHARE = 0.6;

/** The part of an answer that a reply holds. */
export interface AnswerPart {
  /** Most characters of the reply. */
  most: number;
  /** Characters of the answer to pass over. */
  offset?: number;
}

type AnswerData = z.input<typeof ANSWER>;

/** The reply about a run, with the warnings that it gave, within the bounds of `part`. */
export function answerReply(
  { result, isFirst }: Told,
  warnings: string[],
  part: AnswerPart,
): Reply<AnswerData> {
  const { total } = result.usage.ledger;
  const whole = {
    ...partsOf(result),
    memory_id: result.docId,
    found: result.answer?.found ?? false,
    confidence: rounded(result.answer?.confidence ?? 0),
    engine: line((result.answer?.engine ?? result.engine).description),
    termination: result.termination,
    ...(result.error && { error: failureLine(result.error) }),
    complete: !isFirst,
    ...(total.requests > 0 && { spent: spentLine(total) }),
    warnings: linesOf(warnings),
    notice: NOTICE,
  };
  const data = bounded(whole, part);
  return { data, text: textOf(result, data) };
}

type Unbounded = Omit<AnswerData, "next_offset" | "left_out">;

/** The parts of the answer, each of bounded length, however many there are. */
function partsOf({ answer, question, retrieved, documents }: ResearchResult) {
  return {
    question: shortened(question, LONGEST_QUESTION),
    answer: answer?.text ?? null,
    citations: (answer?.citations ?? []).map(citationData),
    disputes: linesOf((answer?.disputes ?? []).map(({ description }) => description)),
    unsupported: linesOf(answer?.flags ?? []),
    passages: retrieved.map(passageData),
    documents: documents.map((document) => ({
      ...{ name: line(document.name, LONGEST_NAME), characters: document.chars },
      characters_read: readCharacters(document),
      notes: linesOf(document.notes).slice(0, 3),
    })),
  };
}

/** Bounds the reply. The answer comes first, then its citations, the documents, and the passages. */
function bounded(whole: Unbounded, { most, offset = 0 }: AnswerPart): AnswerData {
  const { citations, documents, passages, answer: text, ...rest } = whole;
  const room = roomIn(most) - sizeOf(rest);
  const share = Math.max(room * ANSWER_SHARE, room - sizeOf([citations, documents]));
  const left = text?.slice(offset) ?? null;
  const answer = left === null ? null : beginning(left, share);
  const fits = filling(room - sizeOf(answer));
  const shown = {
    citations: fits(citations),
    documents: fits(documents),
    passages: fits(passages),
  };
  const end = offset + (answer?.length ?? 0);
  const next_offset = end < (text?.length ?? 0) ? end : null;
  const left_out = leftOut(whole, { ...shown, next_offset });
  return { ...rest, ...shown, answer, next_offset, left_out };
}

/** Fills a room with lists, one after the other. */
function filling(room: number): <T>(items: T[]) => T[] {
  let left = room;
  return (items) => {
    const shown = fitting(items, left, 0);
    left -= sizeOf(shown);
    return shown;
  };
}

function leftOut(
  whole: Unbounded,
  shown: Pick<AnswerData, "citations" | "documents" | "passages" | "next_offset">,
): string | null {
  const lists = (["citations", "documents", "passages"] as const)
    .map((name) => [whole[name].length - shown[name].length, name] as const)
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`);
  const rest = shown.next_offset === null ? [] : ["the rest of the answer"];
  const parts = [...rest, ...lists];
  if (parts.length === 0) return null;
  const from = shown.next_offset === null ? "" : `offset ${shown.next_offset} or `;
  return `${parts.join(", ")}: resume_run with this memory_id and ${from}a larger max_characters (at most ${REPLY.most}) reads it back`;
}

/** The result as far as the reply holds it. */
function shownOf(result: ResearchResult, data: AnswerData): ResearchResult {
  const { answer } = result;
  const documents = result.documents.slice(0, data.documents.length);
  if (answer === null || data.answer === null) return { ...result, documents };
  const shown = {
    ...answer,
    text: data.answer,
    citations: data.citations.map(({ quote, title, headings }, at) => ({
      ...(answer.citations[at] as Citation),
      ...{ quote, title, headings },
    })),
    disputes: answer.disputes.slice(0, MOST_LINES),
    flags: data.unsupported,
  };
  return { ...result, answer: shown, documents };
}

function textOf(result: ResearchResult, data: AnswerData): string {
  const plain = { bold: (text: string) => text, dim: (text: string) => text };
  const nodes = data.citations.map(({ number, node_id }) => `[${number}] node_id ${node_id}`);
  const passages = data.found ? [] : data.passages.map(passageText);
  const rest = data.complete
    ? []
    : ["The rest of the text is still compared by meaning: asking again may give a better answer."];
  return [
    `memory_id: ${data.memory_id} (give it to ask further, to list topics, and to read them)`,
    ...(data.termination === "answer" ? [] : [`the run ended early: ${data.termination}`]),
    ...(data.error === undefined ? [] : [`error ${data.error}`]),
    ...(data.spent === undefined ? [] : [data.spent]),
    ...data.warnings.map((warning) => `warning: ${warning}`),
    ...rest,
    marked([resultText(shownOf(result, data), plain), ...passages].join("\n")),
    ...nodes,
    ...(data.left_out === null ? [] : [`left out: ${data.left_out}`]),
  ].join("\n");
}

function linesOf(texts: string[]): string[] {
  return texts.slice(0, MOST_LINES).map((text) => line(text, LONGEST_LINE));
}

function passageText({ document, start, end, text, node_id }: AnswerData["passages"][number]) {
  return `Passage of ${oneLine(document)}, characters ${start}–${end}, node_id ${node_id}:\n${text}\n`;
}

function citationData(citation: Citation): AnswerData["citations"][number] {
  const { number, page, published } = citation;
  const quote = shortened(citation.quote, LONGEST_QUOTE);
  return { number, quote, ...(page !== undefined && { page }), published, ...placeOf(citation) };
}

function passageData(passage: EvidencePassage): AnswerData["passages"][number] {
  const text = shortened(passage.text, LONGEST_PASSAGE);
  return { text, score: rounded(passage.score), ...placeOf(passage) };
}

function placeOf({
  document,
  title,
  headings,
  chars,
  trust,
  doubts,
  nodeId,
}: Citation | EvidencePassage) {
  const { start, end } = chars;
  return {
    document: line(document, LONGEST_NAME),
    title: title === null ? null : line(title, LONGEST_NAME),
    headings: headings.slice(0, MOST_LINES).map((heading) => line(heading, LONGEST_NAME)),
    start,
    end,
    trust,
    disputed: doubts.length > 0,
    node_id: nodeId,
  };
}

/** Four decimals: single-precision scores have no more. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
