/** Results and events as the engine makes them, for tests that need some. */
import type {
  Answer,
  DocumentSummary,
  Estimate,
  EvidencePassage,
  Ledger,
  ResearchResult,
} from "../src/types.ts";

const engine = { name: "extractive", description: "extractive, no language model" };

/** An answer with one citation. */
export function someAnswer(): Answer {
  return {
    text: "Ownership is Rust’s most unique feature. [1]",
    found: true,
    confidence: 0.81,
    statements: [{ text: "Ownership is Rust’s most unique feature.", citations: [1] }],
    citations: [
      {
        number: 1,
        nodeId: "n1",
        entryId: "e1",
        document: "book.html",
        title: null,
        published: null,
        trust: "given",
        doubts: [],
        quote: "Ownership is Rust’s most\nunique feature.",
        chars: { start: 10, end: 50 },
        bytes: { start: 10, end: 52 },
        headings: ["Understanding Ownership"],
      },
    ],
    disputes: [],
    trust: "given",
    flags: [],
    engine,
  };
}

/** A retrieved passage. */
export function somePassage(): EvidencePassage {
  return {
    nodeId: "n1",
    entryId: "e1",
    document: "book.html",
    title: null,
    published: null,
    trust: "given",
    doubts: [],
    chars: { start: 0, end: 60 },
    bytes: { start: 0, end: 62 },
    headings: ["Understanding Ownership"],
    text: "Chapter 4 Ownership is Rust’s most\nunique feature. More.",
    score: 0.912_345_678,
    keyword: 1,
    semantic: 0.824_691_234,
  };
}

/** A document as it was read: to its end, unless it is said otherwise. */
export function someDocument(name: string, chars: number, readChars = chars): DocumentSummary {
  const document = { name, chars, readChars, notes: [] };
  return document;
}

/** A document of which the engine does not say how much of it was read. */
export function silentDocument(name: string, chars: number): DocumentSummary {
  return { name, chars, notes: [] as string[] } as DocumentSummary;
}

/** What a run without a language model spent: nothing. */
export function someLedger(): Ledger {
  const total = { requests: 0, tokens: 0, money: {}, unpriced: 0, milliseconds: null };
  return { models: [], services: [], total };
}

/** What a run with a language model may spend. */
export function someEstimate(): Estimate {
  const likely = { requests: 20, tokens: 30_000, money: { USD: 0.012_345 }, unpriced: [] };
  const most = { requests: 99, tokens: 50_000, money: { USD: 0.1 }, unpriced: [] };
  return { likely, most, basis: "Likely: one step.", documents: [] };
}

/** The result of a run that ended well. */
export function someResult(changes: Partial<ResearchResult> = {}): ResearchResult {
  return {
    docId: "d1",
    question: "What is ownership?",
    language: "en",
    answer: someAnswer(),
    retrieved: [somePassage()],
    insightDoc: { doc_id: "d1", task_goal: "", completed_tasks: [], pending_tasks: [] },
    queryGraph: { nodes: {}, conflicts: {} },
    interactionTree: { entries: {}, node_to_entries: {}, merge_events: [] },
    documents: [someDocument("book.html", 1000)],
    usage: {
      embeddedTexts: 12,
      ingestMilliseconds: 120.123_45,
      answerMilliseconds: 30,
      nodes: 4,
      passages: 9,
      ledger: someLedger(),
    },
    termination: "answer",
    engine,
    embedder: "all-MiniLM-L6-v2-int8",
    imported: false,
    ...changes,
  };
}
