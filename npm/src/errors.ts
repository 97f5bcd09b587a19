/** Typed errors, on either side of a worker's boundary. */

import type { StoreError } from "./generated.ts";

/** Details of a failure beyond its message. */
export interface FailureDetails {
  /** True if a retry may succeed. */
  retryable?: boolean;
  /** Seconds after which a retry may succeed, if the other side gave them. */
  retryAfter?: number;
  /** The store's own error, if a store failed. */
  store?: StoreError;
  /** The underlying error. */
  cause?: unknown;
}

/** Every failure of this package. `code` is stable, `message` is for people and gives the remedy. */
export class MemoryBankError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  /** Seconds after which a retry may succeed, if the other side gave them. */
  readonly retryAfter?: number;
  /** The store's own error, if a store failed. */
  readonly store?: StoreError;

  constructor(code: string, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "MemoryBankError";
    this.code = code;
    this.retryable = details.retryable ?? false;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if (details.store !== undefined) this.store = details.store;
  }

  /** Converts any exception; an error that has a `code` keeps it. */
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

/** The error of every call of a closed bank. */
export function closed(): MemoryBankError {
  return new MemoryBankError("closed", "the memory bank is closed");
}

/** Does the work, and converts its exceptions to `MemoryBankError`. */
export async function typed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw MemoryBankError.from(thrown);
  }
}

/** A failure as plain data, which survives structured cloning between workers. */
export interface PlainFailure {
  code: string;
  message: string;
  retryable: boolean;
  retryAfter?: number;
  cause?: string;
  store?: StoreError;
}

/** The plain data of any exception. */
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

/** True if an aborted `AbortSignal` threw this. */
export function isAbort(thrown: unknown): boolean {
  return (thrown as { name?: unknown } | null)?.name === "AbortError";
}
