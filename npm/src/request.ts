/** The request to a run, in JavaScript's form; the engine decodes it in its `src/request.rs`. */
import type { BudgetOptions } from "./budget.ts";
import { checkText, invalid, type Shape, shaped } from "./fields.ts";
import type { MemoryOptions } from "./generated.ts";
import { questionFault } from "./question.ts";

/** A document: its text, or its bytes to be read as text; not both. */
export interface RequestDocument {
  name: string;
  mediaType?: string;
  text?: string;
  bytes?: Uint8Array;
}

/** An image that waits for recognition. */
export interface RequestImage {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** A question and its sources. */
export interface ResearchRequest {
  question: string;
  context?: string;
  /**
   * At most `maxDocumentBytes` (20 MiB) together. Without a language model there must be something to answer from: a
   * document, a context, an image, or a run to continue from.
   */
  documents?: RequestDocument[];
  images?: RequestImage[];
  /** Keep this run's memory in the bank afterwards, for export and follow-up questions; default false. */
  keep?: boolean;
  /** `docId` of a kept run whose memory this question uses; it moves into the new run. */
  continueFrom?: string;
  /** Language of labels and sentences; default the question's. */
  language?: "en" | "zh";
  /** This run's use of long-term memory, if it differs from the bank's settings, and the ids of excluded items. */
  memory?: Partial<MemoryOptions>;
  /**
   * Steps of this run before its answer at most, up to 1,000; default the bank's `maxIterations`. With 0 the answer is made
   * of what memory holds; with `continueFrom`, that ends a run that was stopped.
   */
  maxIterations?: number;
}

/** A request as it crosses to the engine: with the run's own budget. */
export interface EngineRequest extends ResearchRequest {
  budget?: BudgetOptions;
}

const REQUEST: Shape<ResearchRequest> = {
  question: "text",
  context: "text",
  documents: "list",
  images: "list",
  keep: "flag",
  continueFrom: "text",
  language: "text",
  memory: "object",
  maxIterations: "whole",
};

const DOCUMENT: Shape<RequestDocument> = {
  name: "text",
  mediaType: "text",
  text: "text",
  bytes: "bytes",
};

const MEMORY: Shape<MemoryOptions> = {
  observe: "flag",
  recall: "flag",
  advise: "flag",
  learn: "flag",
  without: "list",
};

const IMAGE: Shape<RequestImage> = { name: "text", mediaType: "text", bytes: "bytes" };

/**
 * The request that this value is, without the fields that are not given.
 *
 * Throws `invalid_argument` for another shape, a misspelled field included, and `empty_question` or `long_question`.
 */
export function checkedRequest(value: unknown): ResearchRequest {
  const request = shaped<ResearchRequest>(value, "the request", REQUEST);
  const { question = "", documents, images, memory } = request;
  const checked = {
    ...request,
    question,
    ...(documents && { documents: documents.map(checkedDocument) }),
    ...(images && { images: images.map(checkedImage) }),
    ...(memory && { memory: checkedMemory(memory) }),
  };
  const fault = questionFault(question);
  // An image may replace the question.
  const asksByImage = fault?.code === "empty_question" && (images?.length ?? 0) > 0;
  if (fault !== null && !asksByImage) throw fault;
  return checked;
}

function checkedMemory(value: unknown): Partial<MemoryOptions> {
  const memory = shaped<MemoryOptions>(value, "memory of the request", MEMORY);
  for (const id of memory.without ?? []) checkText(id, "an id in without of memory");
  return memory;
}

function checkedDocument(value: unknown, index: number): RequestDocument {
  const what = `documents[${index}]`;
  const document = named(shaped<RequestDocument>(value, what, DOCUMENT), "documents", index);
  if (document.text !== undefined && document.bytes !== undefined) {
    throw invalid(`${what} has both text and bytes: give one`);
  }
  return document;
}

function checkedImage(value: unknown, index: number): RequestImage {
  return named(shaped<RequestImage>(value, `images[${index}]`, IMAGE), "images", index);
}

function named<T extends { name: string }>(part: T, list: string, index: number): T {
  if (part.name === undefined) throw invalid(`${list}[${index}] needs a name`);
  return part;
}
