/** The way from an engine's worker to that of a store. */
import { wrap } from "comlink";
import type { EngineStore } from "./engine.ts";

/** A store of runs as it crosses to the engine's thread. */
export interface StoreLink {
  /** What the store's worker answers on. */
  port: MessagePort;
  /** Whether runs outlive the page. */
  isDurable: boolean;
}

/** What a store's worker answers on a port: the calls of an engine. */
export type StorePort = Omit<EngineStore, "isDurable">;

/** The store at the other end of a link, as the engine asks it. */
export function storeOver({ port, isDurable }: StoreLink): EngineStore {
  const remote = wrap<StorePort>(port);
  return {
    isDurable,
    createRun: (run) => remote.createRun(run),
    append: (run, batch) => remote.append(run, batch),
    runs: () => remote.runs(),
    load: (run) => remote.load(run),
    bodies: (hashes) => remote.bodies(hashes),
    putBlob: (run, hash, bytes) => remote.putBlob(run, hash, bytes),
    blob: (run, hash) => remote.blob(run, hash),
    deleteBlob: (run, hash) => remote.deleteBlob(run, hash),
    deleteRun: (run) => remote.deleteRun(run),
    bytes: () => remote.bytes(),
  };
}
