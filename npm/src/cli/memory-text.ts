/** The content of long-term memory, as text for people: a line for each item, whose words cannot break it. */
import type {
  CoreMemory,
  Forgotten,
  MemoryEntry,
  Methodology,
  RecalledMemory,
  Trajectory,
  Upkeep,
} from "../types.ts";
import { runTrustText, trustText } from "./memory-told.ts";
import { oneLine } from "./terminal.ts";
import { timeText } from "./times.ts";

/** The whole memory. */
export interface Kept {
  core: CoreMemory;
  memories: MemoryEntry[];
  methodologies: Methodology[];
  runs: Trajectory[];
}

type Row = [id: string, when: string, source: string, words: string];

/** A line for each thing that is kept. */
export function keptText({ core, memories, methodologies, runs }: Kept): string {
  const set = Object.entries(core).filter(([, text]) => text !== "");
  return linesOf([
    ...set.map(([block, text]): Row => [`core|${block}`, "", "set by you", text]),
    ...memories.map(memoryRow),
    ...methodologies.map(methodologyRow),
    ...runs.map(runRow),
  ]);
}

/** A line for each memory that is forgotten. */
export function forgottenText(forgotten: Forgotten[]): string {
  return linesOf(
    forgotten.map(({ entry, forgotten_at }): Row => {
      const [id, , source, words] = memoryRow(entry);
      return [id, timeText(forgotten_at), source, words];
    }),
  );
}

/** A line for each memory that came to mind, with the lists that it was found in. */
export function recalledText(memories: RecalledMemory[]): string {
  return linesOf(
    memories.map(({ entry, ranks }): Row => {
      const [id, when, source, words] = memoryRow(entry);
      const found = ranks.map(({ channel, rank }) => `${channel} ${rank}`);
      return [id, when, [source, ...found].join(", "), words];
    }),
  );
}

/** The results of tidying up, and the rest of the work. */
export function tidiedText({ reflection, consolidation, trajectories }: Upkeep): string[] {
  const insights = reflection.insights.filter(({ outcome }) => outcome === "stored");
  const { facts, compressed, forgotten } = consolidation.report;
  const { methodologies } = trajectories.revised;
  return [
    `tidied up: ${insights.length} new insights, ${facts.length} new facts, ${compressed.length} new summaries, ${forgotten.length} forgotten, ${methodologies.length} methodologies and warnings made or changed`,
    ...(consolidation.more || trajectories.more ? ["more is left: memory tidy again goes on"] : []),
  ];
}

/** The number of entries that can now be found by meaning. */
export function embeddedText({ memoryVectors, trajectoryVectors }: Upkeep): string[] {
  const embedded = memoryVectors.embedded + trajectoryVectors.embedded;
  return embedded > 0 ? [`${embedded} texts can be found by meaning that could not`] : [];
}

function memoryRow({ id, created_at, trust, layer, content }: MemoryEntry): Row {
  const kind = layer === "semantic" ? "concluded, " : "";
  return [id, timeText(created_at), `${kind}${trustText(trust)}`, content];
}

function methodologyRow(methodology: Methodology): Row {
  const { id, kind, created, trust, situation, strategy } = methodology;
  const words = `${situation}: ${strategy}`;
  return [id, timeText(created), `${kind} from runs, ${runTrustText(trust)}`, words];
}

function runRow({ id, ended_at, success, task_type, summary }: Trajectory): Row {
  return [id, timeText(ended_at), success ? "a run" : "a run that failed", summary || task_type];
}

function linesOf(rows: Row[]): string {
  const plain = rows.map((row) => row.map(oneLine));
  const width = (column: number) => Math.max(...plain.map((row) => (row[column] ?? "").length));
  const widths = plain.length === 0 ? [] : [0, 1, 2].map(width);
  return plain
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
    .map((cells) => `${cells.join("  ").trimEnd()}\n`)
    .join("");
}
