/** The body of a request, whole and within its limit. */
import type { Setup } from "./options.ts";
import { Refusal } from "./refusal.ts";
import type { Watch } from "./watch.ts";

/**
 * Returns the body, `null` for none. Throws a `Refusal` for a GET with a body, an encoded body, or one that is too
 * long.
 */
export async function bodyOf(
  request: Request,
  { limits }: Setup,
  watch: Watch,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const declared = request.headers.get("content-length");
  const isChunked = request.headers.has("transfer-encoding");
  if (declared !== null && (isChunked || !/^\d{1,15}$/.test(declared))) {
    throw new Refusal("request_malformed", "the length of the body is not told in one way");
  }
  if (request.method === "GET") {
    if (!isChunked && Number(declared ?? 0) === 0) return null;
    throw new Refusal("request_malformed", "a GET has no body: leave it out");
  }
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new Refusal("encoding_refused", "send the body as it is, without content-encoding");
  }
  const most = limits.requestBytes;
  if (Number(declared ?? 0) > most) throw tooLarge(most);
  return request.body === null ? null : read(request.body, most, watch);
}

async function read(
  body: ReadableStream<Uint8Array>,
  most: number,
  watch: Watch,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await watch.heard(reader.read());
      if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
      bytes += value.length;
      if (bytes > most) throw tooLarge(most);
      pieces.push(new Uint8Array(value));
    }
  } catch (thrown) {
    if (bytes > most) reader.releaseLock();
    else void reader.cancel().catch(() => {});
    if (thrown instanceof Refusal && thrown.code !== "target_timeout") throw thrown;
    if (watch.signal.aborted) {
      throw new Refusal("request_timeout", "the body did not come in time: send it again");
    }
    throw new Refusal("request_malformed", "the body was cut off: send it again");
  }
}

/** Milliseconds for which the rest of a refused body is awaited. */
const DISCARD_TIME = 2000;

/**
 * Reads the rest of a refused body and drops it, up to `most` bytes: a connection that closes on unread bytes is
 * reset, and its client may never see why.
 */
export async function discardBody({ body }: Request, most: number): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, DISCARD_TIME, "late");
  });
  try {
    for (let left = most; left > 0; ) {
      const read = await Promise.race([reader.read(), late]);
      if (read === "late" || read.done) break;
      left -= read.value.length;
    }
  } catch {
    // The client is gone.
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => {});
  }
}

function tooLarge(most: number): Refusal {
  return new Refusal("too_large", `the body is longer than ${most} bytes: send less at once`);
}
