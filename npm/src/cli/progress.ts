/** Progress on standard error. */
import type { Activity, Event } from "../types.ts";
import { costText } from "./spending.ts";
import { fitting, oneLine, type Screen } from "./terminal.ts";

/** A screen that is written to. */
export interface Output extends Screen {
  write(text: string): unknown;
}

/** Shows how work moves on. */
export interface Progress {
  show(activity: string, done: number, total: number): void;
  /** Prints a permanent line, for those who follow the progress. */
  note(line: string): void;
  /** A line that stays, in every case. */
  say(line: string): void;
  /** Takes the bar away. */
  clear(): void;
}

/** A bar on a terminal, few lines elsewhere, none when quiet; messages stay in every case. */
export function progressOn(output: Output, quiet: boolean): Progress {
  if (quiet) return new Lines(output, false);
  return output.isTTY ? new Bar(output) : new Lines(output, true);
}

/** Shows an event that people want to know of while they wait. */
export function showEvent(event: Event, progress: Progress): void {
  if (event.type === "agentCall") progress.note(agentCall(event));
  if (event.type === "toolCall") progress.note(toolCall(event));
  if (event.type === "progress")
    progress.show(activityText(event.activity), event.done, event.total);
  if (event.type === "warning") progress.say(`warning: ${event.message}`);
  if (event.type === "source") {
    for (const note of event.notes) progress.say(`note: ${event.document}: ${note}`);
  }
}

function activityText(activity: Activity): string {
  switch (activity.kind) {
    case "reading":
      return `Reading ${activity.document}`;
    case "linking":
      return `Linking topics of ${activity.document}`;
    case "comparing":
      return "Comparing topics by meaning";
  }
}

function agentCall(event: Extract<Event, { type: "agentCall" }>): string {
  const { agent, model, inputTokens, cachedTokens, outputTokens, estimated, cost } = event;
  const about = estimated ? "about " : "";
  const cached = cachedTokens > 0 ? ` (${cachedTokens} cached)` : "";
  const tokens = `${about}${inputTokens} tokens read${cached}, ${about}${outputTokens} written`;
  return `${agent} agent, ${model}: ${tokens}, ${cost ? costText(cost) : "price not known"}`;
}

function toolCall(event: Extract<Event, { type: "toolCall" }>): string {
  const said = event.succeeded ? event.outcome : `failed: ${event.outcome}`;
  return `${event.tool} ${event.arguments}: ${said}`;
}

const LONGEST_LINE = 2000;

/** Writes a permanent line: always one line, for any text of a document or a service. */
function write(output: Output, line: string): void {
  output.write(`${oneLine(line).slice(0, LONGEST_LINE)}\n`);
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
    const line = `${bar} ${percent} % ${oneLine(activity)}`;
    const fits = fitting(line, (this.#output.columns ?? 80) - 1);
    if (fits === this.#shown) return;
    this.#shown = fits;
    this.#output.write(ERASE_LINE + fits);
  }

  note(line: string): void {
    this.say(line);
  }

  say(line: string): void {
    this.clear();
    write(this.#output, line);
  }

  clear(): void {
    if (this.#shown !== "") this.#output.write(ERASE_LINE);
    this.#shown = "";
  }
}

/** A line for each activity and each quarter of it, even if activities alternate: a log is read later. */
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
    write(this.#output, `${activity}: ${percent} %`);
  }

  note(line: string): void {
    if (this.#showsProgress) write(this.#output, line);
  }

  say(line: string): void {
    write(this.#output, line);
  }

  clear(): void {}
}

function shareOf(done: number, total: number): number {
  return total > 0 ? Math.min(done / total, 1) : 0;
}
