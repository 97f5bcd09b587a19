/** A server on loopback before that of a scenario: it counts each call, takes its time, and may hold calls back. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

/** A call that came. */
export interface Call {
  /** What was asked: method, path and body. */
  asked: string;
  /** `cut`: nobody was there any more when it was answered. */
  state: "waiting" | "answered" | "cut";
}

interface Answer {
  status: number;
  type: string;
  bytes: Buffer;
}

/** The gate. */
export class Gate {
  /** All calls, in order. */
  readonly calls: Call[] = [];
  /** Milliseconds until an answer begins. */
  delay = 0;
  readonly #world: string;
  /** Answers by what was sent: whoever asks again after a kill gets the same, and the world behind is asked once. */
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #held: (() => void)[] = [];
  #isHolding = false;

  /** Stands before the server at this address. */
  constructor(world: string) {
    this.#world = world;
  }

  /** Opens it at a free port; returns the address to ask instead. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    // The process need not wait for it.
    this.#server.unref();
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** From now on calls wait until they are released. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Lets go of the calls that wait. */
  release(): void {
    this.#isHolding = false;
    for (const go of this.#held) go();
    this.#held = [];
  }

  /** Resolves once so many calls came. */
  async came(count: number): Promise<void> {
    while (this.calls.length < count) await setTimeout(2);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    const asked = `${request.method} ${request.url} ${body}`;
    const call: Call = { asked, state: "waiting" };
    this.calls.push(call);
    response.once("close", () => {
      call.state = response.writableFinished ? "answered" : "cut";
    });
    const answer = this.#answers.get(asked) ?? this.#ask(request, body);
    this.#answers.set(asked, answer);
    if (this.#isHolding) await new Promise<void>((go) => this.#held.push(go));
    const { status, type, bytes } = await answer;
    if (this.delay > 0) await setTimeout(this.delay);
    response.writeHead(status, { "content-type": type });
    // In two parts, so that a kill may fall between them.
    const half = bytes.length >> 1;
    response.write(bytes.subarray(0, half));
    if (this.delay > 0) await setTimeout(this.delay / 2);
    response.end(bytes.subarray(half));
  }

  async #ask(
    { method = "POST", url = "/", headers }: IncomingMessage,
    body: string,
  ): Promise<Answer> {
    const passed = ["accept", "authorization", "content-type", "x-api-key"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    const sent = { method, headers: Object.fromEntries(passed), ...(method !== "GET" && { body }) };
    const answer = await fetch(this.#world + url, sent);
    const type = answer.headers.get("content-type") ?? "text/plain";
    return { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) };
  }
}
