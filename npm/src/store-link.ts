/** The link from an engine's worker to that of a store. */
import { type Remote, wrap } from "comlink";
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

/** The calls that go over a link. */
export type LinkedCalls = StoreCalls & MemoryCalls;

/** Makes a call of the service at the other end. Rejects with the reason if that is gone, or goes before it replies. */
export type CallOver<S> = <T>(call: (remote: Remote<S>) => Promise<T>) => Promise<T>;

/** The service at the other end of a link. */
export function callsOver<S extends LinkedCalls>({ port, end }: StoreLink): CallOver<S> {
  const remote = wrap<S>(port);
  const life = new Lifetime();
  end.onmessage = ({ data }: MessageEvent<PlainFailure>) => life.end(reviveFailure(data));
  return (call) => life.call(() => call(remote));
}

/** The store at the other end of a link, for the engine, and the long-term memory in it. */
export function storeOver(
  link: StoreLink,
  call: CallOver<LinkedCalls> = callsOver(link),
): EngineStore & MemoryCalls {
  return {
    isDurable: link.isDurable,
    ...passedOn((work) => call(work)),
    askMemory: (request, settings) => call(async (remote) => remote.askMemory(request, settings)),
    supplyMemory: (number, supply) => call(async (remote) => remote.supplyMemory(number, supply)),
  };
}
