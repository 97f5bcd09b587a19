/** Names of the files of runs. */
import { createHash } from "node:crypto";

const ENDING = ".run";

/** Identifiers that are valid file names: UUIDs, the usual ids of runs, and names made of a hash. */
const PLAIN = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|=[0-9a-f]{64})$/;

/** The name of a run's file. For any identifier, the name has no folder in it, and no capital letters. */
export function fileName(id: string): string {
  const plain = PLAIN.test(id) ? id : `=${createHash("sha256").update(id).digest("hex")}`;
  return `${plain}${ENDING}`;
}

/** The key of a file's run if the file does not give its identifier; `null` for another file. */
export function runIn(name: string): string | null {
  if (!name.endsWith(ENDING)) return null;
  const run = name.slice(0, -ENDING.length);
  return PLAIN.test(run) ? run : null;
}
