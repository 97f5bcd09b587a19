/**
 * A target's response, as it is passed back: piece by piece, within limits, without its cookies and the proxy's key.
 */
import { MEDIA_TYPE } from "./exchange.ts";
import type { ProxyLimits } from "./options.ts";
import { Redaction } from "./redaction.ts";
import { Refusal } from "./refusal.ts";
import type { Watch } from "./watch.ts";

/** Encodings that every platform's `fetch` has decoded by then. */
const DECODED = /^(?:(?:x-)?gzip|deflate|br|identity|[\s,])*$/i;

/** Statuses of responses without a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The forms of the headers that are passed back. */
const PASSED: Record<string, RegExp> = {
  "content-type": MEDIA_TYPE,
  "retry-after": /^(?:\d{1,9}|[A-Z][a-z]{2}, [\w: -]{1,40})$/,
};

/** The parts that passing a response back needs. */
export interface Passing {
  limits: ProxyLimits;
  watch: Watch;
  /** The key that its service was sent. */
  key: string | undefined;
  /** Called once, at the end of the body: its bytes, and the failure that ended it. */
  ended(bytes: number, failure: Refusal | null): void;
}

/** Returns the response to pass back. Throws a `Refusal` for one that cannot be passed back. */
export function passedBack(response: Response, passing: Passing): Response {
  const { status, body } = response;
  check(response, passing.limits);
  const headers = new Headers();
  for (const [name, form] of Object.entries(PASSED)) {
    const value = response.headers.get(name);
    if (value !== null && form.test(value) && !holds(value, passing.key)) headers.set(name, value);
  }
  if (body === null || WITHOUT_BODY.has(status)) {
    void body?.cancel().catch(() => {});
    passing.ended(0, null);
    return new Response(null, { status, headers });
  }
  const redaction = new Redaction(passing.key, response.ok);
  return new Response(passed(body, redaction, passing), { status, headers });
}

function check({ status, headers }: Response, { answerBytes }: ProxyLimits): void {
  if (status < 200 || status > 599) {
    throw new Refusal("answer_refused", "the target's answer has no status of HTTP");
  }
  const encoding = headers.get("content-encoding");
  if (!DECODED.test(encoding ?? "")) {
    throw new Refusal(
      "answer_refused",
      "the target's answer has an encoding that was not asked for",
    );
  }
  const declared = Number(headers.get("content-length") ?? 0);
  if (encoding === null && declared > answerBytes) throw tooLarge(answerBytes);
}

function holds(value: string, key: string | undefined): boolean {
  return key !== undefined && value.toLowerCase().includes(key.toLowerCase());
}

function passed(
  body: ReadableStream<Uint8Array>,
  redaction: Redaction,
  { limits, watch, ended }: Passing,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let [came, went] = [0, 0];
  const stop = () => {
    watch.giveUp();
    void reader.cancel().catch(() => {});
  };
  /** The next piece that can be handed on; `null` at the end. */
  const next = async (): Promise<Uint8Array | null> => {
    for (;;) {
      const { done, value } = await watch.heard(reader.read());
      if (done) return null;
      came += value.length;
      if (came > limits.answerBytes) throw tooLarge(limits.answerBytes);
      const piece = redaction.push(value);
      if (piece.length > 0) return piece;
    }
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = await next();
        const handed = piece ?? redaction.finish();
        went += handed.length;
        if (handed.length > 0) controller.enqueue(handed);
        if (piece !== null) return;
        controller.close();
        ended(went, null);
      } catch (thrown) {
        const failure = broken(thrown);
        stop();
        controller.error(failure);
        ended(went, failure);
      }
    },
    cancel() {
      stop();
      ended(went, null);
    },
  });
}

function broken(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  return new Refusal("target_unreachable", "the target's answer was cut off: try again");
}

function tooLarge(most: number): Refusal {
  return new Refusal("answer_too_large", `the target's answer is longer than ${most} bytes`);
}
