/** What a language model does in a run: whom it answers, which tools it uses, what it is writing. */

import type { Budget, Cost, Event, Ledger, ServiceSpending, Spent } from "../bank/types.ts";

/** A tool that was used. */
export interface ToolUse {
  /** How many steps of this run were completed before. */
  readonly step: number;
  readonly tool: string;
  readonly arguments: string;
  readonly succeeded: boolean;
  readonly outcome: string;
}

/** What one agent has asked for, or one service was asked for. */
export interface Spending {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Whether some of it is our estimate. */
  readonly estimated: boolean;
  /** What it cost by currency, as far as prices are known. */
  readonly money: Readonly<Record<string, number>>;
  /** Calls whose price is not known: what they cost is not in `money`. */
  readonly unpriced: number;
}

/** How much of its budget a run has spent. */
export interface BudgetState {
  readonly spent: Spent;
  readonly limits: Budget;
}

/** What one step, or the plan, was given of long-term memory. */
export interface Given extends Omit<Extract<Event, { type: "memoryUsed" }>, "type"> {
  /** How many steps of this run were completed before. */
  readonly step: number;
}

/** That the run went round in circles. */
export interface Loop extends Omit<Extract<Event, { type: "loopFound" }>, "type"> {
  /** How many steps of this run were completed before. */
  readonly step: number;
}

/** What long-term memory took of the run. */
export type Learned = Omit<Extract<Event, { type: "learned" }>, "type">;

/** What was done in one run. */
export interface Work {
  /** By the agent's name, in the order in which they came. */
  readonly spending: ReadonlyMap<string, Spending>;
  /** Searches and pages; known once the run has ended. */
  readonly services: readonly ServiceSpending[];
  /** As of the last call; `null` before the first. */
  readonly budget: BudgetState | null;
  readonly tools: readonly ToolUse[];
  readonly given: readonly Given[];
  readonly loops: readonly Loop[];
  /** `null` before that is known. */
  readonly learned: Learned | null;
  /** Steps completed in this run. */
  readonly steps: number;
  /** The answer as far as it is written; empty before and after. */
  readonly writing: string;
}

/** Before anything is asked. */
export const NOTHING_ASKED: Work = {
  spending: new Map(),
  services: [],
  budget: null,
  tools: [],
  given: [],
  loops: [],
  learned: null,
  steps: 0,
  writing: "",
};

const NO_SPENDING: Spending = {
  calls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  estimated: false,
  money: {},
  unpriced: 0,
};

/** The work after an event; the same where the event is none of it. */
export function afterEvent(work: Work, event: Event): Work {
  switch (event.type) {
    case "agentCall":
      return { ...work, spending: withCall(work.spending, event) };
    case "budget":
      return { ...work, budget: { spent: event.spent, limits: event.limits } };
    case "toolCall": {
      const { tool, arguments: given, succeeded, outcome } = event;
      const use = { step: work.steps, tool, arguments: given, succeeded, outcome };
      return { ...work, tools: [...work.tools, use] };
    }
    case "memoryUsed": {
      const { purpose, items } = event;
      return { ...work, given: [...work.given, { step: work.steps, purpose, items }] };
    }
    case "loopFound": {
      const { actions, errorType, repeats } = event;
      return {
        ...work,
        loops: [...work.loops, { step: work.steps, actions, errorType, repeats }],
      };
    }
    case "learned": {
      const { steps, fragments, whyNothing } = event;
      return { ...work, learned: { steps, fragments, whyNothing } };
    }
    case "taskCompleted":
      return { ...work, steps: work.steps + 1 };
    case "answerDelta":
      return { ...work, writing: work.writing + event.text };
    // After a reply that broke off, or was no answer, the words begin anew.
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
  const call = { ...event, calls: 1, ...paid(event.cost, 1) };
  return new Map(spending).set(event.agent, sum(before, call));
}

function paid(cost: Cost | null, calls: number): Pick<Spending, "money" | "unpriced"> {
  if (cost === null) return { money: {}, unpriced: calls };
  return { money: { [cost.currency]: cost.amount }, unpriced: 0 };
}

/** The work as the run's ledger has it, which knows more than the events told: calls that failed, and services. */
export function settled(work: Work, { models, services }: Ledger): Work {
  const spending = new Map<string, Spending>();
  for (const { agent, cost, estimatedCalls, ...counts } of models) {
    const spent = { ...counts, estimated: estimatedCalls > 0, ...paid(cost, counts.calls) };
    spending.set(agent, sum(spending.get(agent) ?? NO_SPENDING, spent));
  }
  return { ...work, spending, services };
}

/** What a service was asked for: no tokens. */
export function ofService({ calls, cost }: ServiceSpending): Spending {
  return { ...NO_SPENDING, calls, ...paid(cost, calls) };
}

/** Both together. */
export function sum(one: Spending, other: Spending): Spending {
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    estimated: one.estimated || other.estimated,
    money: moneySum(one.money, other.money),
    unpriced: one.unpriced + other.unpriced,
  };
}

function moneySum(one: Spending["money"], other: Spending["money"]): Spending["money"] {
  const added = Object.entries(other).map(([currency, amount]) => [
    currency,
    (one[currency] ?? 0) + amount,
  ]);
  return { ...one, ...Object.fromEntries(added) };
}

/** All agents and services together. */
export function total({ spending, services }: Pick<Work, "spending" | "services">): Spending {
  return [...spending.values(), ...services.map(ofService)].reduce(sum, NO_SPENDING);
}

/** What of it belongs to the task at this place of the list of completed ones, of which this run did the last. */
function ofTask<T extends { step: number }>(
  all: readonly T[],
  { steps }: Work,
  place: number,
  completed: number,
): T[] {
  const step = place - (completed - steps);
  return all.filter((one) => one.step === step);
}

/** The tools that were used for the task at this place of the list of completed ones. */
export function toolsOf(work: Work, place: number, completed: number): ToolUse[] {
  return ofTask(work.tools, work, place, completed);
}

/** What that task was given of long-term memory; what plans were given belongs to none. */
export function givenOf(work: Work, place: number, completed: number): Given[] {
  const given = work.given.filter(({ purpose }) => purpose !== "planning");
  return ofTask(given, work, place, completed);
}

/** The loops that were found in that task. */
export function loopsOf(work: Work, place: number, completed: number): Loop[] {
  return ofTask(work.loops, work, place, completed);
}
