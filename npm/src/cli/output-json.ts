/** A result as one JSON object, for programs. */
import type { MemoryBankError } from "../errors.ts";
import type {
  Answer,
  Citation,
  DocumentSummary,
  Estimate,
  EvidencePassage,
  ResearchResult,
} from "../types.ts";
import type { MemoryTold } from "./memory-told.ts";
import type { Question } from "./questions.ts";
import { readCharacters } from "./reading.ts";
import type { Timings } from "./timings.ts";

/** The data beside a result. */
export interface Besides {
  timings: Timings;
  /** The question's, in a file of questions. */
  id?: unknown;
  /** Files that hold the documents' texts, by the documents' names. */
  texts?: Map<string, string>;
  /** The estimated cost, if a language model worked. */
  estimate?: Estimate;
  /** Its use of long-term memory, if there is one. */
  memory?: MemoryTold;
}

/** The result as plain data. */
export function resultObject(result: ResearchResult, besides: Besides): object {
  const { timings, id, texts, estimate, memory } = besides;
  const { ledger } = result.usage;
  return {
    ...(id !== undefined && { id }),
    question: result.question,
    answer: result.answer && answerObject(result.answer),
    retrieved: result.retrieved.map(passageObject),
    timings: roundAll(timings),
    documents: result.documents.map((document) => documentObject(document, texts)),
    ...(estimate && { estimate }),
    ...((estimate || ledger.total.requests > 0) && { ledger }),
    ...(memory && { memory }),
    termination: result.termination,
    ...(result.error && { error: result.error }),
    engine: result.engine,
    embedder: result.embedder,
    imported: result.imported,
  };
}

/** A question that failed, as plain data: in the place of its result. */
export function failureObject(
  { question, id }: Question,
  { code, message }: MemoryBankError,
): object {
  return { ...(id !== undefined && { id }), question, answer: null, error: { code, message } };
}

function documentObject(document: DocumentSummary, texts?: Map<string, string>): object {
  const text = texts?.get(document.name);
  return {
    ...document,
    readChars: readCharacters(document),
    ...(text !== undefined && { text }),
  };
}

function answerObject({ text, found, confidence, statements, ...rest }: Answer): object {
  const { citations, disputes, trust, flags, engine } = rest;
  return {
    text,
    found,
    confidence: round(confidence),
    statements,
    citations: citations.map(citationObject),
    disputes,
    trust,
    flags,
    engine,
  };
}

function citationObject({
  number,
  quote,
  chars,
  document,
  title,
  published,
  headings,
  page,
  trust,
  doubts,
  ...ids
}: Citation): object {
  return {
    number,
    quote,
    start: chars.start,
    end: chars.end,
    document,
    title,
    published,
    ...(page !== undefined && { page }),
    headings,
    trust,
    doubts,
    nodeId: ids.nodeId,
    entryId: ids.entryId,
  };
}

function passageObject(passage: EvidencePassage, index: number): object {
  return {
    rank: index + 1,
    text: passage.text,
    score: round(passage.score),
    keyword: round(passage.keyword),
    semantic: round(passage.semantic),
    start: passage.chars.start,
    end: passage.chars.end,
    document: passage.document,
    title: passage.title,
    published: passage.published,
    headings: passage.headings,
    trust: passage.trust,
    doubts: passage.doubts,
  };
}

function roundAll(timings: Timings): Timings {
  return {
    loadMilliseconds: round(timings.loadMilliseconds),
    ingestMilliseconds: round(timings.ingestMilliseconds),
    answerMilliseconds: round(timings.answerMilliseconds),
    totalMilliseconds: round(timings.totalMilliseconds),
  };
}

/** Four decimals: single-precision scores have no more. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
