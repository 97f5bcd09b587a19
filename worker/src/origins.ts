/** Pages of other origins: the allowed ones, and their CORS headers. */
import { refusal } from "./answers.ts";

/** Headers of a request that a page may send. */
const REQUEST_HEADERS = "authorization, content-type, last-event-id";

/** Headers of an answer that a page may read. */
const EXPOSED = "retry-after";

const METHODS = "GET, HEAD, POST, DELETE, OPTIONS";

/** Seconds that a browser caches a preflight. */
const REMEMBERED = "86400";

/**
 * The origin of the page that a request comes from; `null` for a program's request. Throws `origin_refused` for an
 * origin that is neither listed nor the deployment's own.
 */
export function allowedOrigin(request: Request, origins: string[]): string | null {
  const origin = request.headers.get("origin");
  if (origin === null) return null;
  if (origin === new URL(request.url).origin || origins.includes(origin)) return origin;
  throw refusal(
    "origin_refused",
    "pages of this origin may not call: add it to the deployment's variable ORIGINS",
  );
}

/** Lets a page read an answer. */
export function readable(answer: Response, origin: string | null): Response {
  const open = new Response(answer.body, answer);
  open.headers.append("vary", "Origin");
  if (origin === null) return open;
  open.headers.set("access-control-allow-origin", origin);
  open.headers.set("access-control-expose-headers", EXPOSED);
  return open;
}

/** Answers a browser's preflight. */
export function preflight(): Response {
  const headers = {
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": REQUEST_HEADERS,
    "access-control-max-age": REMEMBERED,
  };
  return new Response(null, { status: 204, headers });
}
