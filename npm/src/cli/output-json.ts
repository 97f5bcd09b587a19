/** A result as one JSON object, for programs. */
import type { Answer, Citation, EvidencePassage, ResearchResult } from "../types.ts";
import type { Timings } from "./timings.ts";

/** The result as plain data; `id` is the question's in a file of questions. */
export function resultObject(result: ResearchResult, timings: Timings, id?: unknown): object {
  return {
    ...(id !== undefined && { id }),
    question: result.question,
    answer: result.answer && answerObject(result.answer),
    retrieved: result.retrieved.map(passageObject),
    timings: roundAll(timings),
    documents: result.documents,
    termination: result.termination,
    ...(result.error && { error: result.error }),
    engine: result.engine,
    embedder: result.embedder,
  };
}

function answerObject({ text, found, confidence, statements, ...rest }: Answer): object {
  const { citations, disputes, engine } = rest;
  return {
    text,
    found,
    confidence: round(confidence),
    statements,
    citations: citations.map(citationObject),
    disputes,
    engine,
  };
}

function citationObject({ number, quote, chars, document, headings, ...ids }: Citation): object {
  return {
    number,
    quote,
    start: chars.start,
    end: chars.end,
    document,
    headings,
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
    headings: passage.headings,
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

/** Four decimals: single-precision scores have no more to say. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
