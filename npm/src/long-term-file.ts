/** Both long-term memories in one file: what each exports, one after the other. */
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

/**
 * How the first line of exported trajectories begins; all before it is of the other memory. What an editor put before it
 * is on that line alone: over several, a file of empty lines would be searched anew from each of them.
 */
const TRAJECTORIES = /^[\uFEFF \t]*\{\s*"format":\s*"amb-trajectory-memory"/m;

/** The file, in parts. */
export async function* longTermFile(bank: LongTermMemories): AsyncGenerator<string> {
  yield* bank.memory.export();
  yield* bank.trajectories.export();
}

/** Takes a file in, or either memory's own. It is checked whole before either memory takes its part. */
export async function importLongTerm(
  bank: LongTermMemories,
  lines: string,
): Promise<ImportedLongTerm> {
  const { memories, trajectories } = partsOf(lines);
  // A part that is alone is checked whole by its own import.
  if (memories !== null && trajectories !== null) {
    await bank.memory.checkImport(memories);
    await bank.trajectories.checkImport(trajectories);
  }
  return {
    memories: memories === null ? null : await bank.memory.import(memories),
    trajectories: trajectories === null ? null : await bank.trajectories.import(trajectories),
  };
}

/**
 * What each memory is to take. The second part begins with as many empty lines as the first has lines, so that lines keep
 * their numbers.
 */
function partsOf(lines: string): { memories: string | null; trajectories: string | null } {
  const at = lines.search(TRAJECTORIES);
  if (at < 0) return { memories: lines, trajectories: null };
  const memories = lines.slice(0, at);
  const before = memories.split("\n").length - 1;
  return {
    memories: memories.trim() === "" ? null : memories,
    trajectories: "\n".repeat(before) + lines.slice(at),
  };
}
