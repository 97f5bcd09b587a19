/** Stores over one Durable Object's storage, for the contract's cases. */
import { readFileSync } from "node:fs";
import type { WasmSources } from "../src/artefacts.ts";
import type { EngineStore } from "../src/host.ts";
import { ObjectRunStore, openObjectStore, type RunStoreOptions } from "../src/object-run-store.ts";
import type { ObjectStorage } from "../src/object-storage.ts";
import { comingStore } from "../src/store-calls.ts";

/** The wasm of the store, as the package has it. */
export const STORE_WASM = new Uint8Array(
  readFileSync(new URL("../../artefacts/store.wasm", import.meta.url)),
);

/** Opens a store, by default with the package's wasm. */
export function openStore(
  options: RunStoreOptions,
  wasm: WasmSources = { store: STORE_WASM },
): Promise<ObjectRunStore> {
  return openObjectStore(ObjectRunStore, options, wasm);
}

/** Opens stores of this storage: each closes the one before, for the storage can be open once. */
export function opener(storage: ObjectStorage): { open(): EngineStore; end(): Promise<void> } {
  let last: Promise<ObjectRunStore> | null = null;
  const next = async (before: Promise<ObjectRunStore> | null) => {
    await (await before)?.close();
    return openStore({ storage });
  };
  return {
    open: () => {
      last = next(last);
      return comingStore(last.then((store) => ObjectRunStore.link(store).store));
    },
    end: async () => (await last)?.close(),
  };
}
