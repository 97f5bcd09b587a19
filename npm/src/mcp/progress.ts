/** The progress of a run, as lines for the client; and its warnings, for the reply. */
import { type Progress, showEvent } from "../cli/progress.ts";
import { oneLine } from "../cli/terminal.ts";
import type { Event } from "../types.ts";
import type { ToolContext } from "./tool.ts";

/** Longest line, in characters. */
const LONGEST = 500;

/** Share of an activity after which it is told of again. */
const STEP = 0.05;

/** Tells a client of a run, event by event. */
export class RunProgress {
  readonly warnings: string[] = [];
  readonly #progress: Progress;

  constructor({ tell }: Pick<ToolContext, "tell">) {
    this.#progress = linesTo((line) => tell(oneLine(line).slice(0, LONGEST)));
  }

  /** Takes the next event. */
  take(event: Event): void {
    if (event.type === "runStarted") this.#progress.note(`kept as ${event.docId}`);
    if (event.type === "plan" && event.task !== null) this.#progress.note(`plan: ${event.task}`);
    if (event.type === "warning") this.warnings.push(event.message);
    showEvent(event, this.#progress);
  }
}

/** Tells of each activity at most every twentieth part. */
function linesTo(tell: (line: string) => void): Progress {
  const shown = new Map<string, number>();
  return {
    show(activity, done, total) {
      const share = total > 0 ? Math.min(done / total, 1) : 0;
      const last = shown.get(activity);
      if (last !== undefined && share < last + STEP) return;
      shown.set(activity, share);
      tell(`${activity}: ${Math.floor(share * 100)} %`);
    },
    note: tell,
    say: tell,
    clear() {},
  };
}
