/** What a run had to do with long-term memory: what it was given, loops that were found, what was learned of it. */
import type { Event, FoundBy, MemoryItem, Trust } from "../types.ts";
import { labelsIn } from "./labels.ts";

type Happened<T extends Event["type"]> = Omit<Extract<Event, { type: T }>, "type">;

/** All of it, as plain data. */
export interface MemoryTold {
  /** What was given, and for what. */
  used: Happened<"memoryUsed">[];
  loops: Happened<"loopFound">[];
  /** `null` where nothing is learned, as without a language model. */
  learned: Happened<"learned"> | null;
}

/** What of a run's events is memory's. */
export class MemoryEvents {
  readonly told: MemoryTold = { used: [], loops: [], learned: null };

  /** Notes an event, if it is of memory, and gives the lines that tell it. */
  take(event: Event): string[] {
    switch (event.type) {
      case "memoryUsed": {
        const { purpose, items } = event;
        this.told.used.push({ purpose, items });
        return items.map((item) => `${PURPOSES[purpose]}: ${itemText(item)}`);
      }
      case "loopFound": {
        const { actions, errorType, repeats } = event;
        this.told.loops.push({ actions, errorType, repeats });
        return [`going round in circles: ${actions.join(", ")}: ${errorType}, ${repeats} times`];
      }
      case "learned": {
        const { steps, fragments, whyNothing } = event;
        this.told.learned = { steps, fragments, whyNothing };
        return [learnedText(event)];
      }
      default:
        return [];
    }
  }
}

const PURPOSES = {
  planning: "memory, for the plan",
  step: "memory, for a step",
  loop: "memory, out of the loop",
} as const;

const KINDS = {
  memory: "of you",
  core: "set by you",
  methodology: "from runs",
  fragment: "from a run",
} as const;

/** Characters of a text that a line shows. */
const SHOWN = 300;

function itemText({ id, kind, isWarning, text, trust, foundBy }: MemoryItem): string {
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  const isFromRuns = kind === "methodology" || kind === "fragment";
  const trusted = isFromRuns ? runTrustText(trust) : trustText(trust);
  const source = [KINDS[kind], trusted, ...foundBy.map(placeText)].join(", ");
  return `“${shown}” (${isWarning ? "a warning, " : ""}${source}; ${id})`;
}

/** How far something can be trusted. */
export function trustText(trust: Trust): string {
  return trust === "given" ? "given by you" : labelsIn("en").trust[trust];
}

/** Likewise of what runs have taught, which may be put into words without a model. */
export function runTrustText(trust: Trust): string {
  return trust === "model" ? "from what an agent did" : trustText(trust);
}

function placeText(by: FoundBy): string {
  if ("channel" in by) return `${by.channel.channel} ${by.channel.rank}`;
  return `${by.dimension.dimension} ${by.dimension.rank}`;
}

function learnedText({ steps, fragments, whyNothing }: Happened<"learned">): string {
  if (whyNothing !== null) return `nothing was learned from this run: ${whyNothing}`;
  return `learned from ${steps} steps; telling parts that are kept: ${fragments}`;
}
