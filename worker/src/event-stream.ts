/**
 * Events of a run as server-sent events, each with an id that outlives the connection, the isolate and the run.
 *
 * A run that is replayed or resumed emits the same events in the same order, except the kinds in `UNNUMBERED`. So an
 * id is `n.k`: `n` counts the other events so far, `k` those of these kinds since event `n`.
 */
import type { Event, RunState } from "agentic-memory-bank";
import { refusal } from "./answers.ts";

/**
 * Kinds that a replay emits differently: it gives an answer's words at once, warnings are the host's, and the end of
 * an interrupted run gives way to later events when the run is resumed.
 */
const UNNUMBERED: ReadonlySet<Event["type"]> = new Set(["answerDelta", "warning", "runFinished"]);

/** Milliseconds after which a client comes back. */
const RETRY = 2_000;

/** Milliseconds between two signs of life. */
const KEEP_ALIVE = 25_000;

/** Headers of a stream of events. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

/** Warning of a run without vectors, under way or read back. */
const NO_EMBEDDER: Event = {
  type: "warning",
  code: "no_embedder",
  message:
    "searching by keywords alone, which finds less: the deployment has no embedding model (its variable EMBEDDER)",
};

/** A place in the list of a run's events. */
export interface Position {
  n: number;
  k: number;
}

/** The place before the first event. */
export const START: Position = { n: 0, k: 0 };

/** The place that an id names; the start for none. Throws `invalid_argument`. */
export function positionOf(id: string | null): Position {
  if (id === null || id === "") return START;
  const [, n, k] = /^(\d{1,9})\.(\d{1,9})$/.exec(id) ?? [];
  if (n !== undefined && k !== undefined) return { n: Number(n), k: Number(k) };
  throw refusal("invalid_argument", "the id of the last event must be one that this stream gave");
}

/** The place of the event that follows. */
export function following({ n, k }: Position, { type }: Event): Position {
  return UNNUMBERED.has(type) ? { n, k: k + 1 } : { n: n + 1, k: 0 };
}

/** Returns true if a place lies behind another. */
export function isBehind(one: Position, other: Position): boolean {
  return one.n > other.n || (one.n === other.n && one.k > other.k);
}

/** Events to be streamed. */
export interface Feed {
  /** All events of the run from its first. */
  events: AsyncGenerator<Event, void, void>;
  /** The place behind which they are sent. */
  after: Position;
  /** The state in which the run ended; `null` if it goes on elsewhere and the client should reconnect. */
  end(): Promise<RunState | null>;
  /** Called once the reader is gone. */
  close(): void;
}

/** Streams events from a place on, then the end. Leaving the stream stops the reading, not the run. */
export function eventStream(feed: Feed, keepAlive = KEEP_ALIVE): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const texts = textsOf(feed, keepAlive);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel() {
        feed.close();
        // It may wait for an event for long, so its end is not awaited.
        void feed.events.return().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

async function* textsOf(feed: Feed, keepAlive: number): AsyncGenerator<string, void, void> {
  yield `retry: ${RETRY}\n\n`;
  let place = START;
  try {
    for await (const event of inTime(withWarning(feed.events), keepAlive)) {
      if (event === null) {
        yield ": keep-alive\n\n";
        continue;
      }
      place = following(place, event);
      if (isBehind(place, feed.after)) yield eventText(place, event);
    }
  } catch {
    // Its state shows its end.
  }
  const state = await feed.end().catch(() => null);
  if (state !== null) yield `event: end\ndata: ${JSON.stringify(state)}\n\n`;
  feed.close();
}

/** The events, with a warning about the deployment's missing parts behind the first. */
async function* withWarning(
  events: AsyncGenerator<Event, void, void>,
): AsyncGenerator<Event, void, void> {
  for await (const event of events) {
    yield event;
    if (event.type === "runStarted" && event.embedder === null) yield NO_EMBEDDER;
  }
}

function eventText({ n, k }: Position, event: Event): string {
  return `id: ${n}.${k}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The events, and `null` whenever none came for so many milliseconds. */
async function* inTime(
  events: AsyncGenerator<Event, void, void>,
  milliseconds: number,
): AsyncGenerator<Event | null, void, void> {
  for (let next = events.next(); ; ) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), milliseconds);
    });
    const come = await Promise.race([next, silence]);
    if (timer !== undefined) clearTimeout(timer);
    if (come === null) {
      yield null;
      continue;
    }
    if (come.done) return;
    yield come.value;
    next = events.next();
  }
}
