/** The request that is sent to a target. */
import { FINAL_URL } from "./cross-origin.ts";
import type { Setup } from "./options.ts";
import { Refusal } from "./refusal.ts";
import type { Watch } from "./watch.ts";

/** The proxy's product name. A request that has it comes from a proxy such as this one. */
const PRODUCT = "agentic-memory-bank-proxy";

/** A media type with its parameters. */
export const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[\x20-\x7e]{0,256})?$/;

/** Headers of a request that are passed on, and the form that they must have. */
const PASSED: Record<string, RegExp> = {
  accept: /^[\x20-\x7e]{1,1024}$/,
  "accept-language": /^[\x20-\x7e]{1,1024}$/,
  "content-type": MEDIA_TYPE,
  "anthropic-version": /^\d{4}-\d{2}-\d{2}$/,
};

/** A request that may be carried out. */
export interface Asked {
  method: string;
  target: URL;
  /** The proxy's own address. */
  own: URL;
  /** Headers to send: those that are passed on, and the proxy's own. */
  headers: Headers;
  setup: Setup;
  watch: Watch;
}

/** Returns the headers that are sent, the key aside: nothing else of a request is passed on. */
export function passedHeaders({ headers }: Request): Headers {
  const passed = new Headers({ "user-agent": PRODUCT });
  for (const [name, form] of Object.entries(PASSED)) {
    const value = headers.get(name);
    if (value !== null && form.test(value)) passed.set(name, value);
  }
  return passed;
}

/** Throws `loop_refused` for a request that a proxy such as this one sent: it would ask itself. */
export function checkLoop({ headers }: Request): void {
  if (!headers.get("user-agent")?.startsWith(PRODUCT)) return;
  throw new Refusal("loop_refused", "a proxy may not ask a proxy: give the target's own address");
}

/** Returns a function that sends a request to an address, by `fetch` or another way. Redirects are handed back. */
export function send(
  { watch }: Asked,
  init: RequestInit,
): (address: string, way?: (request: Request) => Promise<Response>) => Promise<Response> {
  return async (address, way = (request) => fetch(request)) => {
    try {
      const request = new Request(address, { ...init, redirect: "manual", signal: watch.signal });
      return await way(request);
    } catch {
      if (watch.signal.aborted) throw watch.signal.reason;
      // The platform's message may hold the address.
      throw new Refusal("target_unreachable", "the target cannot be reached: check its address");
    }
  };
}

/** The refusal of an address. The response names it, because the client may not know it. */
export function notGoneTo(url: URL, why: string): Refusal {
  return new Refusal("target_refused", `the proxy does not go there: ${why}`, {
    [FINAL_URL]: url.href,
  });
}
