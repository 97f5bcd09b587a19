/** The internet that tests of the proxy play: public names and addresses, one service, and nothing else. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** Public addresses. None of them is ever connected to: the server on loopback plays them. */
export const PUBLIC_ADDRESSES = [
  "93.184.215.14",
  "8.8.8.8",
  "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
  "2001:4860:4860::8888",
  "192.0.0.9",
  "192.175.48.1",
  "2001:1::3",
  "2001:3::1",
  "3fff:1000::1",
  "64:ff9b::808:808",
];

/** Public names without a table's own addresses lead here. */
const PUBLIC_NAME = /(?:^|\.)(?:example\.(?:com|net|org)|xn--[\w-]+\.com)\.?$/;

/** The header that tells the server which address it plays. */
const PLAYED = "x-played-url";

/**
 * The header that tells the server the scheme of what it plays, where a runtime sends requests by their `Host`: Miniflare does with
 * `outboundService: { external: { address, http: { forwardedProtoHeader: PLAYED_SCHEME } } }`.
 */
export const PLAYED_SCHEME = "x-played-scheme";

/** The key that the proxy under test adds for its service. */
export const SERVICE_KEY = "sk-Service-Key-0123456789/+abcdef";

/** A request that arrived somewhere. */
export interface Seen {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

type SentHeaders = Record<string, string>;

function isPublic({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return PUBLIC_NAME.test(bare) || PUBLIC_ADDRESSES.includes(bare);
}

/** Where names lead, one list for each time that it is asked; the last one stays. */
export type Names = Record<string, string[][]>;

/** Returns a resolver of these names, and of the public ones. It counts what it was asked. */
export function resolverOf(names: Names): (host: string) => Promise<string[]> {
  const asked = new Map<string, number>();
  return async (host) => {
    const bare = host.replace(/^\[|\]$/g, "");
    if (net.isIP(bare)) return [bare];
    const answers = names[bare];
    const times = asked.get(bare) ?? 0;
    asked.set(bare, times + 1);
    const found = answers
      ? (answers[Math.min(times, answers.length - 1)] ?? [])
      : PUBLIC_NAME.test(bare)
        ? PUBLIC_ADDRESSES.slice(0, 1)
        : [];
    if (found.length === 0) throw new Error(`${host} leads nowhere`);
    return found;
  };
}

/** The played internet: a server on loopback, and a trap for what should never be connected to. */
export class Internet {
  readonly seen: Seen[] = [];
  /** What went where nothing may go. */
  readonly breaches: string[] = [];
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });
  readonly #trap = net.createServer((socket) => {
    this.breaches.push("a connection to an address that is not public");
    socket.destroy();
  });

  /** Starts both. */
  static async start(): Promise<Internet> {
    const internet = new Internet();
    for (const server of [internet.#server, internet.#trap]) {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    }
    return internet;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await Promise.all(
      [this.#server, this.#trap].map((server) => new Promise((resolve) => server.close(resolve))),
    );
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get trapPort(): number {
    return (this.#trap.address() as AddressInfo).port;
  }

  /** Forgets what it saw. */
  forget(): void {
    this.seen.length = 0;
    this.breaches.length = 0;
  }

  /**
   * Plays the platform's `fetch`, or a connection to known addresses: the request goes to the server, which is told the address
   * that it plays. What is not public is a breach.
   */
  readonly fetch = async (request: Request, addresses?: string[]): Promise<Response> => {
    const isElsewhere = addresses?.some((address) => !PUBLIC_ADDRESSES.includes(address));
    if (isElsewhere) this.breaches.push(`a connection for ${request.url} to ${addresses}`);
    const headers = new Headers(request.headers);
    headers.set(PLAYED, request.url);
    return realFetch(`http://127.0.0.1:${this.port}/`, {
      method: request.method,
      headers,
      redirect: request.redirect,
      signal: request.signal,
      ...(request.method === "POST" && { body: await request.arrayBuffer() }),
    });
  };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const {
      [PLAYED]: played,
      [PLAYED_SCHEME]: scheme,
      ...headers
    } = request.headers as SentHeaders;
    const url = new URL(played ?? `${scheme ?? "http"}://${headers.host}${request.url}`);
    if (!isPublic(url) && url.host !== `127.0.0.1:${this.port}`) {
      this.breaches.push(`a request to ${url.href}`);
    }
    const body = Buffer.concat(pieces).toString();
    this.seen.push({ url: url.href, method: request.method ?? "", headers, body });
    response.setHeader("Set-Cookie", "session=1; Path=/");
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("X-Powered-By", "a page");
    answer(url, headers, response);
  }
}

const realFetch = globalThis.fetch;

/** What each path of the played internet does. */
function answer(url: URL, headers: Record<string, string>, response: ServerResponse): void {
  const asked = url.searchParams;
  const to = asked.get("to") ?? "";
  switch (url.pathname) {
    case "/redirect":
      response.writeHead(Number(asked.get("by") ?? 302), {
        // A header's bytes, as which other letters are sent.
        location: Buffer.from(to + "a".repeat(Number(asked.get("longer")))).toString("latin1"),
      });
      response.end("moved");
      return;
    case "/nowhere":
      response.writeHead(302).end("moved");
      return;
    case "/status":
      response.writeHead(Number(asked.get("is")), { "retry-after": asked.get("after") ?? "7" });
      response.end(asked.get("is") === "204" ? undefined : "no");
      return;
    case "/gzip": {
      const packed = gzipSync("unpacked words");
      response.writeHead(200, { "content-encoding": "gzip", "content-length": packed.length });
      response.end(packed);
      return;
    }
    case "/encoded":
      response.writeHead(200, { "content-encoding": "aes128gcm" }).end("unreadable");
      return;
    case "/v1/chat/completions":
      if (asked.get("do") === "redirect") {
        response.writeHead(307, { location: "http://pages.example.com/" }).end();
        return;
      }
      if (asked.get("do") === "echo") {
        response.writeHead(401, { "content-type": "application/json", "x-key": SERVICE_KEY });
        response.end(JSON.stringify({ error: `wrong key: ${headers.authorization}` }));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: one\n\n");
      response.end("data: two\n\n");
      return;
    default:
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<p>a public page</p>");
  }
}
