/** Long-term memory in the tab, or the process, that has its database open. */
import { MemoryBankError } from "./errors.ts";
import type { MemoryRequest } from "./generated.ts";
import type { MemoryCalls, MemoryStep, MemorySupply, NewLongTermSettings } from "./memory-calls.ts";
import type { WasmMemory } from "./wasm-modules.ts";
import { wellFormedValue } from "./well-formed.ts";

/** A call that waits for its need, by its memory's own number. */
interface Waiting {
  memory: WasmMemory;
  call: number;
}

/** The memories of one open store, or server: one for each combination of settings. */
export class MemoryOwner implements MemoryCalls {
  readonly #begin: (settings: string) => WasmMemory;
  readonly #bySettings = new Map<string, WasmMemory>();
  /** Calls that wait for their needs, by the numbers that their callers know. */
  readonly #waiting = new Map<number, Waiting>();
  #next = Math.floor(Math.random() * 2 ** 40);

  /** `begin` makes a memory with these settings, as JSON. */
  constructor(begin: (settings: string) => WasmMemory) {
    this.#begin = begin;
  }

  async askMemory(request: MemoryRequest, settings: NewLongTermSettings): Promise<MemoryStep> {
    const memory = this.#memory(settings);
    const text = JSON.stringify(request, wellFormedValue);
    return this.#known(memory, await memory.ask(text));
  }

  async supplyMemory(call: number, supply: MemorySupply): Promise<MemoryStep> {
    const waiting = this.#waiting.get(call);
    this.#waiting.delete(call);
    if (waiting === undefined) throw lost();
    return this.#known(waiting.memory, await supplied(waiting, supply));
  }

  /**
   * Writes what waits for the next write, as far as that can be done, and gives the memories back; no call is at work.
   */
  async free(): Promise<void> {
    const memories = [...this.#bySettings.values()];
    this.#bySettings.clear();
    this.#waiting.clear();
    await Promise.allSettled(memories.map((memory) => memory.settle?.()));
    for (const memory of memories) memory.free();
  }

  #memory(settings: NewLongTermSettings): WasmMemory {
    const key = JSON.stringify(settings);
    const known = this.#bySettings.get(key);
    if (known !== undefined) return known;
    const memory = this.#begin(key);
    this.#bySettings.set(key, memory);
    return memory;
  }

  /** The step under a number that no other store of this origin has given out: its caller may meet the next one. */
  #known(memory: WasmMemory, json: string): MemoryStep {
    const step: MemoryStep = JSON.parse(json);
    if (!("needs" in step)) return step;
    const { call, need } = step.needs;
    const number = this.#next;
    this.#next += 1;
    this.#waiting.set(number, { memory, call });
    return { needs: { call: number, need } };
  }
}

/** Why a call has no next step: another store is open by now, or it waited for too long. */
export function lost(): MemoryBankError {
  const message =
    "long-term memory changed hands while it was asked, and may have done it, whole or in part: look, then ask again";
  return new MemoryBankError("memory_call_lost", message, { retryable: true });
}

function supplied({ memory, call }: Waiting, supply: MemorySupply): Promise<string> {
  if (supply.supply !== "vectors") return memory.supply(call, JSON.stringify(supply));
  const { modelId, dimensions, vectors, coverage } = supply;
  return memory.supplyVectors(call, modelId, dimensions, vectors, coverage);
}
