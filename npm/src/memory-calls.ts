/** Calls of long-term memory, which runs beside its database and asks back for what it needs of the world. */
import type { Embeddings } from "./embedder.ts";
import { MemoryBankError } from "./errors.ts";
import type { LongTermSettings, MemoryRequest } from "./generated.ts";

/** What is to be put into words, as the store hands it to the engine; nobody in between reads it. */
export type WordsRequest = unknown;

/** The words, as the engine hands them to the store. */
export type WordsReply = unknown;

/** What a call needs before it goes on. */
export type MemoryNeed =
  | { need: "vectors"; texts: string[] }
  | { need: "words"; request: WordsRequest };

/** What its caller supplies. */
export type MemorySupply =
  | ({ supply: "vectors"; modelId: string; dimensions: number } & Embeddings)
  | { supply: "words"; reply: WordsReply }
  /** Nobody here has a model for it. */
  | { supply: "nothing" }
  /** It was tried, and failed. `unreachable`: what is asked of the same next is likely to fail, too. */
  | { supply: "failed"; detail: string; unreachable: boolean };

/** What a call has come to. */
export type MemoryStep = { done: unknown } | { needs: { call: number; need: MemoryNeed } };

/** What memory's store answers. Everything is plain data, which passes workers and tabs. */
export interface MemoryCalls {
  /** Begins a call: its answer, or what it needs. */
  askMemory(request: MemoryRequest, settings: NewLongTermSettings): Promise<MemoryStep>;
  /** Supplies what a call needs. Fails with `memory_call_lost` where the call has been given up meanwhile. */
  supplyMemory(call: number, supply: MemorySupply): Promise<MemoryStep>;
}

/** Settings of both memories, where they differ from the defaults. */
export type NewLongTermSettings = {
  [Memory in keyof LongTermSettings]?: Partial<LongTermSettings[Memory]>;
};

/** Supplies what a call needs. */
export type Supplying = (need: MemoryNeed) => Promise<MemorySupply>;

/** The answer of memory to a request, supplied with what it needs on the way. */
export async function answerOf(
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
