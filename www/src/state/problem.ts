/** Problems to show. */

/** A failure, to be shown with its remedy. */
export interface Problem {
  /** Stable name. */
  readonly code: string;
  /** For people. */
  readonly message: string;
}

/** An exception, as a problem to show. */
export function problemOf(thrown: unknown): Problem {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof message === "string" ? message : String(thrown),
  };
}
