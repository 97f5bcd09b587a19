/** The files that a run writes. */
import type { Stats } from "node:fs";
import { lstat, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { MemoryBankError } from "../errors.ts";

/** Writes a file, and names it in a failure. */
export async function write(path: string, save: () => Promise<void>): Promise<void> {
  try {
    await save();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryBankError("export_failed", `${path} cannot be written: ${why}`, { cause });
  }
}

/**
 * Writes whole or not at all: a second Ctrl-C may come at any time, and then a run's journal is all that is left of
 * it. Only the user may read the file: it holds their questions and memories. A link stays, and its target is
 * replaced; a pipe or a device is written to.
 */
export async function replaceFile(
  path: string,
  text: string | AsyncIterable<string>,
): Promise<void> {
  const file = await replaceable(path);
  if (file === null) return writeFile(path, text, { mode: 0o600 });
  const part = `${file}.part`;
  try {
    await writeFile(part, text, { mode: 0o600 });
    await rename(part, file);
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => {});
    throw thrown;
  }
}

/** The file that is there, or can be, behind the path's links; `null` where another one cannot take its place. */
async function replaceable(path: string): Promise<string | null> {
  const there = await found(stat(path));
  if (there === null) return (await found(lstat(path))) === null ? path : null;
  if (there.isDirectory()) throw new Error("it is a folder; name a file in it");
  return there.isFile() ? realpath(path) : null;
}

async function found(stats: Promise<Stats>): Promise<Stats | null> {
  return stats.catch(() => null);
}
