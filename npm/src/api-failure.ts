/** Failures of a deployment's HTTP API, as errors of the package. */
import { MemoryBankError, reviveFailure } from "./errors.ts";
import { isObject } from "./fields.ts";

/**
 * An answer that is no success, as an error. The error names the deployment by `origin`, and no address within it. A
 * token that the other side repeats is left out.
 */
export async function failureOf(
  response: Response,
  origin: string,
  token: string | undefined,
): Promise<MemoryBankError> {
  if (isRedirect(response)) return redirected(origin);
  const text = await response.text().catch(() => "");
  const told = toldIn(token === undefined ? text : text.replaceAll(token, "[token]"));
  const retryAfter = secondsToWait(response.headers);
  if (told !== null) {
    const message = told.message + waitIn(retryAfter);
    const { code, retryable } = told;
    return reviveFailure({ code, message, retryable, ...(retryAfter !== null && { retryAfter }) });
  }
  return untold(response.status, origin, retryAfter);
}

/** The failure for an answer that is not of this API: an HTML page, JSON of another shape, a redirect. */
export function notTheApi(origin: string, what: string): MemoryBankError {
  return new MemoryBankError(
    "no_deployment",
    `${origin} answered with ${what}: check that this is the address of a deployment, without /api`,
  );
}

/** The failure for an answer that did not come, or not to its end. */
export function unreachable(origin: string, thrown: unknown): MemoryBankError {
  return new MemoryBankError(
    "network_unreachable",
    `${origin} cannot be reached: check the address and the connection, then try again`,
    { retryable: true, cause: thrown },
  );
}

/** The failure for an answer that broke off. */
export function brokenOff(origin: string, thrown?: unknown): MemoryBankError {
  return new MemoryBankError(
    "network_broken",
    `the answer of ${origin} broke off: try again`,
    thrown === undefined ? { retryable: true } : { retryable: true, cause: thrown },
  );
}

/** The failure for an answer that takes too long. */
export function tooSlow(origin: string, milliseconds: number): MemoryBankError {
  return new MemoryBankError(
    "network_timeout",
    `${origin} did not answer within ${Math.round(milliseconds / 1000)} s: try again`,
    { retryable: true },
  );
}

/** Seconds of a `Retry-After`; `null` without it. A date counts from the other side's own clock. */
export function secondsToWait(headers: Headers): number | null {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  if (Number.isNaN(date)) return null;
  const now = Date.parse(headers.get("date") ?? "");
  return Math.max(0, Math.ceil((date - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}

interface Told {
  code: string;
  message: string;
  retryable: boolean;
}

/** The error that the API sends as JSON; `null` for any other text. */
function toldIn(text: string): Told | null {
  let error: unknown;
  try {
    error = (JSON.parse(text) as { error?: unknown } | null)?.error;
  } catch {
    return null;
  }
  if (!isObject(error)) return null;
  const { code, message, retryable } = error as Record<string, unknown>;
  if (typeof code !== "string" || typeof message !== "string") return null;
  return { code, message, retryable: retryable === true };
}

/** The failure for a response with nothing but its status: it may come from a server before the deployment. */
function untold(status: number, origin: string, retryAfter: number | null): MemoryBankError {
  const details = { retryable: true, ...(retryAfter !== null && { retryAfter }) };
  const failure = (code: string, message: string, extra = {}) =>
    new MemoryBankError(code, `${origin} ${message}`, extra);
  switch (status) {
    case 401:
      return failure("token_unknown", "does not know the access token (401): check the token");
    case 403:
      return failure("access_refused", "refuses access (403): check the token and the address");
    case 413:
      return failure("too_large", "takes less than this at once (413): send less");
    case 429:
      return failure(
        "rate_limited",
        `was asked too often (429): try again later${waitIn(retryAfter)}`,
        details,
      );
    default:
      return status >= 500
        ? failure(
            "deployment_failed",
            `failed with status ${status}: try again, and look at the deployment's log${waitIn(retryAfter)}`,
            details,
          )
        : notTheApi(origin, `status ${status}, and not as the API does`);
  }
}

function waitIn(seconds: number | null): string {
  return seconds === null ? "" : ` (wait ${seconds} s)`;
}

/** True for a redirect. If redirects are not followed, a browser hides their status. */
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

function redirected(origin: string): MemoryBankError {
  return notTheApi(origin, "a redirect, which is not followed with a token");
}
