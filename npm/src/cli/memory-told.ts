/** A run's use of long-term memory: items it was given, loops found, lessons learned from it. */
import type { Event, FoundBy, MemoryItem, Trust } from "../types.ts";
import { labelsIn } from "./labels.ts";

type Happened<T extends Event["type"]> = Omit<Extract<Event, { type: T }>, "type">;

/** All of it, as plain data. */
export interface MemoryTold {
  /** The items given, and their purpose. */
  used: Happened<"memoryUsed">[];
  loops: Happened<"loopFound">[];
  /** `null` where nothing is learned, as without a language model. */
  learned: Happened<"learned"> | null;
}

/** A run's events about memory. */
export class MemoryEvents {
  readonly told: MemoryTold = { used: [], loops: [], learned: null };

  /** Notes an event about memory, and returns its lines. */
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

/** The trust of an item, in words. */
export function trustText(trust: Trust): string {
  return trust === "given" ? "given by you" : labelsIn("en").trust[trust];
}

/** The trust of a lesson, which may be worded without a model. */
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
