/** The failures of a store of runs in files, for the engine and for a program. */
import { MemoryBankError } from "./errors.ts";
import type { StoreError } from "./generated.ts";

/** The error of a store, with the code, the message and the plain data that the engine reads. */
export function storeFailure(store: StoreError, cause?: unknown): MemoryBankError {
  const { code, retryable, message } = said(store);
  return new MemoryBankError(code, message, { retryable, store, cause });
}

/** The store's error for an exception of the file system; a known one is returned unchanged. */
export function mediumFailure(thrown: unknown): MemoryBankError {
  if (thrown instanceof MemoryBankError) return thrown;
  const { code, message } = (thrown ?? {}) as NodeJS.ErrnoException;
  const detail = message ?? String(thrown);
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  return storeFailure({ kind: isFull ? "full" : "io", detail }, thrown);
}

/** True if only this run's file is unreadable: damaged, or written by a newer version. */
export function isUnreadable(thrown: unknown): thrown is MemoryBankError {
  const code = thrown instanceof MemoryBankError ? thrown.code : null;
  return code === "store_corrupt" || code === "store_too_new";
}

/** True if the file system refused to open this file, or its name leads nowhere. */
export function isShut(thrown: unknown): boolean {
  const { code } = (thrown ?? {}) as NodeJS.ErrnoException;
  return code === "EACCES" || code === "EPERM" || code === "ELOOP";
}

interface Said {
  code: string;
  message: string;
  retryable: boolean;
}

/** Codes and retries of the engine's own `StoreError`. */
function said(store: StoreError): Said {
  switch (store.kind) {
    case "run_not_found":
      return once(
        "stored_run_not_found",
        `no run ${store.run} is stored: list the runs to see what there is`,
      );
    case "run_exists":
      return once("stored_run_exists", `a run ${store.run} is stored already: go on with it`);
    case "wrong_index":
      return once(
        "stored_run_wrong_index",
        `the journal of run ${store.run} has ${store.expected} lines and was to be continued at ${store.given}: it has another writer; load it again`,
      );
    case "too_new":
      return once(
        "store_too_new",
        `the stored run has format ${store.found}, and this version knows up to ${store.supported}: update to open it`,
      );
    case "passphrase_needed":
      return once("passphrase_needed", "what is stored is encrypted: open it with its passphrase");
    case "passphrase_wrong":
      return once(
        "passphrase_wrong",
        "this is not the passphrase of what is stored, or its beginning is damaged: nothing was changed; try the passphrase again",
      );
    case "not_encrypted":
      return once(
        "store_not_encrypted",
        "what is stored here is not encrypted: open it without a passphrase, or choose another folder",
      );
    case "encryption_unavailable":
      return once("encryption_unavailable", "what is stored here cannot be encrypted");
    default:
      return ofMedium(store);
  }
}

function ofMedium({ kind, detail }: Extract<StoreError, { detail: string }>): Said {
  switch (kind) {
    case "corrupt":
      return once(
        "store_corrupt",
        `the stored run cannot be read and was left as it is: keep a copy of its file, then delete the run (${detail})`,
      );
    case "unavailable":
      return once("store_unavailable", `runs cannot be stored here (${detail})`);
    case "full":
      return {
        code: "store_full",
        message: `there is no room left to store this: free space or delete runs, then go on (${detail})`,
        retryable: true,
      };
    case "busy":
      return {
        code: "store_busy",
        message: `another process has the folder of runs, and it cannot be shared: let that process end, then try again (${detail})`,
        retryable: true,
      };
    case "io":
      return {
        code: "store_io",
        message: `the folder of runs cannot be read or written: see to it, then try again (${detail})`,
        retryable: true,
      };
  }
}

function once(code: string, message: string): Said {
  return { code, message, retryable: false };
}
