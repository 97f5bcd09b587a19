/** The calls of a store of runs, passed on to its place. */
import type { EngineStore } from "./host.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import type { RunHolds } from "./run-locks.ts";

/** The calls of an engine to its store. */
export type StoreCalls = Omit<EngineStore, "isDurable">;

/** Has a call made of the store it is meant for. */
export type PassOn = <T>(call: (store: StoreCalls) => Promise<T>) => Promise<T>;

/** A store whose calls are passed on by this function. */
export function passedOn(pass: PassOn): StoreCalls {
  return {
    createRun: (run) => pass((store) => store.createRun(run)),
    append: (run, batch) => pass((store) => store.append(run, batch)),
    runs: () => pass((store) => store.runs()),
    load: (run) => pass((store) => store.load(run)),
    bodies: (hashes) => pass((store) => store.bodies(hashes)),
    putBlob: (run, hash, bytes) => pass((store) => store.putBlob(run, hash, bytes)),
    blob: (run, hash) => pass((store) => store.blob(run, hash)),
    deleteBlob: (run, hash) => pass((store) => store.deleteBlob(run, hash)),
    deleteRun: (run) => pass((store) => store.deleteRun(run)),
    bytes: () => pass((store) => store.bytes()),
  };
}

/**
 * A store that may still be opening: calls wait for it, and fail as its opening did. Until its medium is known, it
 * counts as durable.
 */
export function comingStore(coming: Promise<EngineStore>): EngineStore {
  // A caller gets the error; without a call nobody needs it.
  coming.catch(() => {});
  return { isDurable: true, ...passedOn(async (call) => call(await coming)) };
}

/** Memory of a store that may still be opening: calls wait for it, and fail as its opening did. */
export function comingMemory(coming: Promise<MemoryCalls>): MemoryCalls {
  // A caller gets the error; without a call nobody needs it.
  coming.catch(() => {});
  return {
    askMemory: async (request, settings) => (await coming).askMemory(request, settings),
    supplyMemory: async (call, supply) => (await coming).supplyMemory(call, supply),
  };
}

/** Locks of the runs of a store that may still be opening. Without a store, runs are in memory alone and need none. */
export function comingHolds(coming: Promise<RunHolds>): RunHolds {
  const opened = coming.catch(() => null);
  return {
    hold: async (run) => (await opened)?.hold(run) ?? true,
    release: async (run) => (await opened)?.release(run),
    releaseAll: async () => (await opened)?.releaseAll(),
  };
}
