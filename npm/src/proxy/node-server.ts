/** A handler of requests as a server of Node's: for the proxy, for people without a platform that runs Workers, and for MCP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import ipaddr from "ipaddr.js";
import { MemoryBankError } from "../errors.ts";
import { bareHost } from "./public-host.ts";
import { Refusal } from "./refusal.ts";

/** The address of a server, and its handler. */
export interface ServerOptions {
  /** Answers requests to `path`. It throws a `Refusal` for those that it does not carry out. */
  answer(request: Request): Promise<Response>;
  /** The path of the handler, such as `/proxy`. */
  path: string;
  /** What is served, in the words of an error: `the proxy`. */
  service: string;
  /** The text at `/`. */
  greeting: string;
  /** The address to listen at, such as `127.0.0.1`. */
  host: string;
  /** The port; 0 for any that is free. */
  port: number;
  /** The option of the command line that names the port, such as `--port`. */
  portOption: string;
  /** Further host names of the server, such as that of a server in front of it. */
  names: string[];
}

/** A server that listens. */
export interface RunningServer {
  /** Its origin, such as `http://127.0.0.1:8788`. */
  readonly origin: string;
  /** Ends it, and all pending requests. */
  close(): Promise<void>;
}

/** Milliseconds for the headers of a request, and for a whole request. */
const HEADERS_TIMEOUT = 15_000;
const REQUEST_TIMEOUT = 120_000;

/** Bytes of the headers of a request: a long target, encoded twice, must fit. */
const LONGEST_HEADERS = 32_768;

/** Milliseconds without a byte in either direction; more than the proxy bears of a target. */
const SOCKET_TIMEOUT = 150_000;

/** Most connections at once. */
const MOST_CONNECTIONS = 256;

/** Headers that a request has once: of two, everybody between might read another. */
const SINGLE = [
  ...["host", "origin", "content-type", "content-length", "content-encoding"],
  ...["transfer-encoding", "user-agent", "x-proxy-token", "authorization", "mcp-session-id"],
];

/** Starts a server. Throws `port_busy`, `port_refused` or `host_unusable`, whose messages give the remedy. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT,
    headersTimeout: HEADERS_TIMEOUT,
    maxHeaderSize: LONGEST_HEADERS,
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.setTimeout(SOCKET_TIMEOUT);
  await listening(server, options);
  const { port } = server.address() as AddressInfo;
  const origin = `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`;
  const isNamed = nameCheck(options);
  server.on("request", (incoming, outgoing) => {
    void respond(incoming, outgoing, { ...options, isNamed });
  });
  // A tunnel is another kind of proxy.
  server.on("connect", (_, socket) => socket.end("HTTP/1.1 405 Method Not Allowed\r\n\r\n"));
  return {
    origin,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listening(server: Server, options: ServerOptions): Promise<void> {
  const { host, port } = options;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  } catch (thrown) {
    throw unusable(thrown as NodeJS.ErrnoException, options);
  }
}

function unusable(
  cause: NodeJS.ErrnoException,
  { host, port, portOption }: ServerOptions,
): MemoryBankError {
  switch (cause.code) {
    case "EADDRINUSE": {
      const message = `port ${port} of ${host} is in use: give another one with ${portOption}, or end the program that has it`;
      return new MemoryBankError("port_busy", message, { retryable: true, cause });
    }
    case "EACCES": {
      const message = `port ${port} is not allowed to this user: give one from 1024 on with ${portOption}`;
      return new MemoryBankError("port_refused", message, { cause });
    }
    default: {
      const message = `nothing can listen at ${host} (${cause.code ?? cause.message}): give an address of this machine with --host`;
      return new MemoryBankError("host_unusable", message, { cause });
    }
  }
}

/**
 * Returns a check of a request's host name. A page of another site whose name resolves to this machine (DNS rebinding)
 * sends its own name: at a loopback address only names of this machine and the given names are served. Elsewhere any
 * name is.
 */
function nameCheck({ host, names }: ServerOptions): (host: string) => boolean {
  const known = new Set(["localhost", host, ...names].map((name) => bareHost(name.toLowerCase())));
  return (authority) => {
    if (!URL.canParse(`http://${authority}/`)) return false;
    const { hostname, host: written } = new URL(`http://${authority}/`);
    if (![written, `${written}:80`].includes(authority.toLowerCase())) return false;
    return !isLoopback(host) || isLoopback(hostname) || known.has(bareHost(hostname));
  };
}

/** Returns true for a loopback address, or the name of one. */
export function isLoopback(hostname: string): boolean {
  const host = bareHost(hostname.toLowerCase());
  if (host === "localhost") return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback";
}

interface Answering extends ServerOptions {
  isNamed(host: string): boolean;
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answering: Answering,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  try {
    await write(await answered(incoming, gone.signal, answering), outgoing, gone.signal);
  } catch {
    // The response broke off, or its reader went away: a closed connection shows it.
    outgoing.destroy();
  }
}

async function answered(
  incoming: IncomingMessage,
  signal: AbortSignal,
  { isNamed, greeting, path, service, answer }: Answering,
): Promise<Response> {
  try {
    checkMessage(incoming);
    const { host = "" } = incoming.headers;
    if (!isNamed(host)) {
      const message = `${service} is not called so: use the address that it printed, or name yours with --origin`;
      throw new Refusal("host_refused", message);
    }
    const request = requestOf(incoming, host, signal);
    const { pathname } = new URL(request.url);
    if (pathname === path) return await answer(request);
    if (pathname !== "/") {
      throw new Refusal("not_found", `there is nothing here: ${service} is at ${path}`);
    }
    if (request.method !== "GET") {
      throw new Refusal("method_refused", "only GET is answered here", { Allow: "GET" });
    }
    return new Response(greeting, { headers: { "content-type": "text/plain; charset=utf-8" } });
  } catch (thrown) {
    const refusal = Refusal.from(thrown);
    return refusal.response(refusal.body());
  }
}

function checkMessage({ httpVersion, rawHeaders }: IncomingMessage): void {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") {
    throw new Refusal("request_malformed", "the request must be one of HTTP/1.1");
  }
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const twice = SINGLE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice === undefined) return;
  throw new Refusal("request_malformed", `the request has ${twice} twice: send it once`);
}

/** The request in the platform's form. Its address is its own path at the checked host, for any form of the path. */
function requestOf(incoming: IncomingMessage, host: string, signal: AbortSignal): Request {
  const { method = "", url = "", rawHeaders } = incoming;
  const address = `http://${host}${url}`;
  if (!url.startsWith("/") || !URL.canParse(address)) {
    throw new Refusal("request_malformed", "the request's target must be a path of this server");
  }
  const headers = new Headers();
  try {
    for (let at = 0; at < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
    }
    const hasBody = method !== "GET" && method !== "HEAD";
    const body = hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" };
    return new Request(address, { method, headers, signal, ...body });
  } catch {
    throw new Refusal("method_refused", "this request is not carried out: use GET or POST", {
      Allow: "GET, POST",
    });
  }
}

/** Writes a response. Its body is cancelled as soon as the reader is gone, however long it is silent. */
async function write(
  response: Response,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  if (gone.aborted) cancel();
  gone.addEventListener("abort", cancel, { once: true });
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (!outgoing.write(read.value)) await drained(outgoing);
  }
  outgoing.end();
}

/** Waits until more can be written, or the reader is gone. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("the reader went away"));
    if (outgoing.destroyed) gone();
    outgoing.once("drain", () => {
      outgoing.off("close", gone);
      resolve();
    });
    outgoing.once("close", gone);
  });
}
