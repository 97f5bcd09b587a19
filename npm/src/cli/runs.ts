/** The runs that are kept in a folder: listed, or deleted. */
import type { RunStore } from "../node.ts";
import type { RunHead } from "../types.ts";
import { type RunsArguments, UsageError } from "./arguments.ts";
import { EXIT } from "./failures.ts";
import {
  type Folder,
  type FolderWorld,
  folderOf,
  isThere,
  nothingYet,
  openFolder,
} from "./folder.ts";
import type { Output } from "./progress.ts";
import { oneLine } from "./terminal.ts";
import { timeText } from "./times.ts";

/** Everything that the command touches; a test gives its own. */
export interface RunsWorld extends FolderWorld {
  output: Output;
  errors: Output;
}

/** Lists runs or deletes one, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function listOrDelete(wanted: RunsArguments, world: RunsWorld): Promise<number> {
  const folder = await folderOf(wanted, world);
  if (!(await isThere(folder))) return withoutFolder(wanted, folder, world);
  const { store } = await openFolder(folder, world);
  try {
    if (wanted.deleted === null) {
      list(await listed(store), `no run is kept in ${folder.path}`, wanted, world);
    } else {
      await store.delete(wanted.deleted);
      world.errors.write(`deleted ${oneLine(wanted.deleted)}\n`);
    }
    return EXIT.answered;
  } finally {
    await store.close();
  }
}

/** A run in the list. */
export interface ListedRun extends RunHead {
  /** True if it is under way now, in any process. */
  atWork: boolean;
}

async function listed(store: RunStore): Promise<ListedRun[]> {
  // A run that ends between the two must not seem to be cut off.
  const atWork = await store.atWork();
  const runs = await store.runs();
  return runs.map((run) => ({ ...run, atWork: atWork.includes(run.id) }));
}

/** Nothing is kept yet, and a list makes no folder. */
function withoutFolder(wanted: RunsArguments, folder: Folder, world: RunsWorld): number {
  const { deleted } = wanted;
  if (deleted !== null) throw new UsageError(`no run ${deleted} is kept: ${nothingYet(folder)}`);
  list([], nothingYet(folder), wanted, world);
  return EXIT.answered;
}

function list(
  runs: ListedRun[],
  none: string,
  { json }: RunsArguments,
  { output, errors }: RunsWorld,
): void {
  if (json) output.write(`${JSON.stringify(runs, null, 2)}\n`);
  else if (runs.length === 0) errors.write(`${none}\n`);
  else output.write(runsText(runs));
}

/** A line for each run. */
export function runsText(runs: ListedRun[]): string {
  const rows = runs.map((run) => [
    run.id,
    standing(run),
    timeText(run.updated),
    sizeText(run.bytes),
    oneLine(run.question),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return lines.map((cells) => `${cells.join("  ").trimEnd()}\n`).join("");
}

/** The state of a run. */
function standing({ state, atWork }: ListedRun): string {
  switch (state.state) {
    case "running":
      return atWork ? "at work" : "cut off";
    case "paused":
      return atWork ? "at work" : "stopped";
    case "finished":
      return state.termination === "answer" ? "answered" : `ended: ${oneLine(state.termination)}`;
    case "failed":
      return `failed: ${oneLine(state.code)}`;
  }
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
