/** What a run leaves in files. */
import { rename, rm, stat, writeFile } from "node:fs/promises";
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

/**
 * Whole or not at all: a second Ctrl-C may come at any time, and a run's journal is what is left of it. Nobody but the user
 * may read the file: it says what they asked, and what is known of them.
 */
export async function replaceFile(
  path: string,
  text: string | AsyncIterable<string>,
): Promise<void> {
  const part = `${path}.part`;
  if (await isFolder(path)) throw new Error("it is a folder; name a file in it");
  try {
    await writeFile(part, text, { mode: 0o600 });
    await rename(part, path);
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => {});
    throw thrown;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
