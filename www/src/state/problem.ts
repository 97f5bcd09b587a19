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

/** An exception, as a problem to show; what is a problem already stays one, with whatever else it tells. */
export function problemOf(thrown: unknown): Problem {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  const isTold = typeof code === "string" && typeof message === "string";
  if (isTold && !(thrown instanceof Error)) return thrown as Problem;
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof message === "string" ? message : String(thrown),
  };
}
