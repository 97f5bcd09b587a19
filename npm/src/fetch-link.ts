/**
 * Requests of the engine's thread that the caller's thread sends: by its own `fetch`, with the program's changes to
 * it.
 */

/** A request as it crosses, and the port that its answer comes back on. */
interface Asked {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
  redirect: RequestRedirect;
  /** The only IP addresses that may be connected to; `null` for a request without checked addresses. */
  addresses: string[] | null;
  port: MessagePort;
}

type Told =
  | { kind: "head"; status: number; url: string; headers: [string, string][] }
  | { kind: "piece"; piece: Uint8Array }
  | { kind: "end" }
  | { kind: "failure"; message: string };

const ABORT = "abort";

/** Statuses of responses that have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Sends a request; only to these IP addresses, if given. */
export type Send = (request: Request, addresses: string[] | null) => Promise<Response>;

/** Sends the requests from this port. */
export function serveRequests(port: MessagePort, send: Send): void {
  port.onmessage = ({ data }: MessageEvent<Asked>) => void serve(data, send);
}

async function serve({ port, addresses, url, ...init }: Asked, send: Send): Promise<void> {
  const abort = new AbortController();
  const tell = (told: Told) => port.postMessage(told);
  port.onmessage = ({ data }) => {
    if (data === ABORT) abort.abort();
  };
  try {
    const request = new Request(url, { ...init, signal: abort.signal });
    const response = await send(request, addresses);
    const { status, headers } = response;
    tell({ kind: "head", status, url: response.url, headers: [...headers] });
    for await (const piece of pieces(response.body)) tell({ kind: "piece", piece });
    tell({ kind: "end" });
  } catch (thrown) {
    tell({ kind: "failure", message: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

async function* pieces(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    yield read.value;
  }
}

/** Has requests sent at the other end of this port. */
export function requestsOver(port: MessagePort): Send {
  return async (request, addresses) => {
    const { url, method, headers, redirect, signal } = request;
    const body = request.body && new Uint8Array(await request.arrayBuffer());
    signal.throwIfAborted();
    const { port1, port2 } = new MessageChannel();
    const answered = answerOn(port1, signal);
    const asked: Asked = {
      ...{ url, method, headers: [...headers], redirect, body, addresses },
      port: port2,
    };
    port.postMessage(asked, [port2]);
    return answered;
  };
}

/** The response that arrives on a port; an abandoned request is aborted. */
function answerOn(port: MessagePort, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    const close = () => {
      signal.removeEventListener("abort", onAbort);
      // Messages that the port has received already are delivered even after it was closed.
      port.onmessage = null;
      port.close();
    };
    const fail = (reason: unknown) => {
      close();
      reject(reason);
      body?.error(reason);
    };
    const breakOff = () => {
      port.postMessage(ABORT);
      close();
    };
    function onAbort() {
      port.postMessage(ABORT);
      fail(signal.reason);
    }
    signal.addEventListener("abort", onAbort, { once: true });
    port.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === "head") {
        const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          body = controller;
        };
        resolve(responseOf(data, new ReadableStream({ start, cancel: breakOff })));
      } else if (data.kind === "piece") {
        body?.enqueue(data.piece);
      } else if (data.kind === "end") {
        close();
        body?.close();
      } else {
        fail(new TypeError(data.message));
      }
    };
  });
}

function responseOf(
  { status, url, headers }: Extract<Told, { kind: "head" }>,
  body: ReadableStream<Uint8Array>,
): Response {
  const response = new Response(BODILESS.has(status) ? null : body, { status, headers });
  return Object.defineProperty(response, "url", { value: url });
}
