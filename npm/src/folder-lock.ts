/**
 * The lock of a folder of runs: a file that says which process has it.
 *
 * What it promises: of processes of one machine, which see each other, one has the folder at a time, and a process that
 * was killed does not keep it. What it cannot: see whether a process of another machine or container lives, so theirs is
 * respected until the file is deleted by hand; tell a process from another that was given its number later, which looks
 * as if it lived; and hinder those who delete the file. Two that take the lock of a dead one over in the same moment are
 * told apart by its renaming, but for the instant in which a third comes between. Who writes to a run beside its writer
 * all the same is found out by the file's size, as `stored_run_wrong_index`.
 */
import { randomUUID } from "node:crypto";
import { readFile, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { storeFailure } from "./store-failure.ts";

/** Who has a folder. */
interface Holder {
  pid: number;
  host: string;
  /** When the process started, in milliseconds since the Unix epoch, give or take. */
  started: number;
  /** Tells this holding from an earlier one of the same process number. */
  token: string;
}

/** A folder that this process has. */
export interface FolderLock {
  /** Lets go of it. */
  release(): Promise<void>;
}

const NAME = "lock";

/** A lock that says nothing yet is being written, or its writer was killed: after so long it is the latter. */
const WRITTEN_WITHIN_MILLISECONDS = 5_000;

/** More who take over at once than so many are told that it is busy. */
const TRIES = 5;

/** The holdings of this thread. */
const ours = new Set<string>();

/** By so much the start of a process may seem to lie elsewhere. */
const SAME_START_MILLISECONDS = 1_000;

/** Takes the lock of a folder, which must be there. Fails with `store_busy` while another has it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(await realpath(folder), NAME);
  const token = randomUUID();
  const holder: Holder = { pid: process.pid, host: hostname(), started: started(), token };
  for (let left = TRIES; left > 0; left -= 1) {
    if (await write(path, holder)) {
      ours.add(token);
      return { release: () => release(path, holder) };
    }
    const text = await textOf(path);
    if (text === null) continue;
    await checkLeft(path, text);
    await putAside(path, text);
  }
  throw busy(`others are taking ${path} over`);
}

/** Whether the file was not there before. */
async function write(path: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(holder), { flag: "wx", mode: 0o600 });
    return true;
  } catch (thrown) {
    if (isCode(thrown, "EEXIST")) return false;
    throw thrown;
  }
}

async function release(path: string, { token }: Holder): Promise<void> {
  if (!ours.delete(token)) return;
  const text = await textOf(path);
  if (text !== null && holderIn(text)?.token === token) await unlink(path);
}

/** Throws `store_busy` unless whoever wrote this is gone. */
async function checkLeft(path: string, text: string): Promise<void> {
  const holder = holderIn(text);
  if (holder === null) {
    const age = Date.now() - (await modified(path));
    if (age < WRITTEN_WITHIN_MILLISECONDS) throw busy(`${path} was made just now`);
  } else if (holder.host !== hostname()) {
    throw busy(`process ${holder.pid} of ${holder.host}; if it is gone, delete ${path}`);
  } else if (isAlive(holder)) {
    throw busy(`process ${holder.pid}; if that is another program, delete ${path}`);
  }
}

/** Puts the lock of one that is gone out of the way, unless it is another's by now. */
async function putAside(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (thrown) {
    if (isCode(thrown, "ENOENT")) return;
    throw thrown;
  }
  if ((await textOf(aside)) === text) await unlink(aside);
  else await rename(aside, path);
}

function holderIn(text: string): Holder | null {
  try {
    const { pid, host, started, token } = JSON.parse(text);
    const isHolder = [pid, started].every(Number.isSafeInteger) && pid > 0;
    const isNamed = typeof host === "string" && typeof token === "string";
    return isHolder && isNamed ? { pid, host, started, token } : null;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  const { pid } = holder;
  if (pid === process.pid) return isThisProcess(holder);
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // It is there, and somebody else's.
    return isCode(thrown, "EPERM");
  }
}

/** In a container the process after a killed one often has its number, but not its start; other threads have both. */
function isThisProcess(holder: Holder): boolean {
  const apart = Math.abs(holder.started - started());
  return ours.has(holder.token) || apart < SAME_START_MILLISECONDS;
}

function started(): number {
  return Math.round(Date.now() - process.uptime() * 1000);
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (thrown) {
    if (isCode(thrown, "ENOENT")) return null;
    throw thrown;
  }
}

async function modified(path: string): Promise<number> {
  return (await stat(path)).mtimeMs;
}

function busy(detail: string): Error {
  return storeFailure({ kind: "busy", detail });
}

function isCode(thrown: unknown, code: string): boolean {
  return (thrown as NodeJS.ErrnoException | null)?.code === code;
}
