/** What the files of runs are called. */
import { createHash } from "node:crypto";

const ENDING = ".run";

/** Identifiers that are file names as they are: UUIDs, which is what runs are called, and names made of a hash. */
const PLAIN = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|=[0-9a-f]{64})$/;

/** The name of a run's file. Whatever the identifier is, the name has no folder in it, and no capital letters. */
export function fileName(id: string): string {
  const plain = PLAIN.test(id) ? id : `=${createHash("sha256").update(id).digest("hex")}`;
  return `${plain}${ENDING}`;
}

/** What stands for a file's run where the file does not say its identifier; `null` for a file that is no run's. */
export function runIn(name: string): string | null {
  if (!name.endsWith(ENDING)) return null;
  const run = name.slice(0, -ENDING.length);
  return PLAIN.test(run) ? run : null;
}
