/** The reply about a run: its answer with citations, as data and as text. */
import * as z from "zod";
import { resultText } from "../cli/output-text.ts";
import { readCharacters } from "../cli/reading.ts";
import { spentLine } from "../cli/spending.ts";
import { oneLine } from "../cli/terminal.ts";
import type { Citation, EvidencePassage, ResearchResult } from "../types.ts";
import type { Told } from "./bank-runs.ts";
import { id, notice, trust } from "./fields.ts";
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
  notice,
});

/** The reply about a run, with the warnings that it gave. */
export function answerReply(
  { result, isFirst }: Told,
  warnings: string[],
): Reply<z.input<typeof ANSWER>> {
  const { answer, usage } = result;
  const { total } = usage.ledger;
  const data = {
    memory_id: result.docId,
    question: result.question,
    answer: answer?.text ?? null,
    found: answer?.found ?? false,
    confidence: rounded(answer?.confidence ?? 0),
    engine: (answer?.engine ?? result.engine).description,
    citations: (answer?.citations ?? []).map(citationData),
    disputes: (answer?.disputes ?? []).map(({ description }) => description),
    unsupported: answer?.flags ?? [],
    passages: result.retrieved.map(passageData),
    documents: result.documents.map((document) => ({
      ...{ name: document.name, characters: document.chars, notes: document.notes },
      characters_read: readCharacters(document),
    })),
    termination: result.termination,
    ...(result.error && { error: `${result.error.code}: ${result.error.message}` }),
    complete: !isFirst,
    ...(total.requests > 0 && { spent: spentLine(total) }),
    warnings,
    notice: NOTICE,
  };
  return { data, text: textOf(result, data) };
}

type AnswerData = z.input<typeof ANSWER>;

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
    marked([resultText(result, plain), ...passages].join("\n")),
    ...nodes,
  ].join("\n");
}

function passageText({ document, start, end, text, node_id }: AnswerData["passages"][number]) {
  return `Passage of ${oneLine(document)}, characters ${start}–${end}, node_id ${node_id}:\n${text}\n`;
}

function citationData(citation: Citation): AnswerData["citations"][number] {
  const { number, quote, page, published } = citation;
  return { number, quote, ...(page !== undefined && { page }), published, ...placeOf(citation) };
}

function passageData(passage: EvidencePassage): AnswerData["passages"][number] {
  return { text: passage.text, score: rounded(passage.score), ...placeOf(passage) };
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
    document,
    title,
    headings,
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
