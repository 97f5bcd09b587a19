/**
 * A lock as a file that names the process that holds it.
 *
 * Among processes of one machine that see each other, one holds a lock at a time, and a killed process does not keep
 * it. The lock has limits. It cannot see if a process of another machine or container lives. Without `/proc` it takes
 * a later process with the same number for the holder. It does not prevent the deletion of the file. A dead holder's
 * lock is removed by one process at a time, under a second lock file.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, stat, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";

/** Facts that a lock may hold besides its holder. */
export interface LockFacts {
  /** The name of the lock. */
  name?: string;
  /** The address at which the holder serves others. */
  address?: string;
}

/** The process that holds a lock. */
export interface Holder extends LockFacts {
  pid: number;
  host: string;
  /** Approximate start of the process, in milliseconds since the Unix epoch. */
  started: number;
  /** The start of the process as the kernel counts it; on Linux alone. */
  birth?: string;
  /** Distinguishes this lock from an earlier one of the same process number. */
  token: string;
}

/** A lock that this process has. */
export interface HeldLock {
  /** Releases the lock. */
  release(): Promise<void>;
}

/** The state of a lock that this process does not have. */
export type LockState =
  | { state: "free" }
  /** Another has it, or had: `isAlive` is `null` where that cannot be seen. */
  | { state: "held"; holder: Holder; isAlive: boolean | null; remove(): Promise<void> }
  /** Another takes or releases it just now. */
  | { state: "changing" };

/** An empty lock is being written, or its writer was killed: after this time the latter. */
const WRITTEN_WITHIN_MILLISECONDS = 5_000;

/** The holdings of this thread. */
const ours = new Set<string>();

/** By so much the start of a process may seem to lie elsewhere. */
const SAME_START_MILLISECONDS = 1_000;

/** Takes the lock of this path; `null` if another has it. */
export async function takeLock(
  path: string,
  { token = randomUUID(), ...facts }: LockFacts & { token?: string } = {},
): Promise<HeldLock | null> {
  const holder: Holder = { ...facts, ...thisProcess(), token };
  if (!(await write(path, JSON.stringify(holder)))) return null;
  ours.add(token);
  return { release: () => release(path, token) };
}

/** Looks at the lock of this path. */
export async function stateOfLock(path: string): Promise<LockState> {
  const text = await textOf(path);
  if (text === null) return { state: "free" };
  const holder = holderIn(text);
  if (holder === null) {
    const age = Date.now() - (await modified(path).catch(() => Date.now()));
    if (age >= WRITTEN_WITHIN_MILLISECONDS) await remove(path, text);
    return { state: "changing" };
  }
  const isAlive = holder.host === hostname() ? lives(holder) : null;
  return { state: "held", holder, isAlive, remove: () => remove(path, text) };
}

function thisProcess(): Omit<Holder, "token"> {
  const birth = statusOf(process.pid)?.birth;
  return { pid: process.pid, host: hostname(), started: started(), ...(birth && { birth }) };
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

async function release(path: string, token: string): Promise<void> {
  if (!ours.delete(token)) return;
  const text = await textOf(path);
  if (text !== null && holderIn(text)?.token === token) await unlink(path);
}

/** Removes a lock with this text, unless it is another's by now; nothing while another process removes one. */
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
}

function holderIn(text: string): Holder | null {
  try {
    const { pid, host, started, token, ...rest } = JSON.parse(text);
    const isHolder = [pid, started].every(Number.isSafeInteger) && pid > 0;
    if (!isHolder || typeof host !== "string" || typeof token !== "string") return null;
    return { pid, host, started, token, ...texts(rest) };
  } catch {
    return null;
  }
}

/** The optional facts, as far as they are texts. */
function texts(found: Record<string, unknown>): Pick<Holder, "name" | "address" | "birth"> {
  const known = ["name", "address", "birth"].filter((key) => typeof found[key] === "string");
  return Object.fromEntries(known.map((key) => [key, found[key]]));
}

function lives(holder: Holder): boolean {
  const { pid, birth } = holder;
  if (pid === process.pid) return isThisProcess(holder);
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    // It is there, and somebody else's.
    if (!isCode(thrown, "EPERM")) return false;
  }
  const status = statusOf(pid);
  return status === null || !(status.isUnburied || (birth && birth !== status.birth));
}

interface Status {
  /** True if the process has ended and was not reaped, as in a container whose first process does not reap. */
  isUnburied: boolean;
  /** Its start, in ticks since the machine's. */
  birth: string | undefined;
}

/** Place of the start among the fields behind the program's name (proc_pid_stat(5), field 22). */
const BIRTH = 19;

/** The kernel's record of a process; `null` on systems without one. */
function statusOf(pid: number): Status | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of its program, in parentheses, may hold any character.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { isUnburied: fields[0] === "Z", birth: fields[BIRTH] };
  } catch {
    return null;
  }
}

/** In a container the process after a killed one often has its number, but not its start; other threads have both. */
function isThisProcess({ token, birth, started: since }: Holder): boolean {
  if (ours.has(token)) return true;
  const own = birth && statusOf(process.pid)?.birth;
  return own ? own === birth : Math.abs(since - started()) < SAME_START_MILLISECONDS;
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

function isCode(thrown: unknown, code: string): boolean {
  return (thrown as NodeJS.ErrnoException | null)?.code === code;
}
