/** Both long-term memories in one file: their exports, one after the other. */
import { MemoryBankError } from "./errors.ts";
import type { HierarchicalMemory } from "./hierarchical-memory.ts";
import { type ImportSource, linesOf } from "./import-source.ts";
import type { IncomingFile } from "./incoming-file.ts";
import type { TrajectoryMemory } from "./trajectory-memory.ts";
import type { ImportedMemories, ImportedTrajectories } from "./types.ts";

/** The import result of a file; `null` for a memory that it holds nothing of. */
export interface ImportedLongTerm {
  memories: ImportedMemories | null;
  trajectories: ImportedTrajectories | null;
}

/** The two memories of a bank. */
export interface LongTermMemories {
  memory: Pick<HierarchicalMemory, "export" | "incoming">;
  trajectories: Pick<TrajectoryMemory, "export" | "incoming">;
}

/** Names the format of the whole; each part names its own. */
const FORMAT = "amb-long-term-memory";
const VERSION = 1;

/** The first line of the whole, after characters that an editor put before it. */
const HEADER = /^\s*(\{\s*"format":\s*"amb-long-term-memory".*)/;

/**
 * Start of the first line of exported trajectories; all lines before it are of the other memory. A byte-order mark or
 * blanks that an editor added are on that line alone: across lines, a file of empty lines would be searched anew from
 * each of them.
 */
const TRAJECTORIES = /^[\uFEFF \t]*\{[ \t]*"format":[ \t]*"amb-trajectory-memory"/m;

/**
 * The file, in parts. Its first line announces both memories, so that a file without the second is known to be
 * truncated.
 */
export async function* longTermFile(bank: LongTermMemories): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`;
  yield* bank.memory.export();
  yield* bank.trajectories.export();
}

/** Takes a file in, or either memory's own. Both parts are checked whole before either memory takes its own. */
export async function importLongTerm(
  bank: LongTermMemories,
  file: ImportSource,
): Promise<ImportedLongTerm> {
  const sorting = new Sorting(bank);
  const { memories, trajectories } = sorting;
  try {
    for await (const lines of linesOf(file)) await sorting.read(lines);
    await sorting.end();
    if (memories.isBegun) await memories.check();
    if (trajectories.isBegun) await trajectories.check();
    return {
      memories: memories.isBegun ? await memories.takeIn() : null,
      trajectories: trajectories.isBegun ? await trajectories.takeIn() : null,
    };
  } finally {
    await Promise.all([memories.drop(), trajectories.drop()]);
  }
}

/**
 * Hands each memory its part: of a file of both to each, if it was cut off an empty one. Each begins with as many
 * empty lines as there are lines before it, so that lines keep their numbers.
 */
class Sorting {
  readonly memories: IncomingFile<ImportedMemories>;
  readonly trajectories: IncomingFile<ImportedTrajectories>;
  /** Lines that were read. */
  #before = 0;
  #isOfBoth = false;

  constructor({ memory, trajectories }: LongTermMemories) {
    this.memories = memory.incoming();
    this.trajectories = trajectories.incoming();
  }

  async read(lines: string): Promise<void> {
    const rest = this.#isBegun ? lines : await this.#behindHeader(lines);
    if (this.trajectories.isBegun) {
      await this.#handOut(this.trajectories, rest);
      return;
    }
    const found = rest.search(TRAJECTORIES);
    const own = found < 0 ? rest : rest.slice(0, found);
    if (this.#isBegun || own.trim() !== "") await this.#handOut(this.memories, own);
    else this.#before += linesIn(own);
    if (found >= 0) await this.#handOut(this.trajectories, rest.slice(found));
  }

  /** Notes that no lines follow. */
  async end(): Promise<void> {
    if (!this.#isBegun) await this.#handOut(this.memories, "");
    if (this.#isOfBoth && !this.trajectories.isBegun) await this.#handOut(this.trajectories, "");
  }

  get #isBegun(): boolean {
    return this.memories.isBegun || this.trajectories.isBegun;
  }

  async #behindHeader(lines: string): Promise<string> {
    const header = HEADER.exec(lines);
    if (header?.[1] === undefined) return lines;
    this.#before += linesIn(header[0]);
    checkVersion(header[1], this.#before + 1);
    this.#isOfBoth = true;
    await this.#handOut(this.memories, "");
    return lines.slice(header[0].length);
  }

  async #handOut(incoming: IncomingFile<unknown>, text: string): Promise<void> {
    if (!incoming.isBegun) await incoming.read("\n".repeat(this.#before));
    if (text !== "") await incoming.read(text);
    this.#before += linesIn(text);
  }
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

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}
