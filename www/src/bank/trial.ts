/** One small call of a language model, to check that it works. */

import type { OpenOptions } from "agentic-memory-bank";
import { type Problem, problemOf } from "../state/problem.ts";
import type { BankOptions } from "./model-choice.ts";
import { refusalBehind, type TokenWorld } from "./token.ts";
import type { Event, MemoryBank } from "./types.ts";

/** The outcome. */
export type Trial =
  | { readonly works: true; readonly call: AgentCall }
  | { readonly works: false; readonly problem: Problem };

type AgentCall = Extract<Event, { type: "agentCall" }>;

/** The parts of the platform that a trial needs. */
export interface TrialWorld extends TokenWorld {
  open(options: OpenOptions): Promise<MemoryBank>;
  /** True if anything replies at an address. */
  answers(address: string): Promise<boolean>;
}

/** Tokens of the reply at most: that there is one is enough. */
const REPLY_TOKENS = 64;

/** Calls the model once, as a run would: a budget of one request is the answer's. */
export async function tryModel(options: BankOptions, world: TrialWorld): Promise<Trial> {
  try {
    const { llm, reader, proxy } = options;
    const once = { ...llm, maxTokens: REPLY_TOKENS, retry: { retries: 0 } };
    const bank = await world.open({
      llm: once,
      embedder: false,
      ...(reader && { reader }),
      ...(proxy && { proxy }),
    });
    try {
      return await firstCall(bank, options, world);
    } finally {
      bank.close();
    }
  } catch (thrown) {
    return { works: false, problem: problemOf(thrown) };
  }
}

async function firstCall(
  bank: MemoryBank,
  options: BankOptions,
  world: TrialWorld,
): Promise<Trial> {
  const run = bank.research({ question: "Are you there?" }, { budget: { requests: 1 } });
  for await (const event of run) {
    if (event.type === "agentCall") return { works: true, call: event };
  }
  const { error } = await run.result;
  const problem = error ?? { code: "internal", message: "" };
  if (problem.code !== "network_unreachable") {
    return { works: false, problem: await refusalBehind(problem, options, world) };
  }
  const code = (await isThere(bank, options, world)) ? refusedCode(options) : problem.code;
  return { works: false, problem: { ...problem, code } };
}

/** True if anything replies at the model's address. */
async function isThere(
  bank: MemoryBank,
  { llm, proxy }: BankOptions,
  world: TrialWorld,
): Promise<boolean> {
  if (proxy?.llm === true) return world.answers(proxy.address);
  const { provider = "" } = llm ?? {};
  const named = typeof provider === "string" ? await bank.provider(provider) : provider;
  return named !== undefined && world.answers(named.baseUrl);
}

/** The code for a server that replies, but may not be read. */
function refusedCode({ proxy }: BankOptions): string {
  return proxy?.llm === true ? "proxy_refuses_page" : "cors_refused";
}
