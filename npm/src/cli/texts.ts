/** The documents' texts as files, in which the offsets of citations count. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { MemoryBankError } from "../errors.ts";
import { UsageError } from "./arguments.ts";

/** Makes the folder. Throws `UsageError` if that fails, before any work. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (thrown) {
    throw new UsageError(`${folder} cannot be made a folder: ${reason(thrown)}`);
  }
}

/**
 * Writes the text of each document that a run was given, by the run's journal; returns their paths by the documents'
 * names.
 */
export async function writeTexts(journal: string, folder: string): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const { name, text } of documentsOf(journal)) {
    const path = join(folder, fileName(name, paths.size + 1));
    try {
      await writeFile(path, text, "utf8");
    } catch (cause) {
      const message = `${path} cannot be written: ${reason(cause)}`;
      throw new MemoryBankError("export_failed", message, { cause });
    }
    paths.set(name, path);
  }
  return paths;
}

interface JournalledRequests {
  requests?: { documents?: { name: string; text: string }[] }[];
}

function documentsOf(journal: string): { name: string; text: string }[] {
  const { requests = [] }: JournalledRequests = JSON.parse(journal);
  return requests.flatMap(({ documents = [] }) => documents);
}

/** A unique name in the folder that identifies the document. */
function fileName(name: string, number: number): string {
  const plain = basename(name)
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .slice(-80);
  return `${number}-${plain}.txt`;
}

function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
