/** Services, which are called with the proxy's own keys. */
import { absolute } from "./address.ts";
import { type Asked, notGoneTo, send } from "./exchange.ts";
import type { ReadService } from "./options.ts";
import { isPageAddress, leadsElsewhere } from "./pages.ts";
import { Refusal } from "./refusal.ts";

/**
 * Parts of a path that some servers read as another path: escaped dots, slashes and escapes, empty segments,
 * parameters.
 */
const AMBIGUOUS = /%(?:2e|2f|5c|25|00)|\/\/|;/i;

/** The origin of Anthropic's endpoint. */
const ANTHROPIC = "https://api.anthropic.com";

/** Returns the service that a target belongs to, by origin, path and parameters; `null` for none. */
export function serviceOf(target: URL, services: ReadService[]): ReadService | null {
  const matching = services.filter((service) => isBelow(target, service));
  // Of two on one origin, the one with the longer path.
  return matching.sort((one, other) => base(other).length - base(one).length)[0] ?? null;
}

/** Calls a service. Its redirects are not followed: the key would leave. Throws a `Refusal`. */
export async function askService(
  service: ReadService,
  asked: Asked,
  body: Uint8Array<ArrayBuffer> | null,
): Promise<Response> {
  const { target, own, method } = asked;
  if (target.origin === own.origin) throw notGoneTo(target, "this is the proxy itself");
  if (service.query && method !== "GET") {
    throw new Refusal("method_refused", "this service is asked by GET", ALLOW_GET);
  }
  if (service.readsPages) await checkReading(service, asked);
  const sent = send(asked, {
    method,
    headers: headersFor(service, asked),
    ...(method === "POST" && { body: body ?? new Uint8Array() }),
  });
  const response = await asked.watch.heard(sent(target.href));
  if (response.status < 300 || response.status > 399 || response.status === 304) return response;
  void response.body?.cancel().catch(() => {});
  throw new Refusal(
    "answer_refused",
    "the service redirects elsewhere, where no key is sent: give the proxy its final address",
  );
}

/** A reader of pages reads only public ones, wherever the reader itself runs. */
async function checkReading(service: ReadService, asked: Asked): Promise<void> {
  const { target, method, setup, watch } = asked;
  if (method !== "GET") throw new Refusal("method_refused", "a reader is asked by GET", ALLOW_GET);
  const page = absolute(target.href.slice(`${target.origin}${base(service)}/`.length));
  const isRefused = !isPageAddress(page) || (await leadsElsewhere(page, setup, watch));
  if (isRefused) throw notGoneTo(target, "its reader reads public pages alone");
}

const ALLOW_GET = { Allow: "GET" };

function headersFor({ key, keyHeader, url }: ReadService, { headers }: Asked): Headers {
  const all = new Headers(headers);
  // Anthropic's own API takes no bearer key, and its chat in OpenAI's form does.
  const isNative = url.origin === ANTHROPIC && all.has("anthropic-version");
  if (key && (isNative || keyHeader === "x-api-key")) all.set("x-api-key", key);
  else if (key) all.set("authorization", `Bearer ${key}`);
  return all;
}

function isBelow(target: URL, service: ReadService): boolean {
  if (!isAt(target, service) || !hasQuery(target, service)) return false;
  const path = base(service);
  if (service.paths) return service.paths.some((below) => target.pathname === path + below);
  if (path === "") return true;
  if (!service.readsPages && AMBIGUOUS.test(target.pathname)) return false;
  return target.pathname === path || target.pathname.startsWith(`${path}/`);
}

/** Returns true for a target at the service's origin or, if it has subdomains, at one of them. */
function isAt(
  { origin, protocol, hostname, port }: URL,
  { url, subdomains }: ReadService,
): boolean {
  if (origin === url.origin) return true;
  const isSubdomain = hostname.slice(hostname.indexOf(".") + 1) === url.hostname;
  return subdomains === true && isSubdomain && protocol === url.protocol && port === url.port;
}

/** The name of a parameter that every server reads alike. */
const PLAIN_NAME = /^[a-z]+$/;

/** Returns true for a target with the service's parameters. Of a name that occurs twice servers read either. */
function hasQuery({ searchParams }: URL, { query }: ReadService): boolean {
  if (query === undefined) return true;
  const names = [...searchParams.keys()];
  if (new Set(names).size < names.length || !names.every((name) => PLAIN_NAME.test(name))) {
    return false;
  }
  return Object.entries(query).every(([name, value]) => searchParams.get(name) === value);
}

/** The service's path without a slash at its end. */
function base({ url }: ReadService): string {
  return url.pathname.replace(/\/+$/, "");
}
