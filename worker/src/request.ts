/** A research request as JSON carries it, and as a bank takes it. */
import {
  type BudgetOptions,
  MemoryBankError,
  type RequestDocument,
  type RequestImage,
  type ResearchRequest,
} from "agentic-memory-bank";

/** A research request, and the limits of its run. */
export interface AskedRun {
  request: ResearchRequest;
  budget?: BudgetOptions;
}

/**
 * Returns the request in a JSON body. The bank checks the rest of it. Throws `invalid_argument` for documents that are
 * no objects, or whose bytes are no base64.
 */
export function askedRun(body: Record<string, unknown>): AskedRun {
  const { budget, documents, images, keep: _, ...rest } = body;
  const request = {
    ...rest,
    ...given("documents", documents),
    ...given("images", images),
    // Runs are always kept: the client may be gone before the end.
    keep: true,
  } as unknown as ResearchRequest;
  return { request, ...(budget != null && { budget: budget as BudgetOptions }) };
}

function given(list: "documents" | "images", value: unknown) {
  if (value === undefined || value === null) return {};
  if (!Array.isArray(value)) throw invalid(`${list} of the request must be an array`);
  return { [list]: value.map((part, index) => withBytes(part, `${list}[${index}]`)) };
}

function withBytes(value: unknown, what: string): RequestDocument | RequestImage {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(`${what} must be an object`);
  }
  const { base64, ...rest } = value as Record<string, unknown>;
  if (base64 === undefined || base64 === null) return rest as unknown as RequestDocument;
  if (typeof base64 !== "string") throw invalid(`base64 of ${what} must be a string`);
  return { ...rest, bytes: bytesOf(base64, what) } as unknown as RequestDocument;
}

function bytesOf(base64: string, what: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    throw invalid(`base64 of ${what} is none: encode its bytes again`);
  }
}

function invalid(message: string): MemoryBankError {
  return new MemoryBankError("invalid_argument", message);
}
