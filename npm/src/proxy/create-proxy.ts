/** The proxy: one request in, one exchange with a service or a public page, one answer out. */
import { targetOf } from "./address.ts";
import { passedBack } from "./answer.ts";
import { bodyOf, discardBody } from "./body.ts";
import {
  callingOrigin,
  FINAL_URL,
  isPreflight,
  METHODS,
  preflightAnswer,
  TOKEN_HEADER,
  withCommonHeaders,
} from "./cross-origin.ts";
import { type Asked, checkLoop, notGoneTo, passedHeaders } from "./exchange.ts";
import {
  checkedOptions,
  type ProxyLogEntry,
  type ProxyServerOptions,
  type Setup,
} from "./options.ts";
import { readPage } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { askService, serviceOf } from "./services.ts";
import { Watch } from "./watch.ts";

/** Bytes of a refused body that are read so that the client sees the refusal. */
const MOST_DISCARDED = 8_000_000;

/** The characters of a token: printable ones. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Returns a handler of requests `{GET|POST} …?url=<percent-encoded target>`, at any path. It never throws: a failure
 * is a response with `{ "error": { code, message, retryable } }`. Throws `invalid_argument` for invalid options.
 */
export function createProxy(options: ProxyServerOptions): (request: Request) => Promise<Response> {
  const setup = checkedOptions(options);
  return (request) => new Exchange(setup, request).answer();
}

/** One request, until its answer's last byte. */
class Exchange {
  readonly #setup: Setup;
  readonly #request: Request;
  readonly #watch: Watch;
  readonly #begun = Date.now();
  #user: string | null = null;
  #host: string | null = null;
  #isLogged = false;

  constructor(setup: Setup, request: Request) {
    this.#setup = setup;
    this.#request = request;
    this.#watch = new Watch(setup.limits, request.signal);
  }

  async answer(): Promise<Response> {
    let origin: string | null = null;
    try {
      origin = callingOrigin(this.#request, this.#setup);
      return withCommonHeaders(await this.#carriedOut(), origin);
    } catch (thrown) {
      const refusal = Refusal.from(thrown);
      const body = refusal.body();
      this.#watch.giveUp();
      this.#ended(refusal.status, body.length, refusal);
      await discardBody(this.#request, MOST_DISCARDED);
      return withCommonHeaders(refusal.response(body), origin);
    }
  }

  async #carriedOut(): Promise<Response> {
    const { method } = this.#request;
    if (isPreflight(this.#request)) {
      const response = preflightAnswer(this.#request);
      this.#ended(response.status, 0, null);
      return response;
    }
    if (!METHODS.includes(method)) {
      const allow = { Allow: METHODS.join(", ") };
      throw new Refusal("method_refused", `${method} is not carried out: use GET or POST`, allow);
    }
    checkLoop(this.#request);
    const user = await this.#identified();
    await this.#checkRate(user);
    return this.#passedOn(targetOf(this.#request));
  }

  async #identified(): Promise<string> {
    const token = this.#request.headers.get(TOKEN_HEADER);
    if (!token) {
      throw new Refusal("token_missing", `give your access token in the header ${TOKEN_HEADER}`);
    }
    this.#user = TOKEN.test(token) ? await this.#watch.heard(this.#setup.userOf(token)) : null;
    if (this.#user === null) {
      throw new Refusal("token_unknown", "nobody has this access token: check that it is whole");
    }
    return this.#user;
  }

  async #checkRate(user: string): Promise<void> {
    const seconds = Math.ceil((await this.#setup.wait?.(user)) ?? 0);
    if (!(seconds > 0)) return;
    const message = `too many requests: wait ${seconds} s`;
    throw new Refusal("rate_limited", message, { "Retry-After": `${seconds}` });
  }

  async #passedOn(target: URL): Promise<Response> {
    this.#host = target.host;
    const service = serviceOf(target, this.#setup.services);
    if (service === null && !this.#setup.pages) {
      throw notGoneTo(target, "it is none of the services that this proxy asks");
    }
    const asked: Asked = {
      method: this.#request.method,
      target,
      own: new URL(this.#request.url),
      headers: passedHeaders(this.#request),
      setup: this.#setup,
      watch: this.#watch,
    };
    const body = await bodyOf(this.#request, this.#setup, this.#watch);
    if (service !== null) return this.#back(await askService(service, asked, body), service.key);
    const { response, url } = await readPage(asked, ({ host }) => {
      this.#host = host;
    });
    const answer = this.#back(response, undefined);
    answer.headers.set(FINAL_URL, url.href);
    return answer;
  }

  #back(response: Response, key: string | undefined): Response {
    const { limits } = this.#setup;
    const ended = (bytes: number, failure: Refusal | null) =>
      this.#ended(response.status, bytes, failure);
    return passedBack(response, { limits, watch: this.#watch, key, ended });
  }

  #ended(status: number, bytes: number, failure: Refusal | null): void {
    this.#watch.end();
    if (this.#isLogged) return;
    this.#isLogged = true;
    const entry: ProxyLogEntry = {
      user: this.#user,
      method: this.#request.method,
      host: this.#host,
      status,
      code: failure?.code ?? null,
      milliseconds: Date.now() - this.#begun,
      bytes,
    };
    try {
      this.#setup.log?.(entry);
    } catch {
      // A log that fails must not end an exchange.
    }
  }
}
