/** The way from an engine's worker to that of a store. */
import { expose, wrap } from "comlink";
import { MemoryBankError } from "./errors.ts";
import type { EngineStore } from "./host.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";

/** A store of runs as it crosses to the engine's thread. */
export interface StoreLink {
  /** What the store answers on. */
  port: MessagePort;
  /** Whether runs outlive the page. */
  isDurable: boolean;
}

/** A link to what answers on the other end of a channel, once `connect` has given that end away; calls wait until then. */
export function linkOver(
  isDurable: boolean,
  connect: (port: MessagePort) => Promise<void>,
): StoreLink {
  const { port1, port2 } = new MessageChannel();
  connect(port1).catch((thrown: unknown) => {
    const reason = MemoryBankError.from(thrown);
    const refuse = () => Promise.reject(reason);
    expose({ ...passedOn(refuse), askMemory: refuse, supplyMemory: refuse }, port1);
  });
  return { port: port2, isDurable };
}

/** The store at the other end of a link, as the engine asks it, and the long-term memory in it. */
export function storeOver({ port, isDurable }: StoreLink): EngineStore & MemoryCalls {
  const remote = wrap<StoreCalls & MemoryCalls>(port);
  return {
    isDurable,
    ...passedOn((call) => call(remote)),
    askMemory: (request, settings) => remote.askMemory(request, settings),
    supplyMemory: (call, supply) => remote.supplyMemory(call, supply),
  };
}
