/** Why a call to the tab that writes was not answered. */
import { MemoryBankError } from "./errors.ts";

/**
 * The writer went before it replied, so the call may have been carried out, whole, or not at all: to the engine, a
 * failure of the medium, after which it checks the stored state.
 */
export class WriterGone extends MemoryBankError {
  constructor() {
    const detail = "the tab that writes went before it said whether this was stored";
    super("store_io", `${detail}: try again, and it will be found out`, {
      retryable: true,
      store: { kind: "io", detail },
    });
  }
}

/**
 * The error for a silent writer, for example a frozen one. A call that changes nothing has not happened; a change is
 * in doubt.
 */
export function writerSilent(changes: boolean): MemoryBankError {
  const detail = "the tab that writes does not answer";
  return new MemoryBankError(
    changes ? "store_io" : "store_busy",
    `${detail}: go to it or close it, then try again`,
    { retryable: true, store: { kind: changes ? "io" : "busy", detail } },
  );
}

/** The writer runs another version of the page, which does not know the call. */
export function unknownCall(method: string): MemoryBankError {
  const detail = `the tab that writes runs another version of this page, without ${method}`;
  return new MemoryBankError("store_busy", `${detail}: reload it, then try again`, {
    retryable: true,
    store: { kind: "busy", detail },
  });
}
