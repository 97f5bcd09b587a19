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
  if (isProblem(thrown)) return thrown;
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof message === "string" ? message : String(thrown),
  };
}

/** True for what is a problem already, with whatever else it tells. */
function isProblem(thrown: unknown): thrown is Problem {
  if (thrown instanceof Error) return false;
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === "string" && typeof message === "string";
}
