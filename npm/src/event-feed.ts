/** Server-sent events out of the bytes of a body. */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { MemoryBankError } from "./errors.ts";

/** Characters of an event that are waited for. No event of a run has a hundredth of them. */
const LONGEST_EVENT = 1 << 26;

/** Something that the other side sent: an event, or a comment that keeps the connection open. */
export type Sent = EventSourceMessage | "keep-alive";

/**
 * Yields the events of a body, as they arrive. A truncated event is left out. Chunks may split anywhere, in the middle
 * of a character, too. Leaving the loop cancels the body.
 */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Sent> {
  let sent: Sent[] = [];
  let failure: MemoryBankError | null = null;
  const parser = createParser({
    maxBufferSize: LONGEST_EVENT,
    onEvent: (event) => sent.push(event),
    onComment: () => sent.push("keep-alive"),
    onError: ({ type }) => {
      // Unknown fields are skipped, by the standard.
      if (type === "max-buffer-size-exceeded") failure = tooLong();
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of chunksOf(body)) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    const complete = sent;
    sent = [];
    yield* complete;
    if (failure !== null) throw failure;
  }
}

/** By a reader, as not every browser can iterate over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // A body that was lost already cannot be cancelled.
    await reader.cancel().catch(() => {});
  }
}

function tooLong(): MemoryBankError {
  return new MemoryBankError(
    "network_too_large",
    "an event of the run is longer than 64 million characters and was not read: openRun reads the run anew",
  );
}
