/** A research run as its caller sees it: what happens, one event after the other, and how it ends. */
import { type Deferred, deferred } from "./deferred.ts";
import type { Event, ResearchResult } from "./types.ts";

/** Starts the work; gives each event to `emit` as it happens and resolves to the result. */
export type Work = (emit: (event: Event) => void) => Promise<ResearchResult>;

/**
 * A run under way.
 *
 * The run does not wait for its readers: it goes on when nobody iterates. Its events are kept, so each iterator, even
 * one made after the end, sees all of them from the first. Leaving a loop early stops the reading, not the run; only
 * the `AbortSignal` given to `research` cancels it, and then `result` resolves with termination `aborted`.
 *
 * A failed run rejects `result` and throws from every iterator, after the events that came before.
 */
export class Run implements AsyncIterable<Event> {
  /** How the run ended; rejects with a `MemoryBankError`. */
  readonly result: Promise<ResearchResult>;

  readonly #events: Event[] = [];
  #ended = false;
  #news: Deferred<void> = deferred();

  constructor(work: Work) {
    this.result = this.#follow(work);
    // Whoever only iterates is told of a failure by the iterator: `result` must not become an unhandled rejection.
    this.result.catch(() => {});
  }

  async #follow(work: Work): Promise<ResearchResult> {
    try {
      return await work((event) => this.#add(event));
    } finally {
      this.#ended = true;
      this.#news.resolve(undefined);
    }
  }

  #add(event: Event): void {
    if (this.#ended) return;
    this.#events.push(event);
    const told = this.#news;
    this.#news = deferred();
    told.resolve(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    for (let next = 0; ; ) {
      const event = this.#events[next];
      if (event !== undefined) {
        next += 1;
        yield event;
      } else if (this.#ended) {
        await this.result;
        return;
      } else {
        await this.#news.promise;
      }
    }
  }

  /** The events as a stream. Cancelling the stream stops the reading, not the run. */
  toReadableStream(): ReadableStream<Event> {
    const events = this[Symbol.asyncIterator]();
    return new ReadableStream<Event>({
      async pull(controller) {
        const { done, value } = await events.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await events.return();
      },
    });
  }
}
