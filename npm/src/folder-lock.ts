/**
 * The lock of a folder of runs: a file that names the process that holds it.
 *
 * Among processes of one machine that see each other, one holds the folder at a time, and a killed process does not
 * keep it. The lock has limits. It cannot see if a process of another machine or container lives, so such locks are
 * respected until the file is deleted by hand. It takes a later process with the same number for the holder. It does
 * not prevent the deletion of the file. A dead holder's lock is removed by one process at a time, under a second lock
 * file. A concurrent writer is detected by the file's size, as `stored_run_wrong_index`.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, realpath, stat, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { storeFailure } from "./store-failure.ts";

/** The holder of a folder. */
interface Holder {
  pid: number;
  host: string;
  /** Approximate start of the process, in milliseconds since the Unix epoch. */
  started: number;
  /** Distinguishes this lock from an earlier one of the same process number. */
  token: string;
}

/** A folder that this process has. */
export interface FolderLock {
  /** Releases the lock. */
  release(): Promise<void>;
}

const NAME = "lock";

/** An empty lock is being written, or its writer was killed: after this time the latter. */
const WRITTEN_WITHIN_MILLISECONDS = 5_000;

/** So often, and after so long, it is tried again while another takes over; then it is busy. */
const TRIES = 10;
const PAUSE_MILLISECONDS = 10;

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
    if (await write(path, JSON.stringify(holder))) {
      ours.add(token);
      return { release: () => release(path, holder) };
    }
    const text = await textOf(path);
    if (text === null) continue;
    await checkLeft(path, text);
    await remove(path, text);
  }
  throw busy(`others are taking ${path} over`);
}

/** Writes a file. Resolves to true if it did not exist before. */
async function write(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (thrown) {
    if (isCode(thrown, "EEXIST")) return false;
    // Without space, the file may exist and be empty: it would be taken for another's.
    if (isCode(thrown, "ENOSPC") || isCode(thrown, "EDQUOT")) await unlink(path).catch(() => {});
    throw thrown;
  }
}

async function release(path: string, { token }: Holder): Promise<void> {
  if (!ours.delete(token)) return;
  const text = await textOf(path);
  if (text !== null && holderIn(text)?.token === token) await unlink(path);
}

/** Throws `store_busy` unless the holder in this text is gone. */
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

/** Removes the lock of a dead holder, unless it is another's by now; waits a little while another process does so. */
async function remove(path: string, text: string): Promise<void> {
  const removing = `${path}.removing`;
  if (await write(removing, "")) {
    try {
      if ((await textOf(path)) === text) await unlink(path);
    } finally {
      await unlink(removing);
    }
    return;
  }
  // The remover may have been killed.
  const since = await modified(removing).catch(() => Date.now());
  if (Date.now() - since > WRITTEN_WITHIN_MILLISECONDS) await unlink(removing).catch(() => {});
  await setTimeout(PAUSE_MILLISECONDS);
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
    return !isUnburied(pid);
  } catch (thrown) {
    // It is there, and somebody else's.
    return isCode(thrown, "EPERM");
  }
}

/** True if a process has ended and was not reaped, as in a container whose first process does not reap; Linux only. */
function isUnburied(pid: number): boolean {
  try {
    // The name of its program, in parentheses, may hold any character.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
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
