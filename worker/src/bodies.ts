/** Bodies of requests, within bounds. */
import { MemoryBankError } from "agentic-memory-bank";
import { refusal } from "./answers.ts";

/** Most bytes of a body: documents of 20 MiB in base64, and the JSON around them. */
export const MOST_BYTES = 30_000_000;

/** Bytes of a body that is sooner read than refused. */
const SHORT = 65_536;

/** Throws `unsupported_type` or `too_large` for a request's declared headers. */
export function checkDeclared({ headers }: Request, types: string[]): void {
  const declared = Number(headers.get("content-length") ?? 0);
  if (declared > MOST_BYTES) throw tooLarge();
  const [type = ""] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  if (types.includes(type.trim())) return;
  throw refusal(
    "unsupported_type",
    `the body must be ${types.join(" or ")}: say so in content-type`,
  );
}

/** The JSON object of a body. Throws `invalid_json`, also for a body that was cut off, and `too_large`. */
export async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  const value = parsed(await textOf(request));
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new MemoryBankError("invalid_json", "the body must be a JSON object");
}

/** Discards an unread body. A short one is read, as its connection then serves the next request. */
export async function letGo({ body, headers }: Request): Promise<void> {
  if (body === null || body.locked) return;
  const declared = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  try {
    if (declared > SHORT) await body.cancel();
    else for await (const _ of body);
  } catch {
    // The sender is gone.
  }
}

/** The bytes of a body as they come. Rejects with `too_large` as soon as there are too many. */
export function bounded(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(counting);
}

async function textOf({ body }: Request): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  try {
    const parts: string[] = [];
    for await (const chunk of bounded(body)) parts.push(decoder.decode(chunk, { stream: true }));
    parts.push(decoder.decode());
    return parts.join("");
  } catch (thrown) {
    if (thrown instanceof MemoryBankError) throw thrown;
    throw cutOff();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw cutOff();
  }
}

/** The parser's own words are left out: they quote the body. */
function cutOff(): MemoryBankError {
  return new MemoryBankError(
    "invalid_json",
    "the body is no JSON in UTF-8, or it was cut off: send it again whole",
  );
}

function tooLarge(): MemoryBankError {
  return refusal(
    "too_large",
    `the body has more than ${MOST_BYTES / 1_000_000} MB: give fewer or smaller documents`,
  );
}
