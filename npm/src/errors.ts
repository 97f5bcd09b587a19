/** Errors that a program can tell apart, on either side of a worker's boundary. */

import type { StoreError } from "./generated.ts";

/** What a failure says beyond its message. */
export interface FailureDetails {
  /** Whether doing the same again may succeed. */
  retryable?: boolean;
  /** Seconds after which it may succeed, where the other side said so. */
  retryAfter?: number;
  /** The store's own error, where it is a store that failed. */
  store?: StoreError;
  /** What was underneath. */
  cause?: unknown;
}

/** Every failure of this package. `code` is stable, `message` is for people and says what to do. */
export class MemoryBankError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  /** Seconds after which the same may succeed, where the other side said so. */
  readonly retryAfter?: number;
  /** The store's own error, where it is a store that failed. */
  readonly store?: StoreError;

  constructor(code: string, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "MemoryBankError";
    this.code = code;
    this.retryable = details.retryable ?? false;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if (details.store !== undefined) this.store = details.store;
  }

  /** Makes one of whatever was thrown; an error that has a `code` keeps it. */
  static from(thrown: unknown): MemoryBankError {
    if (thrown instanceof MemoryBankError) return thrown;
    const { code, retryable, message, store } = (thrown ?? {}) as Record<string, unknown>;
    const said = typeof message === "string" && message !== "" ? message : String(thrown);
    return new MemoryBankError(typeof code === "string" ? code : "internal", said, {
      retryable: retryable === true,
      cause: thrown,
      ...(typeof store === "object" && store !== null && { store: store as StoreError }),
    });
  }
}

/** What every call of a bank fails with once it is closed. */
export function closed(): MemoryBankError {
  return new MemoryBankError("closed", "the memory bank is closed");
}

/** Does it, and makes whatever it throws a `MemoryBankError`. */
export async function typed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw MemoryBankError.from(thrown);
  }
}

/** A failure as plain data: what survives structured cloning between workers. */
export interface PlainFailure {
  code: string;
  message: string;
  retryable: boolean;
  retryAfter?: number;
  cause?: string;
  store?: StoreError;
}

/** The plain data of whatever was thrown. */
export function flattenFailure(thrown: unknown): PlainFailure {
  const { code, message, retryable, retryAfter, cause, store } = MemoryBankError.from(thrown);
  return {
    code,
    message,
    retryable,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(cause !== undefined && { cause: String(cause) }),
    ...(store && { store }),
  };
}

/** The error that plain data stood for. */
export function reviveFailure({ code, message, ...details }: PlainFailure): MemoryBankError {
  return new MemoryBankError(code, message, details);
}

/** Whether this is what an aborted `AbortSignal` throws. */
export function isAbort(thrown: unknown): boolean {
  return (thrown as { name?: unknown } | null)?.name === "AbortError";
}
