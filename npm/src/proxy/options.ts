/** The options of a proxy. */
import { invalid, type Shape, shaped } from "../fields.ts";
import type { Dialer } from "../host.ts";

/** A service that the proxy calls with a key of its own. */
export interface Service {
  /** Its address, such as `https://api.deepseek.com/v1`: only this origin, and paths below this path, are called. */
  address: string;
  /** The key that the proxy adds; none if the service needs none. */
  key?: string;
  /** The header that carries the key: `authorization` (as a bearer token) or `x-api-key`. */
  keyHeader: "authorization" | "x-api-key";
  /** Allowed paths below the address, such as `/chat/completions`; all if none are given. */
  paths?: string[];
  /**
   * Parameters that each request has, once and with this value, such as `{ action: "query" }`. Such a service is asked
   * by GET alone, and no name of a parameter may occur twice. Default: any request.
   */
  query?: Record<string, string>;
  /**
   * True if subdomains of the address are called, too: those with one more label, such as `en.wikipedia.org` of
   * `wikipedia.org`. Such a service has no key. Default false.
   */
  subdomains?: boolean;
  /**
   * True for a reader of pages such as Jina Reader: only GET, and the page's address, which follows the service's,
   * must be that of a public page. Default false.
   */
  readsPages?: boolean;
}

/** Limits of each exchange. */
export interface ProxyLimits {
  /** Most bytes of a request's body. Default 4 MB. */
  requestBytes: number;
  /** Most bytes of an answer's body, decoded. Default 20 MB. */
  answerBytes: number;
  /** Milliseconds of a whole exchange. Default 10 minutes. */
  time: number;
  /** Milliseconds without a byte. Default 2 minutes. */
  silence: number;
  /** Redirects of a page. Default 5. */
  redirects: number;
}

/** The log entry of a finished exchange: never a path, a query, a body, a key or a token. */
export interface ProxyLogEntry {
  /** The user; `null` for an unknown token. */
  user: string | null;
  /** The request's method. */
  method: string;
  /** The last host, contacted or refused; `null` if no target was read. */
  host: string | null;
  /** The status of the answer. */
  status: number;
  /** The code of the proxy's own failure; `null` if the target replied. */
  code: string | null;
  /** Milliseconds until the answer's last byte. */
  milliseconds: number;
  /** Bytes of the answer's body. */
  bytes: number;
}

/** The options of a proxy server. */
export interface ProxyServerOptions {
  /** Services that it calls. */
  services: Service[];
  /**
   * Exact origins of pages that may call, such as `https://app.example`. A request without an origin is a program's;
   * the proxy's own origin always may call.
   */
  origins: string[];
  /** Returns the user that has this token, or `null`: see `userWith`. */
  userOf(token: string): Promise<string | null>;
  /** True if any public page may be read; default: false. */
  pages?: boolean;
  /** Returns the seconds that this user has to wait, 0 to go on: see `rateLimit`. */
  wait?(user: string): Promise<number>;
  /** Limits that differ from the default. */
  limits?: Partial<ProxyLimits>;
  /**
   * Name resolution, if the host has it: all IP addresses of a page's name are checked, and only these are connected
   * to.
   */
  dialer?: Dialer;
  /** Called once for each exchange, at its end. */
  log?(entry: ProxyLogEntry): void;
}

/** A service with a parsed address. */
export interface ReadService extends Service {
  url: URL;
}

/** Options that were checked. */
export interface Setup extends Omit<ProxyServerOptions, "services" | "origins" | "limits"> {
  services: ReadService[];
  origins: ReadonlySet<string>;
  limits: ProxyLimits;
}

const DEFAULT_LIMITS: ProxyLimits = {
  requestBytes: 4_000_000,
  answerBytes: 20_000_000,
  time: 600_000,
  silence: 120_000,
  redirects: 5,
};

const OPTIONS: Shape<ProxyServerOptions> = {
  services: "list",
  origins: "list",
  userOf: "function",
  pages: "flag",
  wait: "function",
  limits: "object",
  dialer: "object",
  log: "function",
};

const SERVICE: Shape<Service> = {
  address: "text",
  key: "text",
  keyHeader: "text",
  paths: "list",
  query: "object",
  subdomains: "flag",
  readsPages: "flag",
};

const LIMITS: Shape<ProxyLimits> = {
  requestBytes: "whole",
  answerBytes: "whole",
  time: "count",
  silence: "count",
  redirects: "whole",
};

/** Characters of a key: those that are valid in a header. */
const KEY = /^[\x21-\x7e]+$/;

/** Checks the options. Throws `invalid_argument`, whose message holds no key. */
export function checkedOptions(options: ProxyServerOptions): Setup {
  const given = shaped<ProxyServerOptions>(options, "the proxy's options", OPTIONS);
  const { services, origins, userOf } = given;
  if (!services || !origins || !userOf) {
    throw invalid("the proxy needs services, origins and userOf; lists may be empty");
  }
  const limits = {
    ...DEFAULT_LIMITS,
    ...shaped<ProxyLimits>(given.limits ?? {}, "limits", LIMITS),
  };
  return {
    ...given,
    services: services.map(readService),
    origins: new Set(origins.map(readOrigin)),
    limits,
  };
}

/**
 * Returns an origin as browsers send it. Throws `invalid_argument` for any other text, such as an address with a path.
 */
export function readOrigin(text: string): string {
  const url = parsed(text);
  if (url === null || url.origin === "null" || ![url.origin, `${url.origin}/`].includes(text)) {
    throw invalid(
      `${JSON.stringify(text)} is no exact origin: give scheme, host and port alone, such as https://app.example`,
    );
  }
  return url.origin;
}

function readService(service: Service, at: number): ReadService {
  const given = shaped<Service>(service, `service ${at + 1}`, SERVICE);
  const { address, key, keyHeader } = given;
  const url = parsed(address);
  const what = `service ${at + 1}${url === null ? "" : ` (${url.host})`}`;
  if (url === null || url.username || url.password || url.search || url.hash) {
    throw invalid(
      `address of ${what} must begin with http:// or https:// and hold no password, query or fragment`,
    );
  }
  if (keyHeader !== "authorization" && keyHeader !== "x-api-key") {
    throw invalid(`keyHeader of ${what} must be "authorization" or "x-api-key"`);
  }
  if (key && given.subdomains) {
    throw invalid(`${what} has subdomains, which no key is sent to: leave one of both out`);
  }
  if (key && !KEY.test(key)) {
    throw invalid(`key of ${what} holds characters that no key has: was more than the key pasted?`);
  }
  if (given.paths?.some((path) => typeof path !== "string" || !path.startsWith("/"))) {
    throw invalid(`paths of ${what} must each begin with "/"`);
  }
  if (Object.values(given.query ?? {}).some((value) => typeof value !== "string")) {
    throw invalid(`query of ${what} must hold texts`);
  }
  return { ...given, url };
}

function parsed(address: string): URL | null {
  if (typeof address !== "string" || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}
