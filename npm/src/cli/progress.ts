/** What is being done, on standard error. */
import type { Event } from "../types.ts";
import { fitting, harmless, type Screen } from "./terminal.ts";

/** A screen that is written to. */
export interface Output extends Screen {
  write(text: string): unknown;
}

/** Shows how work moves on. */
export interface Progress {
  show(activity: string, done: number, total: number): void;
  /** A line that stays. */
  say(line: string): void;
  /** Takes the bar away. */
  clear(): void;
}

/** A bar on a terminal, few lines elsewhere, nothing when quiet; what is said stays in every case. */
export function progressOn(output: Output, quiet: boolean): Progress {
  if (quiet) return new Lines(output, false);
  return output.isTTY ? new Bar(output) : new Lines(output, true);
}

/** Shows an event that people want to know of while they wait. */
export function showEvent(event: Event, progress: Progress): void {
  if (event.type === "progress") progress.show(event.activity, event.done, event.total);
  if (event.type === "warning") progress.say(`warning: ${event.message}`);
  if (event.type === "source") {
    for (const note of event.notes) progress.say(`note: ${event.document}: ${note}`);
  }
}

const ERASE_LINE = "\r\x1b[K";
const BAR_WIDTH = 24;

class Bar implements Progress {
  readonly #output: Output;
  #shown = "";

  constructor(output: Output) {
    this.#output = output;
  }

  show(activity: string, done: number, total: number): void {
    const share = shareOf(done, total);
    const filled = Math.round(share * BAR_WIDTH);
    const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
    const percent = `${Math.floor(share * 100)}`.padStart(3);
    const line = `${bar} ${percent} % ${harmless(activity)}`;
    const fits = fitting(line, (this.#output.columns ?? 80) - 1);
    if (fits === this.#shown) return;
    this.#shown = fits;
    this.#output.write(ERASE_LINE + fits);
  }

  say(line: string): void {
    this.clear();
    this.#output.write(`${harmless(line)}\n`);
  }

  clear(): void {
    if (this.#shown !== "") this.#output.write(ERASE_LINE);
    this.#shown = "";
  }
}

/** A line for each activity and each quarter of it, even where activities take turns: a log is read later. */
class Lines implements Progress {
  readonly #output: Output;
  readonly #showsProgress: boolean;
  readonly #shown = new Map<string, number>();

  constructor(output: Output, showsProgress: boolean) {
    this.#output = output;
    this.#showsProgress = showsProgress;
  }

  show(activity: string, done: number, total: number): void {
    const percent = Math.floor(shareOf(done, total) * 4) * 25;
    if (!this.#showsProgress || percent <= (this.#shown.get(activity) ?? -1)) return;
    this.#shown.set(activity, percent);
    this.#output.write(`${harmless(activity)}: ${percent} %\n`);
  }

  say(line: string): void {
    this.#output.write(`${harmless(line)}\n`);
  }

  clear(): void {}
}

function shareOf(done: number, total: number): number {
  return total > 0 ? Math.min(done / total, 1) : 0;
}
