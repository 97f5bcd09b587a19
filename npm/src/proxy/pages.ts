/** Public pages: read without a key, each address judged anew. */
import { redirected } from "./address.ts";
import { type Asked, notGoneTo, send } from "./exchange.ts";
import type { Setup } from "./options.ts";
import { bareHost, isPublicAddress, isPublicHost } from "./public-host.ts";
import { Refusal } from "./refusal.ts";
import type { Watch } from "./watch.ts";

/** Statuses of redirects. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A page's answer, and the address that gave it. */
export interface PageAnswer {
  response: Response;
  url: URL;
}

/**
 * Reads a page and follows its redirects. `visits` is called with each address before it is fetched. Throws a
 * `Refusal`.
 */
export async function readPage(asked: Asked, visits: (url: URL) => void): Promise<PageAnswer> {
  const { setup, target, method } = asked;
  if (method !== "GET")
    throw new Refusal("method_refused", "pages are read by GET", { Allow: "GET" });
  let url = target;
  for (let hops = 0; ; hops += 1) {
    visits(url);
    const response = await ask(url, asked);
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status)) return { response, url };
    void response.body?.cancel().catch(() => {});
    const next = location === null ? null : redirected(location, url);
    if (next === null) throw notGoneTo(url, "it redirects, but not to an address of the web");
    if (hops >= setup.limits.redirects) {
      const message = `more than ${setup.limits.redirects} redirects: give the page's final address`;
      throw new Refusal("too_many_redirects", message);
    }
    url = next;
  }
}

/**
 * Returns true for the address of a page that may be public: on its scheme's own port, of a host that is not known to
 * be local.
 */
export function isPageAddress({ port, hostname }: URL): boolean {
  return port === "" && isPublicHost(hostname);
}

/** Returns true if a host is known to lead to an address that is not public. */
export async function leadsElsewhere(page: URL, { dialer }: Setup, watch: Watch): Promise<boolean> {
  if (!dialer) return false;
  const found = await watch.heard(dialer.resolve(page.hostname).catch(() => []));
  return !found.every(isPublicAddress);
}

/** Fetches one address, which must be public: from the checked IP addresses, if the host resolves names. */
async function ask(url: URL, asked: Asked): Promise<Response> {
  const { setup, own, watch, headers } = asked;
  if (!isPageAddress(url)) throw notGoneTo(url, "it reads public pages alone, on ports 80 and 443");
  if (bareHost(url.hostname) === bareHost(own.hostname))
    throw notGoneTo(url, "this is the proxy itself");
  const { dialer } = setup;
  const sent = send(asked, { method: "GET", headers });
  if (!dialer) return watch.heard(sent(url.href));
  const addresses = await watch.heard(dialer.resolve(url.hostname).catch(() => []));
  if (addresses.length === 0) throw unreachable(url);
  if (!addresses.every(isPublicAddress)) {
    throw notGoneTo(url, "its name leads to an address that is not of the public internet");
  }
  return watch.heard(sent(url.href, (request) => dialer.fetch(request, addresses)));
}

function unreachable({ hostname }: URL): Refusal {
  return new Refusal("target_unreachable", `${hostname} leads nowhere: check the name`);
}
