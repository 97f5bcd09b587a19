/** Programs that the tests run, each with a deadline. */
import { type ChildProcess, spawn } from "node:child_process";

/** Milliseconds for a program that does not install or build. */
const PATIENCE = 120_000;

/** A process that ended. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Settings of a child process. */
export interface ChildOptions {
  folder: string;
  environment?: NodeJS.ProcessEnv;
  /** Milliseconds until it is killed; the promise then rejects. */
  patience?: number;
}

/** Starts a program in a process group of its own. */
export function start(
  program: string,
  words: string[],
  { folder, environment }: ChildOptions,
): ChildProcess {
  const env = { ...outerEnvironment(), ...environment };
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  return spawn(program, words, { cwd: folder, env, stdio, detached: true });
}

/** Runs a program to its end. */
export async function run(program: string, words: string[], options: ChildOptions): Promise<Ended> {
  const child = start(program, words, options);
  const milliseconds = options.patience ?? PATIENCE;
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    kill(child);
  }, milliseconds);
  const ended = await endOf(child);
  clearTimeout(deadline);
  if (!isLate) return ended;
  const command = [program, ...words].join(" ");
  throw new Error(`${command} is not done after ${milliseconds} ms: ${ended.stderr}`);
}

/** Collects the output of a child until it ends. */
export function endOf(child: ChildProcess): Promise<Ended> {
  const ended: Ended = { status: null, stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    ended.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ ...ended, status }));
  });
}

/** Ends a child and every process that it started. */
export function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}

/** The environment without traces of the `npm run` and `node --test` around these tests, or of the project. */
function outerEnvironment(): NodeJS.ProcessEnv {
  const traces =
    /^(npm_(package|lifecycle|command|config_local)|NODE_(TEST|OPTIONS|PATH|V8)|AMB_|INIT_CWD)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !traces.test(name)));
}
