/** A stand-in of a deployment's HTTP API on loopback: what it answers is said by each test. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ApiCalls } from "../src/api-calls.ts";
import { WAITING, type Waiting } from "../src/attempts.ts";
import { RemoteBank } from "../src/remote.ts";
import type { Event, ResearchResult, RunState } from "../src/types.ts";
import { someResult } from "./fixtures.ts";

/** The token that the stand-in's users have. */
export const TOKEN = "secret-token-of-anna";

/** A request that came in. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** An event with its id, `n.k`. */
export interface Numbered {
  id: string;
  event: Event;
}

/** Answers one connection to the events of the run. */
export type Feed = (response: ServerResponse, lastId: string | undefined) => unknown;

/** Progress of a run, as an event. */
export function progress(done: number): Event {
  return { type: "progress", activity: { kind: "reading", document: "文档" }, done, total: 9 };
}

/** An event as the API sends it. */
export function sent({ id, event }: Numbered): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The end as the API sends it. */
export function sentEnd(state: RunState = { state: "finished", termination: "answer" }): string {
  return `event: end\ndata: ${JSON.stringify(state)}\n\n`;
}

/** Begins an event stream. */
export function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("retry: 2000\n\n");
}

/** Sends what stands behind the position, and the end. */
export function feedOf(events: Numbered[], state?: RunState): Feed {
  return (response, lastId) => {
    begin(response);
    const behind = events.findIndex(({ id }) => id === lastId) + 1;
    response.end(events.slice(behind).map(sent).join("") + sentEnd(state));
  };
}

/** A deployment that has one run, `d1`. */
export class StandIn {
  readonly asked: Asked[] = [];
  /** How each connection to the events is answered, one after the other; the last one answers all that follow. */
  feeds: Feed[] = [feedOf([])];
  result: ResearchResult | undefined = someResult();
  /** Answers a request in another way than the API does; `false` leaves it to the API. */
  answers: (asked: Asked, response: ServerResponse) => boolean = () => false;
  /** What memory answers. */
  memory: (request: unknown) => unknown = () => null;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8");
      request.on("data", (piece: string) => {
        body += piece;
      });
      request.on("end", () => {
        const { method = "", url: path = "", headers } = request;
        const asked = { method, path, headers, body };
        this.asked.push(asked);
        if (!this.answers(asked, response)) this.#answer(asked, response);
      });
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  /** Starts one on a free port. */
  static async start(): Promise<StandIn> {
    const standIn = new StandIn();
    await new Promise<void>((listening) => standIn.#server.listen(0, "127.0.0.1", listening));
    return standIn;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A bank on it, which waits no longer than it has to. */
  bank(waiting: Partial<Waiting> = {}): RemoteBank {
    const quick = { first: 2, longest: 8, patience: 120, askedPatience: 4000, silence: 2000 };
    const calls = new ApiCalls({ address: this.address, token: TOKEN });
    return new RemoteBank(calls, { ...WAITING, ...quick, ...waiting });
  }

  /** The requests of this method and path. */
  requests(method: string, path: string): Asked[] {
    return this.asked.filter((asked) => asked.method === method && asked.path === path);
  }

  /** Cuts every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  #answer({ method, path, headers, body }: Asked, response: ServerResponse): void {
    const route = `${method} ${path}`;
    if (headers.authorization !== `Bearer ${TOKEN}` && route !== "GET /api/deployment") {
      json(response, 401, failure("token_unknown", "the access token is unknown: check it"));
    } else if (route === "GET /api/runs/d1/events") {
      const feed = this.feeds.length > 1 ? this.feeds.shift() : this.feeds[0];
      feed?.(response, headers["last-event-id"] as string | undefined);
    } else if (route === "POST /api/memory") {
      json(response, 200, { answer: this.memory(JSON.parse(body)) });
    } else {
      this.#answerPlainly(route, response);
    }
  }

  #answerPlainly(route: string, response: ServerResponse): void {
    const { result } = this;
    const run = { id: "d1", question: "What?", state: { state: "running" } };
    const answers: Record<string, [number, unknown]> = {
      "GET /api/deployment": [200, { version: "0.1.0", llm: null, signIn: ["token"] }],
      "POST /api/runs": [201, { docId: "d1" }],
      "GET /api/runs": [200, { runs: [run] }],
      "GET /api/runs/d1": [200, { run, ...(result && { result }) }],
      "POST /api/runs/d1/stop": [202, {}],
      "POST /api/runs/d1/resume": [202, {}],
      "GET /api/runs/d1/export": [200, { export: true }],
      "GET /api/runs/d1/journal": [200, { journal: true }],
      "DELETE /api/runs/d1": [204, null],
      "DELETE /api/user": [204, null],
    };
    const missing = failure("stored_run_not_found", "no such run: list the runs");
    const [status, value] = answers[route] ?? [404, missing];
    json(response, status, value);
  }
}

/** An error as the API tells it. */
export function failure(code: string, message: string, retryable = false): unknown {
  return { error: { code, message, retryable } };
}

/** Answers with JSON; without a body for `null`. */
export function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(value === null ? undefined : JSON.stringify(value));
}
