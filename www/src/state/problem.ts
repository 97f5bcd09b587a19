/** What went wrong. */

/** A failure, to be shown with what to do about it. */
export interface Problem {
  /** Stable name. */
  readonly code: string;
  /** For people. */
  readonly message: string;
}

/** What was thrown, as something to show. */
export function problemOf(thrown: unknown): Problem {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof message === "string" ? message : String(thrown),
  };
}
