/** What a run leaves in files. */
import { rename, writeFile } from "node:fs/promises";
import { MemoryBankError } from "../errors.ts";

/** Does it, and says of what it failed. */
export async function write(path: string, save: () => Promise<void>): Promise<void> {
  try {
    await save();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryBankError("export_failed", `${path} cannot be written: ${why}`, { cause });
  }
}

/** Whole or not at all: a second Ctrl-C may come at any time, and a run's journal is what is left of it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const part = `${path}.part`;
  await writeFile(part, text);
  await rename(part, path);
}
