/** Long-term memory in its places: the store, and, if named, a server for trajectory memory. */
import { MemoryBankError } from "./errors.ts";
import type { MemoryRequest, Upkeep } from "./generated.ts";
import {
  answerOf,
  type MemoryCalls,
  type NewLongTermSettings,
  type Supplying,
} from "./memory-calls.ts";
import type { Neo4jMemory } from "./neo4j.ts";

/** Results of the upkeep that was due. */
export interface KeptUp extends Upkeep {
  /** The failure of the server that keeps trajectory memory, whose upkeep was not done. */
  failure?: Pick<MemoryBankError, "code" | "message" | "retryable">;
}

/**
 * Sends each place the requests for its memory. The store is shared among tabs or processes, and one has it open. Each bank
 * contacts its server itself, so that its login never leaves the bank, and two banks may name two servers.
 */
export class MemoryPlaces {
  readonly #store: MemoryCalls;
  readonly #server: Neo4jMemory | null;

  constructor(store: MemoryCalls, server: Neo4jMemory | null) {
    this.#store = store;
    this.#server = server;
  }

  /** The reply to a request, after its needs were supplied. */
  async answer(
    request: MemoryRequest,
    settings: NewLongTermSettings,
    supplying: Supplying,
  ): Promise<unknown> {
    const from = (place: MemoryCalls) => answerOf(place, request, settings, supplying);
    const server = this.#server;
    if (server === null || isOfTheUser(request)) return from(this.#store);
    if (request.memory !== "upkeep" && request.memory !== "vectors") return from(server);
    // The upkeep of one does not wait for the other, which may be down.
    const [kept, taught] = await Promise.allSettled([from(this.#store), from(server)]);
    // Vectors are made until none is missing: the server's result counts only if it replies.
    if (request.memory === "vectors" && taught.status === "rejected") return done(kept);
    if (request.memory === "upkeep" && taught.status === "rejected") {
      // The completed reflection and consolidation are reported to the caller.
      return { ...(done(kept) as Upkeep), failure: failureOf(taught.reason) } satisfies KeptUp;
    }
    return { ...(done(kept) as object), ...(done(taught) as object) };
  }

  /**
   * Makes the store do its due upkeep without a model, which is quick and bounded. Many share the server, and
   * longer-lived clients do the upkeep there.
   */
  async catchUp(settings: NewLongTermSettings): Promise<void> {
    const request: MemoryRequest = { memory: "upkeep", idle: false };
    await answerOf(this.#store, request, settings, async () => ({ supply: "nothing" }));
  }

  /** Frees the server's memory; no call is at work. The store's is not this bank's alone. */
  free(): void {
    void this.#server?.free();
  }
}

/** True for requests about the user's memories, which stay in the store. */
function isOfTheUser(request: MemoryRequest): boolean {
  if (request.memory !== "run") return request.memory === "hierarchy";
  return request.call.call === "observe" || request.call.call === "recall";
}

function failureOf(reason: unknown): NonNullable<KeptUp["failure"]> {
  const { code, message, retryable } = MemoryBankError.from(reason);
  return { code, message, retryable };
}

function done(settled: PromiseSettledResult<unknown>): unknown {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
