/** The MCP server over streamable HTTP: who may call, and the sessions of those who do. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CancelledNotificationSchema,
  isJSONRPCRequest,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { discardBody } from "../proxy/body.ts";
import { Refusal } from "../proxy/refusal.ts";

/** Who may call. */
export interface Gate {
  /** Exact origins of pages that may call. A request of any other page is refused. */
  origins: readonly string[];
  /** Returns true for the access token; `null` if none is needed. */
  isToken: ((token: string) => Promise<boolean>) | null;
}

/** Limits of the sessions. */
export interface SessionLimits {
  /** Most sessions at once. */
  sessions: number;
  /** Milliseconds without a request or an open stream after which a session ends. */
  idle: number;
  /** Most bytes of a request: a document of 20 MiB as text must fit. */
  requestBytes: number;
}

/** The limits that hold unless others are given. */
export const LIMITS: SessionLimits = {
  sessions: 32,
  idle: 30 * 60_000,
  requestBytes: 32 * 1024 * 1024,
};

/** Milliseconds between two looks for idle sessions. */
const SWEEP = 60_000;

/** Bytes of a refused body that are read so that the client sees the refusal. */
const MOST_DISCARDED = 64 * 1024 * 1024;

/** Headers that a page may send. */
const USED =
  "Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id";

/** Methods of the protocol. */
const METHODS = "GET, POST, DELETE";

/** One client, from its `initialize` to its end. */
interface Session {
  server: Server;
  transport: WebStandardStreamableHTTPServerTransport;
  /** Requests whose response is not ended. */
  open: number;
  /** Time of the last request's end, of `performance.now`. */
  used: number;
}

/** Answers requests of MCP clients. */
export class HttpSessions {
  readonly #newServer: () => Server;
  readonly #gate: Gate;
  readonly #limits: SessionLimits;
  readonly #sessions = new Map<string, Session>();
  readonly #sweep: ReturnType<typeof setInterval>;

  constructor(newServer: () => Server, gate: Gate, limits = LIMITS) {
    this.#newServer = newServer;
    this.#gate = gate;
    this.#limits = limits;
    this.#sweep = setInterval(() => this.#endIdle(), Math.min(SWEEP, limits.idle));
    this.#sweep.unref();
  }

  /** Answers a request. Throws a `Refusal` for one that may not call. */
  async answer(request: Request): Promise<Response> {
    const origin = this.#callingOrigin(request);
    const response = await this.#response(request, origin).catch((thrown: unknown) => {
      const refusal = Refusal.from(thrown);
      return refusal.response(refusal.body());
    });
    if (!response.ok) await discardBody(request, MOST_DISCARDED);
    return readableBy(origin, response);
  }

  async #response(request: Request, origin: string | null): Promise<Response> {
    if (request.method === "OPTIONS" && origin !== null) return preflight();
    await this.#checkToken(request);
    return this.#carriedOut(request);
  }

  /** Ends all sessions, and their calls. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  /** The origin of the calling page; `null` for a program. Throws `origin_refused`. */
  #callingOrigin({ headers }: Request): string | null {
    const origin = headers.get("origin");
    if (origin === null || this.#gate.origins.includes(origin)) return origin;
    throw new Refusal(
      "origin_refused",
      "pages of this origin may not use this server: whoever runs it lists exact origins with --origin",
    );
  }

  async #checkToken({ headers }: Request): Promise<void> {
    const { isToken } = this.#gate;
    if (isToken === null) return;
    const challenge = { "WWW-Authenticate": "Bearer" };
    const [, token] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (token === undefined) {
      throw new Refusal(
        "token_missing",
        "this server needs an access token: send it as Authorization: Bearer TOKEN",
        challenge,
      );
    }
    if (await isToken(token)) return;
    throw new Refusal("token_unknown", "this access token is not this server's", challenge);
  }

  async #carriedOut(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const session = id === null ? await this.#begun() : this.#sessions.get(id);
    if (session === undefined) {
      throw new Refusal("not_found", "there is no such session: begin a new one with initialize");
    }
    session.open += 1;
    const ended = once(() => {
      session.open -= 1;
      session.used = performance.now();
    });
    const calls = new Set<RequestId>();
    try {
      const response = await CALLS.run(calls, () => session.transport.handleRequest(request));
      // A first request that is no `initialize` begins no session.
      if (session.transport.sessionId === undefined) await session.server.close();
      return whoseEnd(response, ended, () => cancel(session.transport, calls));
    } catch (thrown) {
      ended();
      throw thrown;
    }
  }

  /** A session that its first request initialises. */
  async #begun(): Promise<Session> {
    this.#checkRoom();
    const server = this.#newServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: this.#limits.requestBytes,
      onsessioninitialized: (id) => {
        this.#makeRoom();
        this.#sessions.set(id, session);
      },
    });
    const session: Session = { server, transport, open: 0, used: performance.now() };
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    followCalls(transport);
    return session;
  }

  /** Throws `too_many_sessions` if there are as many as there may be, and none is idle. */
  #checkRoom(): void {
    if (this.#sessions.size < this.#limits.sessions || this.#longestIdle() !== undefined) return;
    throw new Refusal("too_many_sessions", "too many clients are connected: try again later");
  }

  /** Ends the session that was idle for longest, if there are as many as there may be. */
  #makeRoom(): void {
    if (this.#sessions.size >= this.#limits.sessions) void this.#longestIdle()?.server.close();
  }

  #longestIdle(): Session | undefined {
    const idle = [...this.#sessions.values()].filter(({ open }) => open === 0);
    return idle.sort((one, other) => one.used - other.used)[0];
  }

  #endIdle(): void {
    const oldest = performance.now() - this.#limits.idle;
    for (const { server, open, used } of this.#sessions.values()) {
      if (open === 0 && used < oldest) void server.close();
    }
  }
}

/** Calls of the HTTP request that is being taken. */
const CALLS = new AsyncLocalStorage<Set<RequestId>>();

/**
 * Notes the calls of each HTTP request, and ends the stream of a call that the client cancels: the protocol sends no
 * reply to it.
 */
function followCalls(transport: WebStandardStreamableHTTPServerTransport): void {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message)) CALLS.getStore()?.add(message.id);
    onmessage?.(message, extra);
    const { success, data } = CancelledNotificationSchema.safeParse(message);
    const id = success ? data.params.requestId : undefined;
    if (id !== undefined) transport.closeSSEStream(id);
  };
}

/** Cancels calls whose reader is gone: no reply can reach it, and a run of a language model would cost money. */
function cancel(
  { onmessage }: WebStandardStreamableHTTPServerTransport,
  calls: ReadonlySet<RequestId>,
): void {
  for (const requestId of calls) {
    const params = { requestId, reason: "the connection was lost" };
    onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }
}

/** A function that does the work at its first call alone. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** The response, which calls `ended` once its body was sent, was cancelled, or failed; and `lost` if it was cancelled. */
function whoseEnd(response: Response, ended: () => void, lost: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (thrown) {
        ended();
        controller.error(thrown);
      }
    },
    cancel(reason) {
      ended();
      lost();
      return reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

/** The answer to a question that browsers send by themselves before a request of a page. */
function preflight(): Response {
  const headers = {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": USED,
    "Access-Control-Max-Age": "7200",
  };
  return new Response(null, { status: 204, headers });
}

/** Lets the calling page read a response, and nobody take it for a page. */
function readableBy(origin: string | null, response: Response): Response {
  const { headers } = response;
  headers.set("Vary", "Origin");
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
  if (origin !== null) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate");
  }
  return response;
}
