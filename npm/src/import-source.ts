/** The source of an exported file, read in parts: no file needs to fit into one string. */
import { MemoryBankError } from "./errors.ts";
import { invalid } from "./fields.ts";

/** An exported file: its text, the file that a user chose, or its parts as a stream gives them, as text or in UTF-8. */
export type ImportSource = string | Blob | AsyncIterable<string | Uint8Array>;

/** Characters or bytes that are read at once. */
const PART = 1 << 18;

/**
 * Characters of a line that are waited for, as many as its bytes may be: what goes on after so many is refused anyway.
 * As JSON each may take six, and a string holds no more than 2^29.
 */
const LONGEST_LINE = 1 << 26;

/** Throws `invalid_argument` unless something can be read from this. */
export function checkSource(value: unknown, what: string): asserts value is ImportSource {
  if (typeof value === "string" || value instanceof Blob) return;
  if (typeof value === "object" && value !== null && Symbol.asyncIterator in value) return;
  throw invalid(`${what} must be a string, a Blob or a stream of either text or bytes`);
}

/** The text in pieces of whole lines; the last one may lack its end. */
export async function* linesOf(source: ImportSource): AsyncGenerator<string> {
  let whole = "";
  let unfinished = "";
  for await (const part of partsOf(source)) {
    const end = part.lastIndexOf("\n") + 1;
    if (end > 0) {
      whole += unfinished + part.slice(0, end);
      unfinished = "";
    }
    unfinished += part.slice(end);
    if (unfinished.length > LONGEST_LINE) {
      whole += unfinished;
      unfinished = "";
    }
    if (whole.length >= PART) {
      yield whole;
      whole = "";
    }
  }
  if (whole + unfinished !== "") yield whole + unfinished;
}

/** The text in parts cut anywhere, none of them long. */
async function* partsOf(source: ImportSource): AsyncGenerator<string> {
  if (typeof source === "string") {
    yield* slices(source);
    return;
  }
  const decoder = new TextDecoder();
  for await (const part of readable(source instanceof Blob ? blobParts(source) : source)) {
    if (typeof part === "string") yield* slices(part);
    else if (part instanceof Uint8Array) yield* slices(decoder.decode(part, { stream: true }));
    else throw invalid("a part of what is imported must be a string or a Uint8Array");
  }
  yield decoder.decode();
}

/**
 * The same parts; a failure of the source becomes an error about an unreadable file, unless it has a code of its own.
 */
async function* readable<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (thrown) {
    if (thrown instanceof MemoryBankError) throw thrown;
    throw new MemoryBankError(
      "import_unreadable",
      `what is imported cannot be read to its end (${saidBy(thrown)}): nothing was changed; try again, or choose the file anew`,
      { retryable: true, cause: thrown },
    );
  }
}

function saidBy(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PART) yield text.slice(at, at + PART);
}

/** A blob is sliced, as not every browser can iterate over its stream. */
async function* blobParts(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += PART) {
    yield new Uint8Array(await blob.slice(at, at + PART).arrayBuffer());
  }
}
