/** How the faces of long-term memory ask it. */
import { typed } from "./errors.ts";
import type { ExportCursor } from "./types/ExportCursor.ts";
import type { ExportPage } from "./types/ExportPage.ts";
import type { MemoryRequest } from "./types/MemoryRequest.ts";

/** Asks memory: the answer is of the kind that belongs to the request. */
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
