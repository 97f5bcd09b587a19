/** Requests to long-term memory, as its classes make them. */
import { typed } from "./errors.ts";
import type { ExportCursor, ExportPage, MemoryRequest } from "./generated.ts";
import { checkSource, type ImportSource, linesOf } from "./import-source.ts";
import type { IncomingFile } from "./incoming-file.ts";

/** Sends a request to memory: the reply is of the request's kind. */
export type AskMemory = (request: MemoryRequest) => Promise<unknown>;

/** The texts of an export's pages, one after the other. */
export async function* exported(
  page: (cursor: ExportCursor | null) => Promise<ExportPage>,
): AsyncGenerator<string> {
  let cursor: ExportCursor | null = null;
  do {
    const from: ExportCursor | null = cursor;
    const { text, next }: ExportPage = await typed(() => page(from));
    yield text;
    cursor = next;
  } while (cursor !== null);
}

/** Imports a file of one memory. */
export async function imported<T>(incoming: IncomingFile<T>, file: ImportSource): Promise<T> {
  checkSource(file, "the file of import(file)");
  try {
    for await (const piece of linesOf(file)) await incoming.read(piece);
    // A file of nothing is refused as any other that was cut off.
    if (!incoming.isBegun) await incoming.read("");
    return await incoming.takeIn();
  } finally {
    await incoming.drop();
  }
}
