/** Answers of the API: JSON, and failures with a code. */
import { MemoryBankError } from "agentic-memory-bank";

/** Status of each failure; one that is missing here has its route's status. */
const STATUS: Record<string, number> = {
  internal: 500,
  misconfigured: 500,
  store_corrupt: 500,
  store_too_new: 500,
  engine_crashed: 503,
  embedder_crashed: 503,
  store_crashed: 503,
  store_io: 503,
  store_busy: 503,
  memory_call_lost: 503,
  closed: 503,
  overloaded: 503,
  store_full: 507,
  token_missing: 401,
  token_unknown: 401,
  origin_refused: 403,
  not_found: 404,
  stored_run_not_found: 404,
  unknown_run: 404,
  method_refused: 405,
  not_running: 409,
  run_at_work: 409,
  no_language_model: 409,
  trajectory_exists: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many_runs: 429,
  rate_limited: 429,
  export_too_large: 413,
};

/** Seconds after which it is worth trying again. */
const RETRY_AFTER: Record<string, number> = {
  overloaded: 10,
  too_many_runs: 30,
  rate_limited: 60,
};

/** A failure of the API. */
export function refusal(code: string, message: string): MemoryBankError {
  return new MemoryBankError(code, message, { retryable: code in RETRY_AFTER });
}

/** Answers with a JSON value. */
export function json(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: NEVER_KEPT });
}

/** Answers with nothing. */
export function empty(status: number): Response {
  return new Response(null, { status, headers: NEVER_KEPT });
}

/** Headers of every answer of the API: it is one user's, and no page. */
export const NEVER_KEPT: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** Answers with a failure. `fallback` is the status of a code that has none of its own. */
export function failed(thrown: unknown, fallback = 400): Response {
  const { code, message, retryable } = MemoryBankError.from(thrown);
  const status = STATUS[code] ?? (retryable ? 503 : fallback);
  const answer = json({ error: { code, message, retryable } }, status);
  const seconds = RETRY_AFTER[code];
  if (seconds !== undefined) answer.headers.set("retry-after", String(seconds));
  return answer;
}

/** The response without its body, for `HEAD`. */
export function headOf(answer: Response): Response {
  void answer.body?.cancel();
  return new Response(null, answer);
}

/** The failure of a route that does not exist. */
export function notFound(): MemoryBankError {
  return refusal("not_found", "there is no such route: see docs/api.md for those that there are");
}

/** The failure of a method that a route does not have. */
export function methodRefused(methods: string[]): MemoryBankError {
  return refusal("method_refused", `this route takes ${methods.join(", ")}`);
}
