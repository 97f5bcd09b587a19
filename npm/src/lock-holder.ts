/** The process that a lock names, and the judgement of its life. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname, uptime } from "node:os";

/** The machine of a process, and its view of the others there. */
interface Surroundings {
  /** The name of the machine, for people. */
  host: string;
  /** Distinguishes the machine from others, as far as that can be: the same after it was started again. */
  machine: string;
  /** Start of the machine, in milliseconds since the Unix epoch, by the clock of now. */
  booted: number;
  /** Distinguishes this start of the machine from any other start of any machine; on Linux alone. */
  boot?: string;
  /** The namespace of process numbers, which containers have of their own; on Linux alone. */
  pids?: string;
}

/** The process that holds a lock. */
export interface Holder extends Partial<Surroundings> {
  pid: number;
  host: string;
  /** Approximate start of the process, in milliseconds since the Unix epoch. */
  started: number;
  /** The start of the process as the kernel counts it; on Linux alone. */
  birth?: string;
  /** Distinguishes this lock from an earlier one of the same process number. */
  token: string;
  /** The name of the lock. */
  name?: string;
  /** The address at which the holder serves others. */
  address?: string;
}

/** By so much the start of a process may seem to lie elsewhere. */
const SAME_START_MILLISECONDS = 1_000;

/** By so much the start of a machine may: its clock is set meanwhile. */
const SAME_BOOT_MILLISECONDS = 60_000;

/** This process, as the locks that it holds name it. */
export function thisProcess(): Omit<Holder, "token"> {
  const birth = statusOf(process.pid)?.birth;
  return { pid: process.pid, started: started(), ...here(), ...(birth && { birth }) };
}

/** The holder in the text of a lock; `null` if there is none. */
export function holderIn(text: string): Holder | null {
  try {
    const { pid, host, started, booted, token, ...rest } = JSON.parse(text);
    const isHolder = [pid, started].every(Number.isSafeInteger) && pid > 0;
    if (!isHolder || typeof host !== "string" || typeof token !== "string") return null;
    const since = Number.isSafeInteger(booted) && { booted };
    return { pid, host, started, token, ...since, ...texts(rest) };
  } catch {
    return null;
  }
}

const TEXTS = ["name", "address", "birth", "machine", "boot", "pids"] as const;

/** The optional facts, as far as they are texts. */
function texts(found: Record<string, unknown>): Pick<Holder, (typeof TEXTS)[number]> {
  const known = TEXTS.filter((key) => typeof found[key] === "string");
  return Object.fromEntries(known.map((key) => [key, found[key]]));
}

/**
 * Returns true or false where it is certain that the holder lives or is gone, else `null`. `isOurs`: this thread has
 * the lock.
 */
export function lives(holder: Holder, isOurs: boolean): boolean | null {
  if (isOurs) return true;
  if (!isOfThisBoot(holder)) return isOfEarlierBoot(holder) ? false : null;
  if (holder.pids !== here().pids) return null;
  if (holder.pid === process.pid) return isThisProcess(holder);
  if (!isThere(holder.pid)) return false;
  const status = statusOf(holder.pid);
  if (status?.isUnburied) return false;
  const isKnown = status?.birth !== undefined && holder.birth !== undefined;
  return isKnown ? status.birth === holder.birth : null;
}

/** Returns true if it proves the end of a holder that a connection to its address fails with this code. */
export function isGoneBy(code: string | undefined, holder: Holder): boolean {
  if (!isOfThisBoot(holder)) return false;
  // A process of another container may have its socket in a folder that is not seen here.
  return code === "ECONNREFUSED" || (code === "ENOENT" && holder.pids === here().pids);
}

let known: Surroundings | undefined;

function here(): Surroundings {
  known ??= surroundings();
  return known;
}

function surroundings(): Surroundings {
  const host = hostname();
  // A network may give a machine another domain, and not all machines have a number.
  const number = textIn("/etc/machine-id") ?? host.split(".")[0];
  const boot = textIn("/proc/sys/kernel/random/boot_id");
  const pids = targetOf("/proc/self/ns/pid");
  return {
    host,
    machine: `${process.platform} ${number}`,
    booted: Math.round(Date.now() - uptime() * 1000),
    ...(boot && { boot }),
    ...(pids && { pids }),
  };
}

function isOfThisBoot({ machine, boot, booted = Number.NaN }: Holder): boolean {
  const own = here();
  if (boot !== undefined || own.boot !== undefined) return boot === own.boot;
  return machine === own.machine && Math.abs(booted - own.booted) < SAME_BOOT_MILLISECONDS;
}

/** It is gone with an earlier start of this machine. Machines that are copies have one number, but not one name. */
function isOfEarlierBoot({ machine, host, started }: Holder): boolean {
  const own = here();
  const isOfThisMachine = machine === own.machine && host === own.host;
  return isOfThisMachine && started < own.booted - SAME_BOOT_MILLISECONDS;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // It is there, and somebody else's.
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** In a container the process after a killed one often has its number, but not its start; other threads have both. */
function isThisProcess({ birth, started: since }: Holder): boolean {
  const own = birth && statusOf(process.pid)?.birth;
  return own ? own === birth : Math.abs(since - started()) < SAME_START_MILLISECONDS;
}

function started(): number {
  return Math.round(Date.now() - process.uptime() * 1000);
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
  const text = textIn(`/proc/${pid}/stat`);
  if (text === undefined) return null;
  // The name of its program, in parentheses, may hold any character.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { isUnburied: fields[0] === "Z", birth: fields[BIRTH] };
}

/** The text of a file of the system; `undefined` if it is missing or empty. */
function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
