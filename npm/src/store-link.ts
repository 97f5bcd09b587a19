/** The way from an engine's worker to that of a store. */
import { wrap } from "comlink";
import { flattenFailure, type PlainFailure, reviveFailure } from "./errors.ts";
import type { EngineStore } from "./host.ts";
import { Lifetime } from "./lifetime.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";

/** A store of runs as it crosses to the engine's thread. */
export interface StoreLink {
  /** What the store answers on. */
  port: MessagePort;
  /** What tells, once, why nobody answers, or does any more: a thread that is gone says nothing itself. */
  end: MessagePort;
  /** Whether runs outlive the page. */
  isDurable: boolean;
}

/**
 * A link to what answers on the other end of a channel, once `connect` has given that end away; calls wait until then.
 * When it rejects, then or later, nobody answers any more: calls fail with its reason, those under way too.
 */
export function linkOver(
  isDurable: boolean,
  connect: (port: MessagePort) => Promise<void>,
): StoreLink {
  const [calls, end] = [new MessageChannel(), new MessageChannel()];
  connect(calls.port1).catch((thrown: unknown) => end.port1.postMessage(flattenFailure(thrown)));
  return { port: calls.port2, end: end.port2, isDurable };
}

/** The store at the other end of a link, as the engine asks it, and the long-term memory in it. */
export function storeOver({ port, end, isDurable }: StoreLink): EngineStore & MemoryCalls {
  const remote = wrap<StoreCalls & MemoryCalls>(port);
  const life = new Lifetime();
  end.onmessage = ({ data }: MessageEvent<PlainFailure>) => life.end(reviveFailure(data));
  return {
    isDurable,
    ...passedOn((call) => life.call(() => call(remote))),
    askMemory: (request, settings) => life.call(async () => remote.askMemory(request, settings)),
    supplyMemory: (call, supply) => life.call(async () => remote.supplyMemory(call, supply)),
  };
}
