/** One small call of a language model, to see whether it can be asked. */

import type { OpenOptions } from "agentic-memory-bank";
import { type Problem, problemOf } from "../state/problem.ts";
import { type BankOptions, bankOptions, type ModelChoice } from "./model-choice.ts";
import type { Event, MemoryBank } from "./types.ts";

/** What came of it. */
export type Trial =
  | { readonly works: true; readonly call: AgentCall }
  | { readonly works: false; readonly problem: Problem };

type AgentCall = Extract<Event, { type: "agentCall" }>;

/** What a trial needs of the world. */
export interface TrialWorld {
  open(options: OpenOptions): Promise<MemoryBank>;
  /** Whether anything answers at an address. */
  answers(address: string): Promise<boolean>;
}

/** Tokens of the reply at most: that there is one is enough. */
const REPLY_TOKENS = 64;

/** Asks the model once, as a run would: a budget of one request is the answer's. */
export async function tryModel(choice: ModelChoice, world: TrialWorld): Promise<Trial> {
  try {
    const { llm, reader, proxy }: BankOptions = bankOptions(choice);
    const once = { ...llm, maxTokens: REPLY_TOKENS, retry: { retries: 0 } };
    const bank = await world.open({
      llm: once,
      embedder: false,
      ...(reader && { reader }),
      ...(proxy && { proxy }),
    });
    try {
      return await firstCall(bank, choice, world);
    } finally {
      bank.close();
    }
  } catch (thrown) {
    return { works: false, problem: problemOf(thrown) };
  }
}

async function firstCall(bank: MemoryBank, choice: ModelChoice, world: TrialWorld): Promise<Trial> {
  const run = bank.research({ question: "Are you there?" }, { budget: { requests: 1 } });
  for await (const event of run) {
    if (event.type === "agentCall") return { works: true, call: event };
  }
  const { error } = await run.result;
  const problem = error ?? { code: "internal", message: "" };
  if (problem.code !== "network_unreachable") return { works: false, problem };
  const address = choice.address.trim() || (await bank.provider(choice.provider))?.baseUrl;
  const isThere = address !== undefined && (await world.answers(address));
  return { works: false, problem: isThere ? { ...problem, code: "cors_refused" } : problem };
}
