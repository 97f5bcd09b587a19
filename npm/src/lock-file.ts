/**
 * A lock as a file that names the process that holds it.
 *
 * Among the processes that see the file, one takes the lock at a time, and a killed process does not keep it. The lock
 * has limits. Of a process of another machine or container it often cannot be seen if it lives: its lock is not
 * removed. Nothing prevents the deletion of the file: a holder looks whether it still holds the lock before it writes.
 */
import { randomUUID } from "node:crypto";
import { link, readdir, readFile, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { MemoryBankError } from "./errors.ts";
import { type Holder, holderIn, lives, thisProcess } from "./lock-holder.ts";
import { mediumFailure, storeFailure } from "./store-failure.ts";

/** A lock that this process has taken. */
export interface HeldLock {
  /** Resolves to false if somebody has removed the file, so that another process may have the lock. */
  isHeld(): Promise<boolean>;
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

/** A file that a killed process had for a moment is removed after this time. */
const LEFT_AFTER_MILLISECONDS = 60_000;

/** On Windows a file that another process opens or deletes just now refuses each call, for less than this time. */
const REFUSES_WITHIN_MILLISECONDS = 3_000;

const PAUSE_MILLISECONDS = 20;

/** The codes of such a refusal; elsewhere it lasts. */
const REFUSALS: ReadonlySet<unknown> = new Set(["EPERM", "EACCES", "EBUSY"]);

/** The holdings of this thread. */
const ours = new Set<string>();

/** Takes the lock of this path; `null` if another has it. Rejects as a store whose medium fails. */
export async function takeLock(
  path: string,
  { token = randomUUID(), ...facts }: Pick<Holder, "name" | "address"> & { token?: string } = {},
): Promise<HeldLock | null> {
  const text = JSON.stringify({ ...facts, ...thisProcess(), token } satisfies Holder);
  const isTaken = await told(() => create(path, text));
  if (!isTaken) return null;
  ours.add(token);
  return {
    isHeld: () => told(() => holds(path, token)),
    release: () => told(() => release(path, token)),
  };
}

/**
 * Looks at the lock of this path. Rejects as a store whose medium fails, and with `store_busy` if another user's lock
 * cannot be read.
 */
export async function stateOfLock(path: string): Promise<LockState> {
  const text = await textOf(path).catch((thrown) => {
    throw isRefusal(thrown) ? ofAnotherUser(path, thrown) : mediumFailure(thrown);
  });
  if (text === null) return { state: "free" };
  const removal = () => told(() => remove(path, text));
  const holder = holderIn(text);
  if (holder === null) {
    if (await isOlder(path, WRITTEN_WITHIN_MILLISECONDS)) await removal();
    return { state: "changing" };
  }
  return { state: "held", holder, isAlive: lives(holder, ours.has(holder.token)), remove: removal };
}

/** Creates a file with this text, at once. Resolves to false if there is one. */
async function create(path: string, text: string): Promise<boolean> {
  const own = besides(path);
  try {
    await writeFile(own, text, { flag: "wx", mode: 0o600 });
    await link(own, path).catch((thrown) => {
      if (isCode(thrown, "EEXIST") || isCode(thrown, "ENOENT")) return;
      // Not every file system has links.
      return writeFile(path, text, { flag: "wx", mode: 0o600 });
    });
  } catch (thrown) {
    if (!isCode(thrown, "EEXIST")) throw thrown;
  } finally {
    await unlink(own).catch(() => {});
  }
  // A process that was stopped while it wrote may have been taken for a killed one.
  return (await textOf(path)) === text;
}

async function holds(path: string, token: string): Promise<boolean> {
  const text = await textOf(path);
  return text !== null && holderIn(text)?.token === token;
}

async function release(path: string, token: string): Promise<void> {
  if (!ours.has(token)) return;
  if (await holds(path, token)) await unlink(path);
  ours.delete(token);
}

/** Removes a lock with this text, unless it is another's by now; nothing while another process removes one. */
async function remove(path: string, text: string): Promise<void> {
  const guard = `${path}.removing`;
  const own = randomUUID();
  if (!(await create(guard, own))) {
    // Its remover may have been killed.
    if (await isOlder(guard, WRITTEN_WITHIN_MILLISECONDS)) await unlink(guard).catch(() => {});
    return;
  }
  try {
    await removeAlone(path, text);
  } finally {
    if ((await textOf(guard)) === own) await unlink(guard);
  }
}

async function removeAlone(path: string, text: string): Promise<void> {
  if ((await textOf(path)) !== text) return;
  const taken = besides(path);
  try {
    await rename(path, taken);
  } catch (thrown) {
    if (isCode(thrown, "ENOENT")) return;
    throw thrown;
  }
  // If this process was stopped meanwhile, another may have taken the lock since it was read. Where it cannot be put back, its holder sees the loss.
  if ((await textOf(taken)) !== text) await link(taken, path).catch(() => {});
  await unlink(taken);
  await removeLeftovers(path);
}

/** A path for a file of a moment. */
function besides(path: string): string {
  return `${path}.${randomUUID()}`;
}

async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const left = join(folder, name);
    if (await isOlder(left, LEFT_AFTER_MILLISECONDS)) await unlink(left).catch(() => {});
  }
}

async function isOlder(path: string, milliseconds: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs >= milliseconds;
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await patiently(() => readFile(path, "utf8"));
  } catch (thrown) {
    if (isCode(thrown, "ENOENT")) return null;
    throw thrown;
  }
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await patiently(work);
  } catch (thrown) {
    throw mediumFailure(thrown);
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + REFUSES_WITHIN_MILLISECONDS;
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      const isPassing = process.platform === "win32" && isRefusal(thrown);
      if (!isPassing || performance.now() > until) throw thrown;
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
}

function ofAnotherUser(path: string, cause: unknown): MemoryBankError {
  return storeFailure(
    { kind: "busy", detail: `a process of another user, whose lock is ${path}` },
    cause,
  );
}

function isRefusal(thrown: unknown): boolean {
  return REFUSALS.has((thrown as NodeJS.ErrnoException | null)?.code);
}

function isCode(thrown: unknown, code: string): boolean {
  return (thrown as NodeJS.ErrnoException | null)?.code === code;
}
