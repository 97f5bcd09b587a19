/** The built command line as a process, and files to give it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

/** The built command. */
export const PROGRAM = fileURLToPath(new URL("../../cli.js", import.meta.url));
const DOCUMENTS = fileURLToPath(new URL("../../../test/cli/documents", import.meta.url));

/** Two short texts that everybody may use. */
export const CONSTITUTION = join(DOCUMENTS, "us-constitution-article-1.txt");
export const SUNZI = join(DOCUMENTS, "sunzi.zh.txt");

/** Two pages that Chromium printed. */
export const PDF = fileURLToPath(
  new URL("../../../../crates/pdf/tests/files/two-columns.pdf", import.meta.url),
);

/** A process that ended. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A folder for this file's tests. */
export const folder = mkdtempSync(join(tmpdir(), "cli-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file and returns its path. */
export function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A home of the tests' own, so that no data folder but theirs is touched. */
export const OWN_HOME = { HOME: folder, XDG_DATA_HOME: "", LOCALAPPDATA: "", AMB_RUNS: "" };

/** Starts the program. Its standard input is open, and no terminal; `output`: a file to write to, instead of a pipe. */
export function start(
  words: string[],
  environment: NodeJS.ProcessEnv = {},
  output: number | "pipe" = "pipe",
): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...words], {
    env: { ...process.env, ...OWN_HOME, ...environment },
    stdio: ["pipe", output, "pipe"],
  });
}

/** What a process says until it ends. */
export function ended(child: ChildProcess): Promise<Ended> {
  const said: Ended = { status: null, stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ ...said, status }));
  });
}

/** Runs the program to its end. */
export function run(
  words: string[],
  input: string | Uint8Array = "",
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const child = start(words, environment);
  // A program that refuses its arguments ends before it has read anything.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  return ended(child);
}
