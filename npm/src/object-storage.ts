/** The storage of a Durable Object, as far as a store needs it, and the failures for its exceptions. */
import { MemoryBankError } from "./errors.ts";
import { invalid } from "./fields.ts";
import { storeFailure } from "./store-failure.ts";

/** `ctx.storage` of a Durable Object whose class is among `new_sqlite_classes`. */
export interface ObjectStorage {
  sql: { exec(query: string, ...bindings: unknown[]): { toArray(): Record<string, unknown>[] } };
  transactionSync<T>(work: () => T): T;
}

/** The platform's errors for an object without space, and for a free plan whose daily rows are used up. */
const FULL = /SQLITE_FULL|Exceeded allowed rows written/;

/** The platform's error for an object whose class has no SQLite. */
const WITHOUT_SQL = /SQL is not enabled/;

/** Throws `invalid_argument` unless this is the storage of an object with SQLite. */
export function checkStorage(
  storage: Partial<ObjectStorage> | undefined,
): asserts storage is ObjectStorage {
  if (isFunction(storage?.transactionSync) && isFunction(storage?.sql?.exec)) return;
  throw invalid(
    "storage of RunStore.open({ storage }) must be ctx.storage of a Durable Object with SQLite: name its class in new_sqlite_classes",
  );
}

/** Works on the storage. Throws the {@link storageFailure} of the platform's exception. */
export function inStorage<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}

/**
 * Returns the failure for an exception of a Durable Object's `ctx.storage`: `store_full`, `store_unavailable` or
 * `store_io`. A failure of this package is returned unchanged.
 */
export function storageFailure(thrown: unknown): MemoryBankError {
  if (thrown instanceof MemoryBankError) return thrown;
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  if (FULL.test(detail)) return storeFailure({ kind: "full", detail }, thrown);
  if (WITHOUT_SQL.test(detail)) return storeFailure({ kind: "unavailable", detail }, thrown);
  const message = `the Durable Object cannot read or write what it stores: try again (${detail})`;
  const store = { kind: "io", detail } as const;
  return new MemoryBankError("store_io", message, { retryable: true, store, cause: thrown });
}

/** The failure of stored data that is damaged. */
export function damaged(detail: string): MemoryBankError {
  const message = `what the Durable Object stores is damaged and was left as it is: restore the object to an earlier point in time, or delete what it stores to begin anew (${detail})`;
  return new MemoryBankError("store_corrupt", message, { store: { kind: "corrupt", detail } });
}

/** The failure of data from a newer version. */
export function tooNew(found: number, supported: number): MemoryBankError {
  const message = `what the Durable Object stores has format ${found}, and this version knows up to ${supported}: update to open it`;
  const store = { kind: "too_new", found, supported } as const;
  return new MemoryBankError("store_too_new", message, { store });
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
