/** Requests that a server refuses, and their responses. */
import { MemoryBankError } from "../errors.ts";

/** Statuses by code. */
const STATUS = {
  request_malformed: 400,
  token_missing: 401,
  token_unknown: 401,
  origin_refused: 403,
  target_refused: 403,
  not_found: 404,
  method_refused: 405,
  request_timeout: 408,
  too_large: 413,
  encoding_refused: 415,
  host_refused: 421,
  rate_limited: 429,
  internal: 500,
  too_many_sessions: 503,
  answer_refused: 502,
  answer_too_large: 502,
  target_unreachable: 502,
  too_many_redirects: 502,
  target_timeout: 504,
  loop_refused: 508,
} as const;

/** Stable codes of the servers' own failures. */
export type RefusalCode = keyof typeof STATUS;

/** Codes after which the same request may succeed. */
const RETRYABLE: ReadonlySet<RefusalCode> = new Set([
  ...(["request_timeout", "rate_limited", "too_many_sessions", "internal"] as const),
  ...(["target_unreachable", "target_timeout"] as const),
]);

/** A request that is refused, or that failed on the way. */
export class Refusal extends MemoryBankError {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(code: RefusalCode, message: string, headers: Record<string, string> = {}) {
    super(code, message, { retryable: RETRYABLE.has(code) });
    this.status = STATUS[code];
    this.headers = headers;
  }

  /** Converts any exception. A foreign exception's message is dropped: it may hold a key. */
  static override from(thrown: unknown): Refusal {
    if (thrown instanceof Refusal) return thrown;
    return new Refusal(
      "internal",
      "the server failed: try again, and see its log if it fails again",
    );
  }

  /** The body of the answer: `{ "error": { code, message, retryable } }`. */
  body(): Uint8Array<ArrayBuffer> {
    const { code, message, retryable } = this;
    return new TextEncoder().encode(JSON.stringify({ error: { code, message, retryable } }));
  }

  /** The answer. */
  response(body: Uint8Array<ArrayBuffer>): Response {
    const headers = { ...this.headers, "content-type": "application/json" };
    return new Response(body, { status: this.status, headers });
  }
}
