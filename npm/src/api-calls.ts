/** Calls of a deployment's HTTP API. */
import { brokenOff, failureOf, notTheApi, tooSlow, unreachable } from "./api-failure.ts";
import { isLate, withDeadline } from "./deadline.ts";
import { closed, MemoryBankError } from "./errors.ts";
import { checkText, invalid, isObject, type Shape, shaped } from "./fields.ts";

/** The deployment, and the access token of its user. */
export interface RemoteOptions {
  /** Address of the deployment, such as `https://amb.example.workers.dev`. */
  address: string | URL;
  /** Access token. It is sent to this address alone, and is in no error. Without it, only `deployment()` answers. */
  token?: string;
  /** The function that sends requests; default: the platform's `fetch`. A Worker may pass that of a service binding. */
  fetch?: typeof fetch;
}

const OPTIONS: Shape<RemoteOptions> = { address: "any", token: "text", fetch: "function" };

/** Milliseconds for a call, its body included: memory may embed hundreds of texts in one. */
const CALL = 300_000;

type Method = "GET" | "POST" | "DELETE";

/** Calls of one deployment by one user. */
export class ApiCalls {
  /** Origin of the deployment: its name in errors. */
  readonly origin: string;
  /** Aborted once the calls are closed. */
  readonly closing: AbortSignal;
  readonly #base: string;
  readonly #token: string | undefined;
  readonly #fetch: typeof fetch;
  readonly #close = new AbortController();

  /** Throws `invalid_argument` for an address outside the web, and for a token that no header can carry. */
  constructor(options: RemoteOptions) {
    const what = "the options of connect()";
    const { address, token, fetch: given } = shaped<RemoteOptions>(options, what, OPTIONS);
    const { origin, base } = checkedAddress(address);
    this.origin = origin;
    this.closing = this.#close.signal;
    this.#base = base;
    this.#token = token === undefined ? undefined : checkedToken(token);
    // Called without a receiver, as browsers demand.
    this.#fetch = given ?? ((input, init) => fetch(input, init));
  }

  /** The JSON object of a call's response. Rejects with `no_deployment` for one without this field. */
  async json<T extends object>(
    method: Method,
    path: string,
    field: keyof T & string,
    body?: unknown,
  ): Promise<T> {
    const text = await this.#text(method, path, body, /^application\/json\b/);
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      throw notTheApi(this.origin, "something that is no JSON");
    }
    if (isObject(answer) && field in answer) return answer as T;
    throw notTheApi(this.origin, "JSON of another kind");
  }

  /** The text that a call answers with. */
  text(path: string): Promise<string> {
    return this.#text("GET", path, undefined, /^(?!text\/html\b)/);
  }

  /** A call that answers with nothing that matters. */
  async done(method: Method, path: string): Promise<void> {
    await this.#text(method, path, undefined, /^(?!text\/html\b)/);
  }

  /** The body of an event stream after the event of this id. The caller aborts a silent one. */
  async events(
    path: string,
    lastId: string | null,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const headers = {
      accept: "text/event-stream",
      ...(lastId !== null && { "last-event-id": lastId }),
    };
    const response = await this.#answer("GET", path, { headers, signal });
    if (response.body === null) throw brokenOff(this.origin);
    return response.body;
  }

  /** Ends pending calls, and refuses later ones. */
  close(): void {
    this.#close.abort();
  }

  async #text(method: Method, path: string, body: unknown, type: RegExp): Promise<string> {
    try {
      return await withDeadline(CALL, async (deadline) => {
        const signal = AbortSignal.any([deadline, this.closing]);
        const response = await this.#answer(method, path, { ...jsonBody(body), signal }, type);
        return response.text();
      });
    } catch (thrown) {
      if (thrown instanceof MemoryBankError) throw thrown;
      if (this.closing.aborted) throw closed();
      throw isLate(thrown) ? tooSlow(this.origin, CALL) : brokenOff(this.origin, thrown);
    }
  }

  /** The response, if it is a success of the expected media type. */
  async #answer(
    method: Method,
    path: string,
    init: RequestInit,
    type = /^text\/event-stream\b/,
  ): Promise<Response> {
    const response = await this.#sent(method, path, init);
    if (!response.ok) throw await failureOf(response, this.origin, this.#token);
    const given = response.headers.get("content-type") ?? "";
    if (type.test(given)) return response;
    await response.body?.cancel();
    throw notTheApi(this.origin, given === "" ? "something of no type" : given.slice(0, 60));
  }

  async #sent(method: Method, path: string, init: RequestInit): Promise<Response> {
    if (this.closing.aborted) throw closed();
    const headers = {
      ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
      ...(init.headers as Record<string, string> | undefined),
    };
    try {
      // A token follows no redirect.
      return await this.#fetch(this.#base + path, { ...init, method, headers, redirect: "manual" });
    } catch (thrown) {
      if (this.closing.aborted) throw closed();
      if (init.signal?.aborted) throw thrown;
      throw unreachable(this.origin, thrown);
    }
  }
}

function jsonBody(body: unknown): RequestInit {
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

function checkedAddress(address: unknown): { origin: string; base: string } {
  const what = "address of the options of connect()";
  const text = address instanceof URL ? address.href : address;
  checkText(text, what);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid(`${what} must be an address of the web, such as https://amb.example.workers.dev`);
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid(`${what} must not hold a user or a password: give the access token as token`);
  }
  const folder = url.pathname.replace(/\/+$/, "");
  return { origin: url.origin, base: `${url.origin}${folder}/api` };
}

/** The token, if it is valid. The failure does not repeat it. */
function checkedToken(token: string): string {
  const trimmed = token.trim();
  if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
  throw invalid(
    "token of the options of connect() must consist of visible ASCII characters: copy it anew",
  );
}
