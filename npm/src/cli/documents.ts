/** The documents of a question, from files or from standard input. */
import { constants } from "node:fs";
import { access, type FileHandle, open, stat } from "node:fs/promises";
import type { RequestDocument } from "../types.ts";
import { UsageError } from "./arguments.ts";

/** Standard input, as far as it is needed here. */
export type Input = AsyncIterable<Uint8Array> & { isTTY?: boolean };

type ReadDocument = Pick<RequestDocument, "name" | "bytes">;

/** The name of standard input in lists of documents. */
const STANDARD_INPUT = "standard input";

/** The rules for documents. */
export interface DocumentRules {
  /** Most bytes of a document, and of all together. */
  limit: number;
  /** True if there may be no document at all. */
  optional?: boolean;
}

/**
 * Reads the documents at these paths, or standard input when there are none. Nothing over the limit is kept.
 *
 * Throws `UsageError`.
 */
export async function readDocuments(
  paths: string[],
  input: Input,
  { limit, optional = false }: DocumentRules,
): Promise<RequestDocument[]> {
  if (paths.length === 0) {
    if (optional && input.isTTY) return [];
    const document = await fromInput(input, limit);
    return optional && document.bytes.length === 0 ? [] : [document];
  }
  const documents: RequestDocument[] = [];
  let sum = 0;
  for (const path of paths) {
    const bytes = await readFile(path, limit, "name its files, each with --doc");
    sum += bytes.length;
    if (sum > limit) throw tooLargeTogether(documents.length + 1, limit, sum);
    documents.push({ name: path, bytes });
  }
  return documents;
}

async function fromInput(input: Input, limit: number): Promise<Required<ReadDocument>> {
  if (input.isTTY) {
    throw new UsageError("no document: name one with --doc FILE, or pipe one in");
  }
  return { name: STANDARD_INPUT, bytes: await collect(input, STANDARD_INPUT, limit) };
}

/**
 * The file's bytes. A file that grows while it is read, or has no size (a pipe), stays under the limit too. `instead`:
 * what to do where it is a directory.
 */
export async function readFile(
  path: string,
  limit: number,
  instead = "name a file in it",
): Promise<Uint8Array> {
  if (path === "") throw new UsageError("--doc needs the path of a file");
  const use = async (file: FileHandle, size: number) => {
    if (size > limit) throw tooLarge(path, limit, size);
    return collect(readable(path, file), path, limit);
  };
  return withFile(path, use, instead);
}

/**
 * Returns the result of `use` on an open file, which is closed then. Throws `UsageError` for one that cannot be
 * opened, and for a directory, with the advice `instead`.
 */
export async function withFile<T>(
  path: string,
  use: (file: FileHandle, size: number) => Promise<T>,
  instead: string,
): Promise<T> {
  const file = await open(path, "r").catch((thrown: unknown) => {
    throw new UsageError(explain(path, thrown));
  });
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw new UsageError(`${path} is a directory: ${instead}`);
    return await use(file, stat.size);
  } finally {
    await file.close();
  }
}

/**
 * Throws `UsageError` where there is no file to be read. It is not opened: a pipe gives what it has to the first who
 * does.
 */
export async function checkFile(path: string, instead: string): Promise<void> {
  const found = await access(path, constants.R_OK)
    .then(() => stat(path))
    .catch((thrown: unknown) => {
      throw new UsageError(explain(path, thrown));
    });
  if (found.isDirectory()) throw new UsageError(`${path} is a directory: ${instead}`);
}

/** The file's bytes in parts. Throws `UsageError` if they are unreadable. */
export async function* readable(path: string, file: FileHandle): AsyncGenerator<Uint8Array> {
  try {
    yield* file.createReadStream({ autoClose: false });
  } catch (thrown) {
    throw new UsageError(explain(path, thrown));
  }
}

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  limit: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limit) throw tooLarge(name, limit);
    parts.push(chunk);
  }
  return new Uint8Array(Buffer.concat(parts, length));
}

function tooLarge(name: string, limit: number, size?: number): UsageError {
  const has = size === undefined ? `more than ${limit} bytes` : `${size} bytes`;
  return new UsageError(
    `${name} has ${has}; at most ${limit} can be read in one run: split it, and name the part that matters`,
  );
}

function tooLargeTogether(count: number, limit: number, size: number): UsageError {
  return new UsageError(
    `the first ${count} documents have ${size} bytes together; at most ${limit} can be read in one run: name those that matter`,
  );
}

function explain(path: string, thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code;
  if (code === "ENOENT" || code === "ENOTDIR") return `there is no file ${path}: check the path`;
  if (code === "EACCES" || code === "EPERM") {
    return `${path} may not be read: check its permissions`;
  }
  return `${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
}
