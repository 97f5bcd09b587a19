/** Ways to a proxy that is tested: its function, or a socket. */
import net from "node:net";
import type { Ability, Subject, TableAnswer, TableRequest } from "./table.ts";

/** What a test says of its proxy. */
export type Setting = Pick<Subject, "service" | "reader" | "own" | "names"> & {
  offers: Ability[];
};

/** A proxy as a function of requests. */
export function directSubject(
  proxy: (request: Request) => Promise<Response>,
  setting: Setting,
): Subject {
  return {
    ...setting,
    offers: new Set(setting.offers),
    async send({ method, query, headers, body, isChunked }) {
      const all = new Headers(headers);
      const request = new Request(`${setting.own}/proxy?${query}`, {
        method,
        headers: withLength(all, body, isChunked),
        ...(body &&
          method !== "GET" && { body: new Blob([new Uint8Array(body)]).stream(), duplex: "half" }),
      });
      const response = await proxy(request);
      const text = await response.text();
      return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
    },
  };
}

/** The header that an incoming request has of its body. */
function withLength(headers: Headers, body: Buffer | null, isChunked: boolean): Headers {
  if (body === null) return headers;
  if (isChunked) headers.set("transfer-encoding", "chunked");
  else headers.set("content-length", `${body.length}`);
  return headers;
}

/** A proxy behind a port of loopback. Requests are written byte by byte, so that nothing puts them right. */
export function socketSubject(setting: Setting & { port: number; path: string }): Subject {
  return {
    ...setting,
    offers: new Set<Ability>([...setting.offers, "socket"]),
    async send(request) {
      const message = request.raw ?? messageOf(request, setting);
      return parsed(await exchanged(setting.port, message));
    },
  };
}

function messageOf(request: TableRequest, { own, path }: { own: string; path: string }): Buffer {
  const { method, query, headers, body, isChunked } = request;
  const length: [string, string][] =
    body === null
      ? []
      : [isChunked ? ["Transfer-Encoding", "chunked"] : ["Content-Length", `${body.length}`]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path}?${query} HTTP/1.1\r\nHost: ${new URL(own).host}\r\nConnection: close\r\n`;
  const sent = body !== null && isChunked ? chunked(body) : (body ?? Buffer.alloc(0));
  return Buffer.concat([Buffer.from(`${head}${lines.join("")}\r\n`, "latin1"), sent]);
}

function chunked(body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from("\r\n0\r\n\r\n"),
  ]);
}

/** Milliseconds after which a server that says nothing more is not waited for. */
const PATIENCE = 3000;

/** Milliseconds in which another answer may follow a whole one. */
const GRACE = 100;

/** Sends a message, and returns everything that comes back until the server closes, or has answered and says no more. */
function exchanged(port: number, message: Buffer | string): Promise<Buffer> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const socket = net.connect(port, "127.0.0.1");
    const end = () => {
      socket.destroy();
      resolve(Buffer.concat(pieces));
    };
    socket.setTimeout(PATIENCE, end);
    socket.on("data", (piece) => {
      pieces.push(piece);
      if (isWhole(Buffer.concat(pieces).toString("latin1"))) socket.setTimeout(GRACE, end);
    });
    socket.on("close", end);
    // A server that has answered need not read the rest.
    socket.on("error", () => {});
    socket.write(typeof message === "string" ? Buffer.from(message, "latin1") : message);
  });
}

/** Returns true once the first answer has come to its end; not every server closes when it is asked to. */
function isWhole(text: string): boolean {
  const at = text.indexOf("\r\n\r\n");
  if (at < 0) return false;
  const [head, body] = [text.slice(0, at).toLowerCase(), text.slice(at + 4)];
  if (head.includes("\r\ntransfer-encoding: chunked")) return body.endsWith("0\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  return length === undefined ? / (?:204|304) /.test(head) : body.length >= Number(length);
}

/** Reads answers off a socket. Only the first counts; another one is told in its body. */
function parsed(bytes: Buffer): TableAnswer {
  const text = bytes.toString("latin1");
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = rest.join("\r\n\r\n");
  const isChunked = headers["transfer-encoding"] === "chunked";
  return {
    status: Number(first.split(" ")[1] ?? 0),
    headers,
    body: isChunked ? whole(body) : body,
  };
}

/** The body of a message in chunks, and what comes after it. */
function whole(text: string): string {
  let body = "";
  let rest = text;
  for (;;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(rest);
    if (size === null) return Buffer.from(body + rest, "latin1").toString();
    const length = Number.parseInt(size[1] ?? "0", 16);
    const begin = size[0].length;
    body += rest.slice(begin, begin + length);
    rest = rest.slice(begin + length + 2);
  }
}
