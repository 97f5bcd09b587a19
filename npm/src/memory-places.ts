/** Long-term memory in its places: the store's, and, where one is named, a server's for what runs have taught. */
import { MemoryBankError } from "./errors.ts";
import type { MemoryRequest, Upkeep } from "./generated.ts";
import {
  answerOf,
  type MemoryCalls,
  type NewLongTermSettings,
  type Supplying,
} from "./memory-calls.ts";
import type { Neo4jMemory } from "./neo4j.ts";

/** What was due, and is done. */
export interface KeptUp extends Upkeep {
  /** Why nothing was done of what runs have taught: the server that it is kept on failed. */
  failure?: Pick<MemoryBankError, "code" | "message" | "retryable">;
}

/**
 * Asks each place for what is kept there. The store is shared among tabs, and one of them has it open; a server is asked by
 * each bank for itself, so that its login never leaves the bank, and two banks may name two servers.
 */
export class MemoryPlaces {
  readonly #store: MemoryCalls;
  readonly #server: Neo4jMemory | null;

  constructor(store: MemoryCalls, server: Neo4jMemory | null) {
    this.#store = store;
    this.#server = server;
  }

  /** The answer to a request, supplied with what it needs on the way. */
  async answer(
    request: MemoryRequest,
    settings: NewLongTermSettings,
    supplying: Supplying,
  ): Promise<unknown> {
    const from = (place: MemoryCalls) => answerOf(place, request, settings, supplying);
    const server = this.#server;
    if (server === null || isOfTheUser(request)) return from(this.#store);
    if (request.memory !== "upkeep" && request.memory !== "vectors") return from(server);
    // What the one has due does not wait for the other, which may be down.
    const [kept, taught] = await Promise.allSettled([from(this.#store), from(server)]);
    // Vectors are seen to until none is left: what the server says of its own is taken in where it says anything.
    if (request.memory === "vectors" && taught.status === "rejected") return done(kept);
    if (request.memory === "upkeep" && taught.status === "rejected") {
      // What was forgotten and concluded is done: whoever asked is told of it.
      return { ...(done(kept) as Upkeep), failure: failureOf(taught.reason) } satisfies KeptUp;
    }
    return { ...(done(kept) as object), ...(done(taught) as object) };
  }

  /**
   * Has the store do what is due, by no model: it is as quick as it is bounded. Many share the server, and those who stay do
   * what is due there.
   */
  async catchUp(settings: NewLongTermSettings): Promise<void> {
    const request: MemoryRequest = { memory: "upkeep", idle: false };
    await answerOf(this.#store, request, settings, async () => ({ supply: "nothing" }));
  }

  /** Gives the server's memory back; no call is at work. The store's is not this bank's alone. */
  free(): void {
    void this.#server?.free();
  }
}

/** Whether it is of what is kept of the user, which stays in the store. */
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
