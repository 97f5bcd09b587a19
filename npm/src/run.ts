/** A research run, as its caller sees it: its events, one after the other, and its result. */
import { type Deferred, deferred } from "./deferred.ts";
import type { Answer, Event, ResearchResult } from "./types.ts";

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
  /** The result of the run; rejects with a `MemoryBankError`. */
  readonly result: Promise<ResearchResult>;

  /**
   * The first answer, as soon as there is one; `null` for a run that ends without. Over a long text without a language
   * model it comes within seconds, while `result` waits for the text to be compared by meaning: its answer is the same,
   * or a better one. Rejects as `result` does if the run fails before it answers.
   */
  readonly answer: Promise<Answer | null>;

  readonly #events: Event[] = [];
  #ended = false;
  #news: Deferred<void> = deferred();
  readonly #answered: Deferred<Answer | null> = deferred();

  constructor(work: Work) {
    this.answer = this.#answered.promise;
    this.result = this.#follow(work);
    // A caller that only iterates gets a failure from the iterator: neither must become an unhandled rejection.
    this.answer.catch(() => {});
    this.result.catch(() => {});
    this.result.then(({ answer }) => this.#answered.resolve(answer), this.#answered.reject);
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
    if (event.type === "answered") this.#answered.resolve(event.answer);
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
