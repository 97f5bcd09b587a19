/** A language model's work in a run: its agents, its tools, its current output. */

import type { Budget, Cost, Event, Ledger, ServiceSpending, Spent } from "../bank/types.ts";

/** A tool that was used. */
export interface ToolUse {
  /** Number of this run's steps completed before. */
  readonly step: number;
  readonly tool: string;
  readonly arguments: string;
  readonly succeeded: boolean;
  readonly outcome: string;
}

/** A tool that is at work. */
export type ToolAtWork = Omit<Extract<Event, { type: "toolStarted" }>, "type">;

/** The usage of one agent, or of one service. */
export interface Spending {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** True if a part of it is an estimate. */
  readonly estimated: boolean;
  /** The cost by currency, as far as prices are known. */
  readonly money: Readonly<Record<string, number>>;
  /** Calls without a known price: their cost is not in `money`. */
  readonly unpriced: number;
}

/** The spent part of a run's budget. */
export interface BudgetState {
  readonly spent: Spent;
  readonly limits: Budget;
}

/** The items of long-term memory for one step, or for the plan. */
export interface Given extends Omit<Extract<Event, { type: "memoryUsed" }>, "type"> {
  /** Number of this run's steps completed before. */
  readonly step: number;
}

/** A loop of the run. */
export interface Loop extends Omit<Extract<Event, { type: "loopFound" }>, "type"> {
  /** Number of this run's steps completed before. */
  readonly step: number;
}

/** The lessons of the run in long-term memory. */
export type Learned = Omit<Extract<Event, { type: "learned" }>, "type">;

/** The present work of a run, where no progress is told of it. */
export type Doing =
  | { readonly kind: "planning" }
  /** Number from 1 in this run, and what is to be done; `validates`: a contradiction is checked. */
  | {
      readonly kind: "step";
      readonly number: number;
      readonly task: string;
      readonly validates: boolean;
    }
  | { readonly kind: "answering" };

/** The work of one run. */
export interface Work {
  /** By the agent's name, in the order of their first calls. */
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
  /** `null` while progress is told, and when nothing is done. */
  readonly doing: Doing | null;
  /** The tool that is at work; `null` for none. */
  readonly tool: ToolAtWork | null;
}

/** The state before the first call. */
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
  doing: null,
  tool: null,
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

/** Codes of warnings after which no step is planned, but the answer is made. */
const ENDS_THE_PLAN: readonly string[] = ["budget_reached", "no_progress"];

/** The work after an event; unchanged for other events. */
export function afterEvent(work: Work, event: Event): Work {
  switch (event.type) {
    case "agentCall":
      return { ...work, spending: withCall(work.spending, event) };
    case "budget":
      return { ...work, budget: { spent: event.spent, limits: event.limits } };
    case "toolCall": {
      const { tool, arguments: given, succeeded, outcome } = event;
      const use = { step: work.steps, tool, arguments: given, succeeded, outcome };
      return { ...work, tools: [...work.tools, use], tool: null };
    }
    case "toolStarted":
      return { ...work, tool: { tool: event.tool, arguments: event.arguments } };
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
    case "progress":
      return work.doing === null ? work : { ...work, doing: null };
    case "plan":
      return { ...work, doing: planned(event, work.steps + 1) };
    case "taskCompleted":
      return { ...work, steps: work.steps + 1, doing: { kind: "planning" }, tool: null };
    case "answerDelta":
      return { ...work, writing: work.writing + event.text, doing: { kind: "answering" } };
    // After a reply that broke off, or was no answer, the words begin anew.
    case "warning": {
      const isPlanned = !ENDS_THE_PLAN.includes(event.code);
      return { ...work, writing: "", doing: isPlanned ? work.doing : { kind: "answering" } };
    }
    case "answered":
      return { ...work, writing: "", doing: null };
    default:
      return work;
  }
}

/** After the last step the answer is made. */
function planned({ task, taskType }: Extract<Event, { type: "plan" }>, number: number): Doing {
  if (task === null) return { kind: "answering" };
  return { kind: "step", number, task, validates: taskType === "CROSS_VALIDATE" };
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

/** The work according to the run's ledger, which has more than the events: failed calls, and services. */
export function settled(work: Work, { models, services }: Ledger): Work {
  const spending = new Map<string, Spending>();
  for (const { agent, cost, estimatedCalls, ...counts } of models) {
    const spent = { ...counts, estimated: estimatedCalls > 0, ...paid(cost, counts.calls) };
    spending.set(agent, sum(spending.get(agent) ?? NO_SPENDING, spent));
  }
  return { ...work, spending, services };
}

/** The usage of a service: no tokens. */
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

/**
 * The part of it that belongs to the task at this place of the list of completed ones; the last of them are this
 * run's.
 */
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

/** The items of long-term memory for that task; those for plans belong to none. */
export function givenOf(work: Work, place: number, completed: number): Given[] {
  const given = work.given.filter(({ purpose }) => purpose !== "planning");
  return ofTask(given, work, place, completed);
}

/** The loops that were found in that task. */
export function loopsOf(work: Work, place: number, completed: number): Loop[] {
  return ofTask(work.loops, work, place, completed);
}
