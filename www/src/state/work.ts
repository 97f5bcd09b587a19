/** What a language model does in a run: whom it answers, which tools it uses, what it is writing. */

import type { Event } from "../bank/types.ts";

/** A tool that was used. */
export interface ToolUse {
  /** How many steps of this run were completed before. */
  readonly step: number;
  readonly tool: string;
  readonly arguments: string;
  readonly succeeded: boolean;
  readonly outcome: string;
}

/** What one agent has asked for. */
export interface Spending {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Whether some of it is our estimate. */
  readonly estimated: boolean;
}

/** What was done in one run. */
export interface Work {
  /** By the agent's name, in the order in which they came. */
  readonly spending: ReadonlyMap<string, Spending>;
  readonly tools: readonly ToolUse[];
  /** Steps completed in this run. */
  readonly steps: number;
  /** The answer as far as it is written; empty before and after. */
  readonly writing: string;
}

/** Before anything is asked. */
export const NOTHING_ASKED: Work = { spending: new Map(), tools: [], steps: 0, writing: "" };

const NO_SPENDING: Spending = {
  calls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  estimated: false,
};

/** The work after an event; the same where the event is none of it. */
export function afterEvent(work: Work, event: Event): Work {
  switch (event.type) {
    case "agentCall":
      return { ...work, spending: withCall(work.spending, event) };
    case "toolCall": {
      const { tool, arguments: given, succeeded, outcome } = event;
      const use = { step: work.steps, tool, arguments: given, succeeded, outcome };
      return { ...work, tools: [...work.tools, use] };
    }
    case "taskCompleted":
      return { ...work, steps: work.steps + 1 };
    case "answerDelta":
      return { ...work, writing: work.writing + event.text };
    // Words of a reply that broke off are told again.
    case "warning":
    case "answered":
      return work.writing === "" ? work : { ...work, writing: "" };
    default:
      return work;
  }
}

function withCall(
  spending: Work["spending"],
  event: Extract<Event, { type: "agentCall" }>,
): Work["spending"] {
  const before = spending.get(event.agent) ?? NO_SPENDING;
  return new Map(spending).set(event.agent, sum(before, { ...event, calls: 1 }));
}

/** Both together. */
export function sum(one: Spending, other: Spending): Spending {
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    estimated: one.estimated || other.estimated,
  };
}

/** All agents together. */
export function total({ spending }: Pick<Work, "spending">): Spending {
  return [...spending.values()].reduce(sum, NO_SPENDING);
}

/** The tools that were used for the task at this place of the list of completed ones, of which this run did the last. */
export function toolsOf(work: Work, place: number, completed: number): ToolUse[] {
  const step = place - (completed - work.steps);
  return work.tools.filter((use) => use.step === step);
}
