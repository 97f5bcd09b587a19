/** The link from an engine's worker to that of a store. */
import { wrap } from "comlink";
import { flattenFailure, type PlainFailure, reviveFailure } from "./errors.ts";
import type { EngineStore } from "./host.ts";
import { Lifetime } from "./lifetime.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";

/** A store of runs as it crosses to the engine's thread. */
export interface StoreLink {
  /** The store's replies. */
  port: MessagePort;
  /** The reason of the end, sent once: a thread that is gone sends nothing itself. */
  end: MessagePort;
  /** True if runs outlive the page. */
  isDurable: boolean;
}

/**
 * A link to the service on the other end of a channel, once `connect` has passed that end on; calls wait until then.
 * If it rejects, then or later, the service is gone: calls fail with its reason, pending ones too.
 */
export function linkOver(
  isDurable: boolean,
  connect: (port: MessagePort) => Promise<void>,
): StoreLink {
  const [calls, end] = [new MessageChannel(), new MessageChannel()];
  connect(calls.port1).catch((thrown: unknown) => end.port1.postMessage(flattenFailure(thrown)));
  return { port: calls.port2, end: end.port2, isDurable };
}

/** The store at the other end of a link, for the engine, and the long-term memory in it. */
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
