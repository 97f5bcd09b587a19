/** A database in SQLite's wasm whose pages are in a log, and what the log's failures are called there. */
import { MemoryBankError } from "./errors.ts";
import type { PageKeeper, StoreModule, WasmStore } from "./wasm-modules.ts";

/** Opens the database of a log. Rejects with the log's own failure where the log cannot be read. */
export async function openOver(
  { RunStore }: StoreModule,
  log: PageKeeper,
  passphrase?: string,
): Promise<WasmStore> {
  let unread: unknown = null;
  const load = () =>
    log.load().catch((thrown: unknown) => {
      unread = thrown;
      throw asOfPlatform(thrown);
    });
  const keeper: PageKeeper = {
    load,
    commit: (pages) => told(log.commit(pages)),
    replace: (pages) => told(log.replace(pages)),
  };
  try {
    return await RunStore.keptBy(keeper, passphrase);
  } catch (thrown) {
    throw MemoryBankError.from(unread ?? thrown);
  }
}

async function told<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (thrown) {
    throw asOfPlatform(thrown);
  }
}

/** The wasm knows what a platform's storage throws, by its name: so a full disk stays one on its way through. */
function asOfPlatform(thrown: unknown): unknown {
  const store = thrown instanceof MemoryBankError ? thrown.store : undefined;
  if (store === undefined || !("detail" in store)) return thrown;
  if (store.kind === "full") return new DOMException(store.detail, "QuotaExceededError");
  return new Error(store.detail);
}
