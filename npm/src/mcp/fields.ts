/** Fields that several tools share. */
import * as z from "zod";
import { LONGEST_QUESTION } from "../generated.ts";

/** Longest id of a run, a node or a memory, in characters. */
const LONGEST_ID = 200;

/** Most documents of a call. */
const MOST_DOCUMENTS = 50;

/** Most characters of a text in a call. */
const LONGEST_TEXT = 20_000_000;

export const id = z.string().min(1).max(LONGEST_ID);

export const memoryId = id.describe("memory_id of an earlier reply, or an id that list_runs gives");

export const question = z
  .string()
  .min(1)
  .max(LONGEST_QUESTION)
  .describe("The question, in full sentences, in English or Chinese");

export const documents = z
  .array(z.string().min(1).max(4_000))
  .max(MOST_DOCUMENTS)
  .optional()
  .describe(
    "Paths of files to read, as list_documents gives them: PDF, Word, EPUB, CSV, HTML, Markdown, text or source code; 20 MiB together",
  );

export const texts = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(1_000).describe("The name that citations show"),
      text: z.string().min(1).max(LONGEST_TEXT),
    }),
  )
  .max(MOST_DOCUMENTS)
  .optional()
  .describe("Texts to read that are in no file");

export const trust = z
  .enum(["given", "named_page", "found_page", "snippet", "imported", "model"])
  .describe(
    "Source of the text: given (words of the user; or an allowed file or a text that came with a question); a page that the question named; a page that was found; a search result; an imported file; written by a model or unknown",
  );

export const notice = z.string().describe("How far the texts of this reply can be trusted");

export const notes = z.array(z.string()).describe("Degraded parts of the reply; mostly none");

/** A time in milliseconds since 1970, as ISO 8601. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
