/** Calls of long-term memory, which runs beside its database and gets its needs from its caller. */
import type { Embeddings } from "./embedder.ts";
import { MemoryBankError } from "./errors.ts";
import type { LongTermSettings, MemoryRequest } from "./generated.ts";

/** A request for words, passed from the store to the engine; nothing in between reads it. */
export type WordsRequest = unknown;

/** The words, as the engine hands them to the store. */
export type WordsReply = unknown;

/** A need of a call, which its caller supplies. */
export type MemoryNeed =
  | { need: "vectors"; texts: string[] }
  | { need: "words"; request: WordsRequest };

/** A caller's supply. */
export type MemorySupply =
  | ({ supply: "vectors"; modelId: string; dimensions: number } & Embeddings)
  | { supply: "words"; reply: WordsReply }
  /** There is no model for it here. */
  | { supply: "nothing" }
  /** The attempt failed. `unreachable`: the next request to the same service is likely to fail, too. */
  | { supply: "failed"; detail: string; unreachable: boolean };

/** The next step of a call. */
export type MemoryStep = { done: unknown } | { needs: { call: number; need: MemoryNeed } };

/** The calls of memory's store. All of it is plain data, which crosses workers and tabs. */
export interface MemoryCalls {
  /** Begins a call. Resolves to the reply, or to the call's first need. */
  askMemory(request: MemoryRequest, settings: NewLongTermSettings): Promise<MemoryStep>;
  /** Supplies a call's need. Fails with `memory_call_lost` if the call has been given up meanwhile. */
  supplyMemory(call: number, supply: MemorySupply): Promise<MemoryStep>;
}

/** Settings of both memories that differ from the defaults. */
export type NewLongTermSettings = {
  [Memory in keyof LongTermSettings]?: Partial<LongTermSettings[Memory]>;
};

/** Supplies a call's need. */
export type Supplying = (need: MemoryNeed) => Promise<MemorySupply>;

/** Attempts of a request that was lost with the tab or process that had memory open. */
const ATTEMPTS = 3;

/**
 * Requests that may be made again although they may have been done: they read, or what they write is kept once. A run
 * that was learned from by then is refused as learned before.
 */
const REPEATABLE: ReadonlySet<string> = new Set([
  ...["observe", "recall", "getContext", "due", "browse", "entries", "forgotten", "derivedFrom"],
  ...["stats", "coreMemory", "setCoreMemory", "latestInputs", "workingMemory", "export"],
  ...["learn", "query", "checkLoop", "mistakes", "cases", "knowledge", "advise", "escape"],
]);

function isRepeatable(request: MemoryRequest): boolean {
  if (request.memory === "run") return REPEATABLE.has(request.call.call);
  return "op" in request && REPEATABLE.has(request.op);
}

/**
 * The reply of memory to a request, after its needs were supplied. Fails with `memory_call_lost` if memory changed
 * hands and it cannot be said what was done.
 */
export async function answerOf(
  memory: MemoryCalls,
  request: MemoryRequest,
  settings: NewLongTermSettings,
  supplying: Supplying,
): Promise<unknown> {
  for (let left = isRepeatable(request) ? ATTEMPTS : 1; ; left -= 1) {
    try {
      return await answeredOnce(memory, request, settings, supplying);
    } catch (thrown) {
      if (left === 1 || MemoryBankError.from(thrown).code !== "memory_call_lost") throw thrown;
    }
  }
}

async function answeredOnce(
  memory: MemoryCalls,
  request: MemoryRequest,
  settings: NewLongTermSettings,
  supplying: Supplying,
): Promise<unknown> {
  let step = await memory.askMemory(request, settings);
  while ("needs" in step) {
    const { call, need } = step.needs;
    step = await memory.supplyMemory(call, await supplied(supplying, need));
  }
  return step.done;
}

async function supplied(supplying: Supplying, need: MemoryNeed): Promise<MemorySupply> {
  try {
    return await supplying(need);
  } catch (thrown) {
    const { message, retryable } = MemoryBankError.from(thrown);
    return { supply: "failed", detail: message, unreachable: retryable };
  }
}
