/** Pages of other origins: the allowed ones, and their CORS headers. */
import type { Setup } from "./options.ts";
import { Refusal } from "./refusal.ts";

/** The header that carries a user's token. */
export const TOKEN_HEADER = "X-Proxy-Token";

/** The header that names the address that answered, or that is not gone to. */
export const FINAL_URL = "X-Final-Url";

/** Methods that are carried out. */
export const METHODS: readonly string[] = ["GET", "POST"];

/** Headers of a request that are used. */
const USED = `Accept, Accept-Language, Anthropic-Version, Content-Type, ${TOKEN_HEADER}`;

/** Headers of an answer that a page may read. */
const EXPOSED = `Retry-After, ${FINAL_URL}, Content-Type`;

/** Seconds that a browser remembers a preflight's answer; Chromium's most. */
const PREFLIGHT_SECONDS = "7200";

/** Returns the origin of the calling page, `null` for a program. Throws `origin_refused` if it is not listed. */
export function callingOrigin(request: Request, { origins }: Setup): string | null {
  const origin = request.headers.get("origin");
  if (origin === null) return null;
  if (origins.has(origin) || origin === new URL(request.url).origin) return origin;
  throw new Refusal(
    "origin_refused",
    "pages of this origin may not use the proxy: whoever runs it lists exact origins",
  );
}

/** Returns true for a preflight, which browsers send by themselves. */
export function isPreflight({ method, headers }: Request): boolean {
  return (
    method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method")
  );
}

/** Answers a preflight of a page that may call. */
export function preflightAnswer({ headers }: Request): Response {
  // For a page of the public internet that calls a proxy on the local machine or network, browsers send one more
  // question.
  const isPrivate = headers.get("access-control-request-private-network") === "true";
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": METHODS.join(", "),
      "Access-Control-Allow-Headers": USED,
      "Access-Control-Max-Age": PREFLIGHT_SECONDS,
      ...(isPrivate && { "Access-Control-Allow-Private-Network": "true" }),
    },
  });
}

/**
 * Sets the headers of every response: the origin that may read it, no caching, no type sniffing, and no effect as a
 * page, because the proxy may share its origin with one.
 */
export function withCommonHeaders(response: Response, origin: string | null): Response {
  const { headers } = response;
  headers.set("Vary", "Origin");
  headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  if (origin !== null) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Expose-Headers", EXPOSED);
  }
  return response;
}
