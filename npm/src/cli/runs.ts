/** The runs that are kept in a folder: listed, or deleted. */
import { stat } from "node:fs/promises";
import type { RunStore } from "../node.ts";
import type { RunHead } from "../types.ts";
import { type RunsArguments, UsageError } from "./arguments.ts";
import { runsFolder } from "./environment.ts";
import { EXIT } from "./failures.ts";
import type { Output } from "./progress.ts";
import { oneLine } from "./terminal.ts";
import { timeText } from "./times.ts";

/** Everything that the command touches; a test gives its own. */
export interface RunsWorld {
  openStore(folder: string): Promise<RunStore>;
  output: Output;
  errors: Output;
  environment: NodeJS.ProcessEnv;
}

/** Lists runs or deletes one, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function listOrDelete(wanted: RunsArguments, world: RunsWorld): Promise<number> {
  const folder = await checkedFolder(wanted.runs, "runs", world.environment);
  const store = await world.openStore(folder);
  try {
    if (wanted.deleted === null) {
      await list(await store.runs(), folder, wanted, world);
    } else {
      await store.delete(wanted.deleted);
      world.errors.write(`deleted ${oneLine(wanted.deleted)}\n`);
    }
    return EXIT.answered;
  } finally {
    await store.close();
  }
}

/**
 * The folder that runs are kept in, for this command. It is made where runs and memories are kept (`mayBeNew`), not where
 * they are looked for.
 */
export async function checkedFolder(
  runs: string | null,
  command: string,
  environment: NodeJS.ProcessEnv,
  mayBeNew = false,
): Promise<string> {
  const folder = runsFolder({ runs }, environment);
  if (folder === undefined) {
    throw new UsageError(`which folder? ${command} --runs FOLDER, or set AMB_RUNS`);
  }
  const found = await stat(folder).catch(() => null);
  if (found === null && mayBeNew) return folder;
  if (!found?.isDirectory()) throw new UsageError(`there is no folder ${folder}: check the path`);
  return folder;
}

async function list(
  runs: RunHead[],
  folder: string,
  { json }: RunsArguments,
  { output, errors }: RunsWorld,
): Promise<void> {
  if (json) output.write(`${JSON.stringify(runs, null, 2)}\n`);
  else if (runs.length === 0) errors.write(`no run is kept in ${folder}\n`);
  else output.write(runsText(runs));
}

/** A line for each run. */
export function runsText(runs: RunHead[]): string {
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

/** How a run stands. The folder is this process's alone, so nobody is at work on one that did not end. */
function standing({ state }: RunHead): string {
  switch (state.state) {
    case "running":
      return "cut off";
    case "paused":
      return "stopped";
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
