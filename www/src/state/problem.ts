/** Problems to show. */

/** A failure, to be shown with its remedy. */
export interface Problem {
  /** Stable name. */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** Set for a problem of the further question; others have their field by their code. */
  readonly field?: "follow-up";
}

/** An exception, as a problem to show. */
export function problemOf(thrown: unknown): Problem {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof message === "string" ? message : String(thrown),
  };
}
