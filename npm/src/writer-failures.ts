/** Why a call to the peer that writes was not answered. */
import { MemoryBankError } from "./errors.ts";
import type { PeerWords } from "./peers.ts";

/**
 * The writer went before it replied, so the call may have been carried out, whole, or not at all: to the engine, a
 * failure of the medium, after which it checks the stored state.
 */
export class WriterGone extends MemoryBankError {
  constructor({ writer }: PeerWords) {
    const detail = `${writer} went before it said whether this was stored`;
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
export function writerSilent({ writer, wake }: PeerWords, changes: boolean): MemoryBankError {
  const detail = `${writer} does not answer`;
  return new MemoryBankError(changes ? "store_io" : "store_busy", `${detail}: ${wake}`, {
    retryable: true,
    store: { kind: changes ? "io" : "busy", detail },
  });
}

/** The writer runs another version of the program, which does not know the call. */
export function unknownCall(
  { writer, program, reload }: PeerWords,
  method: string,
): MemoryBankError {
  const detail = `${writer} runs another version of ${program}, without ${method}`;
  return new MemoryBankError("store_busy", `${detail}: ${reload}`, {
    retryable: true,
    store: { kind: "busy", detail },
  });
}
