/** Both long-term memories in one file: what each exports, one after the other. */
import { MemoryBankError } from "./errors.ts";
import type { HierarchicalMemory } from "./hierarchical-memory.ts";
import type { TrajectoryMemory } from "./trajectory-memory.ts";
import type { ImportedMemories, ImportedTrajectories } from "./types.ts";

/** What was taken in of a file; `null` for a memory that it holds nothing of. */
export interface ImportedLongTerm {
  memories: ImportedMemories | null;
  trajectories: ImportedTrajectories | null;
}

/** The two memories of a bank. */
export interface LongTermMemories {
  memory: Pick<HierarchicalMemory, "export" | "import" | "checkImport">;
  trajectories: Pick<TrajectoryMemory, "export" | "import" | "checkImport">;
}

/** Names the format of the whole; each part names its own. */
const FORMAT = "amb-long-term-memory";
const VERSION = 1;

/** The first line of the whole, behind what an editor put before it. */
const HEADER = /^\s*(\{\s*"format":\s*"amb-long-term-memory".*)/;

/**
 * How the first line of exported trajectories begins; all before it is of the other memory. What an editor put before it
 * is on that line alone: over several, a file of empty lines would be searched anew from each of them.
 */
const TRAJECTORIES = /^[\uFEFF \t]*\{\s*"format":\s*"amb-trajectory-memory"/m;

/** The file, in parts. Its first line says that both memories follow, so that a file without the second was cut off. */
export async function* longTermFile(bank: LongTermMemories): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`;
  yield* bank.memory.export();
  yield* bank.trajectories.export();
}

/** Takes a file in, or either memory's own. It is checked whole before either memory takes its part. */
export async function importLongTerm(
  bank: LongTermMemories,
  lines: string,
): Promise<ImportedLongTerm> {
  const { memories, trajectories } = partsOf(lines);
  // An import checks its own part whole before it takes any of it in. The first one must know of the second part, too.
  if (memories !== null && trajectories !== null) await bank.trajectories.checkImport(trajectories);
  return {
    memories: memories === null ? null : await bank.memory.import(memories),
    trajectories: trajectories === null ? null : await bank.trajectories.import(trajectories),
  };
}

/**
 * What each memory is to take: of a file of both, a part for each, if it was cut off an empty one. Each begins with as many
 * empty lines as there are lines before it, so that lines keep their numbers.
 */
function partsOf(lines: string): { memories: string | null; trajectories: string | null } {
  const header = HEADER.exec(lines);
  if (header?.[1] !== undefined) checkVersion(header[1], linesBefore(header[0]) + 1);
  const begin = header?.[0].length ?? 0;
  const found = lines.search(TRAJECTORIES);
  if (found < 0 && header === null) return { memories: lines, trajectories: null };
  const at = found < 0 ? lines.length : found;
  const memories = emptied(lines.slice(0, begin)) + lines.slice(begin, at);
  return {
    memories: header === null && memories.trim() === "" ? null : memories,
    trajectories: emptied(lines.slice(0, at)) + lines.slice(at),
  };
}

function checkVersion(header: string, line: number): void {
  const version = /"version":\s*(\d+)/.exec(header)?.[1];
  if (version === String(VERSION)) return;
  const newer = version !== undefined && Number(version) > VERSION;
  throw new MemoryBankError(
    newer ? "import_too_new" : "import_malformed",
    newer
      ? `line ${line} of the file: version ${version}; versions up to ${VERSION} can be read: update to import it`
      : `line ${line} of the file: this is no line of an exported memory: it names no version`,
  );
}

/** As many empty lines as a text has. */
function emptied(text: string): string {
  return "\n".repeat(linesBefore(text));
}

function linesBefore(text: string): number {
  return text.split("\n").length - 1;
}
