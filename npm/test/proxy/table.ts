/**
 * Tables of requests, and what must come of each.
 *
 * The runner is not bound to a host. It is given a `Subject`: what sends a line's request to a proxy, and what the proxy can
 * do there. A Worker in workerd runs the same lines:
 *
 *     const internet = await Internet.start();
 *     const external = { address: `127.0.0.1:${internet.port}`, http: { forwardedProtoHeader: PLAYED_SCHEME } };
 *     const miniflare = new Miniflare({ …, outboundService: { external } });
 *     const { origin: own, port } = await miniflare.ready;
 *     const service = "https://llm.example.net/v1"; // with SERVICE_KEY
 *     const reader = "https://reader.example.net"; // without a key
 *     const subject = socketSubject({ offers: ["tls", "reader"], service, reader, own, port: Number(port), path: "/proxy" });
 *     const tally = await checkTable(readTable("refused", folder), subject, internet);
 *     assert.deepEqual(tally.wrong, []);
 *
 * The Worker must have the pages on, the origin `ORIGIN`, and a user with `USER_TOKEN`. It must not limit the rate.
 * `offers` lacks `names`, for the platform does not tell where names lead, and `node`, which is this package's server: lines that
 * need them are left out.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Internet, Names } from "./internet.ts";
import { SERVICE_KEY } from "./internet.ts";

/** The token of the proxy's only user. */
export const USER_TOKEN = "amb_token-of-the-only-user-of-this-proxy";

/** The only origin that is listed. */
export const ORIGIN = "https://app.example";

/** Abilities that some lines need: knowing where names lead, TLS to targets, raw requests, this package's own server. */
export type Ability = "names" | "tls" | "socket" | "node" | "reader";

/** One line of a table. */
export interface Line {
  /** The input, in a few words. */
  what: string;
  /** The target, which is percent-encoded as the parameter `url`. */
  target?: string;
  /** The whole query, instead. */
  query?: string;
  /** Addresses that redirects lead to, one after the other, from a public page on. */
  hops?: string[];
  /** Status of these redirects; default 302. */
  by?: number;
  /** The whole message as bytes, instead; `{host}` and `{token}` are filled in. */
  raw?: string;
  method?: string;
  headers?: [string, string][];
  body?: string;
  /** So many bytes as a body. */
  bodyBytes?: number;
  /** Whether the body comes in chunks without a declared length. */
  isChunked?: boolean;
  /** The token; `null` for none. Default: the user's. */
  token?: string | null;
  /** Where names of this line lead. */
  names?: Names;
  needs?: Ability[];
  /** The status, or those that hosts differ in. */
  status: number | number[];
  /** The code of the error; `null` where the target answered. Not given: it is not looked at. */
  code?: string | null;
  /** `X-Final-Url`. */
  final?: string;
  /** A part of the answer's body. */
  says?: string;
  /** Headers of the answer. */
  answers?: Record<string, string>;
  /** Requests that reach targets. Default: one for each redirect, and one more where the target answers. */
  visits?: number;
  /** What reaches the last target. */
  seen?: { url?: string; method?: string; body?: string; headers?: Record<string, string> };
}

/** A line's request, ready to be sent. */
export interface TableRequest {
  method: string;
  query: string;
  headers: [string, string][];
  body: Buffer | null;
  isChunked: boolean;
  raw: string | null;
}

/** An answer, as it came. */
export interface TableAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A proxy that is tested, and how it is reached. */
export interface Subject {
  offers: ReadonlySet<Ability>;
  /** Address of its service, with the path. */
  service: string;
  /** Address of its reader of pages. */
  reader: string;
  /** Its own origin. */
  own: string;
  send(request: TableRequest): Promise<TableAnswer>;
  /** Called before each line with where its names lead. */
  names?(names: Names): void;
}

const FOLDER = new URL("../../../test/proxy/", import.meta.url);

/** Reads a table of this folder: `refused` or `passed`. `folder`: where the tables are, for a test that is built elsewhere. */
export function readTable(name: "refused" | "passed", folder = FOLDER): Line[] {
  const text = readFileSync(new URL(`${name}.jsonl`, folder), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** What a table's run came to. */
export interface Tally {
  ran: number;
  /** Lines that need what the host does not offer. */
  left: number;
  /** What went wrong, by line. */
  wrong: string[];
}

/** Runs every line that the subject can run. */
export async function checkTable(
  lines: Line[],
  subject: Subject,
  internet: Internet,
): Promise<Tally> {
  const tally: Tally = { ran: 0, left: 0, wrong: [] };
  for (const line of lines) {
    if (line.needs?.some((ability) => !subject.offers.has(ability))) {
      tally.left += 1;
      continue;
    }
    tally.ran += 1;
    try {
      await checkLine(line, subject, internet);
    } catch (thrown) {
      tally.wrong.push(`${line.what}: ${thrown instanceof Error ? thrown.message : thrown}`);
    }
  }
  return tally;
}

async function checkLine(line: Line, subject: Subject, internet: Internet): Promise<void> {
  internet.forget();
  subject.names?.(line.names ?? {});
  const answer = await subject.send(requestOf(line, subject));
  const statuses = [line.status].flat();
  assert.ok(statuses.includes(answer.status), `status ${answer.status}: ${answer.body}`);
  if (line.code !== undefined) assert.equal(codeOf(answer), line.code);
  if (line.final !== undefined)
    assert.equal(answer.headers["x-final-url"], filled(line.final, subject));
  if (line.says !== undefined) assert.ok(answer.body.includes(line.says), answer.body);
  for (const [name, value] of Object.entries(line.answers ?? {})) {
    assert.equal(answer.headers[name] ?? "", value, name);
  }
  checkWorld(line, internet);
  checkSecrets(line, answer, subject);
}

/** What reached the world: no more than is expected, and nothing of the caller's but what is passed on. */
function checkWorld(line: Line, internet: Internet): void {
  const { seen, breaches } = internet;
  assert.deepEqual(breaches, []);
  const hops = line.hops?.length ?? 0;
  const visits = line.visits ?? (line.code === null ? hops + 1 : hops);
  assert.equal(seen.length, visits, `visits: ${seen.map(({ url }) => url).join(" ")}`);
  for (const { url, headers } of seen) {
    const others = Object.keys(headers).filter((name) => !SENT_HEADERS.has(name));
    assert.deepEqual(others, [], `headers that reached ${url}`);
    assert.ok(!JSON.stringify(headers).includes(USER_TOKEN), "the token reached a target");
    const isService = /^\/v1(?:\/|$)/.test(new URL(url).pathname);
    const authorization = isService ? `Bearer ${SERVICE_KEY}` : undefined;
    assert.equal(headers.authorization, authorization, `authorization that reached ${url}`);
  }
  const last = seen.at(-1);
  const { url, method, body, headers = {} } = line.seen ?? {};
  if (url !== undefined) assert.equal(last?.url, url);
  if (method !== undefined) assert.equal(last?.method, method);
  if (body !== undefined) assert.equal(last?.body, body);
  for (const [name, value] of Object.entries(headers))
    assert.equal(last?.headers[name] ?? "", value, name);
}

/** Headers that may reach a target: ours, and those that platforms put in by themselves. */
const SENT_HEADERS = new Set([
  ...["accept", "accept-language", "content-type", "user-agent", "authorization"],
  ...["host", "connection", "content-length", "accept-encoding", "sec-fetch-mode"],
  // Put in by workerd.
  ...["cf-worker", "cf-connecting-ip", "cf-ew-via", "cdn-loop", "mf-original-url"],
]);

/** Headers that may come back. */
const BACK_HEADERS = new Set([
  ...["content-type", "retry-after", "x-final-url", "allow", "vary", "cache-control"],
  ...["access-control-allow-origin", "access-control-expose-headers"],
  ...["access-control-allow-methods", "access-control-allow-headers", "access-control-max-age"],
  ...["access-control-allow-private-network"],
  ...["x-content-type-options", "content-security-policy"],
  // Put in by servers.
  ...["date", "connection", "keep-alive", "transfer-encoding", "content-length"],
]);

function checkSecrets({ raw }: Line, { headers, body }: TableAnswer, { own }: Subject): void {
  const told = `${JSON.stringify(headers)} ${body}`;
  assert.ok(!told.includes(SERVICE_KEY), "the answer holds the service's key");
  assert.ok(!told.includes(USER_TOKEN), "the answer holds the token");
  if (raw !== undefined) return;
  const others = Object.keys(headers).filter((name) => !BACK_HEADERS.has(name));
  assert.deepEqual(others, [], "headers of the answer");
  const reader = headers["access-control-allow-origin"];
  assert.ok(
    reader === undefined || [ORIGIN, own].includes(reader),
    `${reader} may read the answer`,
  );
}

function requestOf(line: Line, subject: Subject): TableRequest {
  const { method = "GET", headers = [], token = USER_TOKEN } = line;
  const query = line.query ?? `url=${encodeURIComponent(targetOf(line, subject))}`;
  const sent = headers.map(([name, value]): [string, string] => [name, filled(value, subject)]);
  const body = line.bodyBytes === undefined ? line.body : "x".repeat(line.bodyBytes);
  return {
    method,
    query: filled(query, subject),
    headers: token === null ? sent : [["X-Proxy-Token", filled(token, subject)], ...sent],
    body: body === undefined ? null : Buffer.from(body),
    isChunked: line.isChunked ?? false,
    raw: line.raw === undefined ? null : filled(line.raw, subject),
  };
}

/** The target; where it redirects, a public page that leads to the first address, and that on to the next. */
function targetOf({ target, hops, by = 302 }: Line, subject: Subject): string {
  if (hops === undefined) return filled(target ?? "", subject);
  const from = [target ?? "http://pages.example.com", ...hops.slice(0, -1)].reverse();
  return from.reduce(
    (to, origin) => `${origin}/redirect?by=${by}&to=${encodeURIComponent(to)}`,
    filled(hops.at(-1) ?? "", subject),
  );
}

/** Fills in what a line leaves open: addresses, the token, and `{a*9000}`, a letter so many times. */
function filled(text: string, { service, reader, own }: Subject): string {
  return text
    .replace(/\{(\p{L})\*(\d+)\}/gu, (_, letter: string, times: string) =>
      letter.repeat(Number(times)),
    )
    .replaceAll("{service}", service)
    .replaceAll("{serviceOrigin}", new URL(service).origin)
    .replaceAll("{reader}", reader)
    .replaceAll("{own}", own)
    .replaceAll("{host}", new URL(own).host)
    .replaceAll("{token}", USER_TOKEN);
}

/** The code of an error of the proxy; `null` for an answer of a target. */
function codeOf({ body }: TableAnswer): string | null {
  try {
    const code = (JSON.parse(body) as { error?: { code?: unknown } }).error?.code;
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}
