/** A run of a deployment, followed to its end over as many connections as that takes. */
import type { ApiCalls } from "./api-calls.ts";
import { brokenOff, notTheApi, tooSlow } from "./api-failure.ts";
import { Attempts, type Waiting } from "./attempts.ts";
import type { Emit } from "./backend.ts";
import { closed, MemoryBankError, typed } from "./errors.ts";
import { eventsIn } from "./event-feed.ts";
import type { Event, ResearchResult, RunHead, RunState } from "./types.ts";

/** A run as the deployment has it. */
export interface RemoteRun {
  run: RunHead;
  /** The result, once the run has ended. */
  result?: ResearchResult;
}

/** Follows one run. The run does not depend on it: it goes on without followers. */
export class RunFollower {
  readonly #calls: ApiCalls;
  readonly #path: string;
  readonly #waiting: Waiting;
  readonly #docId: string;
  readonly #emit: Emit;
  /** Id of the last event that was handed on. */
  #position: string | null = null;

  constructor(calls: ApiCalls, docId: string, waiting: Waiting, emit: Emit) {
    this.#calls = calls;
    this.#docId = docId;
    this.#path = runPath(docId);
    this.#waiting = waiting;
    this.#emit = emit;
  }

  /**
   * Emits the events of the run and resolves to its result. An aborted signal stops the run; this still waits for its
   * end.
   */
  async follow(signal: AbortSignal | undefined): Promise<ResearchResult> {
    if (signal === undefined) return this.#result();
    let stop = () => {};
    const stopFailed = new Promise<never>((_, reject) => {
      stop = () => void this.#stop().catch(reject);
    });
    stopFailed.catch(() => {});
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await Promise.race([this.#result(), stopFailed]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async #result(): Promise<ResearchResult> {
    const state = await this.#persistently((attempts) => this.#untilEnd(attempts));
    const { result } = await this.#persistently(() =>
      this.#calls.json<RemoteRun>("GET", this.#path, "run"),
    );
    if (result === undefined) throw withoutResult(this.#docId, state);
    return result;
  }

  /** Stops the run; does nothing for one that has ended meanwhile. */
  async #stop(): Promise<void> {
    try {
      await this.#persistently(() => this.#calls.done("POST", `${this.#path}/stop`));
    } catch (thrown) {
      if (MemoryBankError.from(thrown).code !== "not_running") throw thrown;
    }
  }

  /** Does it until it succeeds, or fails for good. */
  async #persistently<T>(work: (attempts: Attempts) => Promise<T>): Promise<T> {
    const attempts = new Attempts(this.#waiting, this.#calls.closing);
    for (;;) {
      try {
        return await typed(() => work(attempts));
      } catch (thrown) {
        await attempts.afterFailure(MemoryBankError.from(thrown)).catch((failure) => {
          throw lostSight(this.#docId, failure);
        });
      }
    }
  }

  /** Hands on events over one connection, until the end of the run. */
  async #untilEnd(attempts: Attempts): Promise<RunState> {
    const watch = new SilenceWatch(this.#waiting.silence);
    const signal = AbortSignal.any([watch.signal, this.#calls.closing]);
    try {
      const body = await this.#calls.events(`${this.#path}/events`, this.#position, signal);
      for await (const sent of eventsIn(body)) {
        watch.heard();
        attempts.succeeded();
        if (sent === "keep-alive") continue;
        if (sent.event === "end") return this.#parsed<RunState>(sent.data);
        if (sent.event === undefined) this.#handOn(sent.id, sent.data);
      }
    } catch (thrown) {
      if (thrown instanceof MemoryBankError) throw thrown;
      if (this.#calls.closing.aborted) throw closed();
      if (watch.signal.aborted) throw tooSlow(this.#calls.origin, this.#waiting.silence);
      throw brokenOff(this.#calls.origin, thrown);
    } finally {
      watch.end();
    }
    throw brokenOff(this.#calls.origin);
  }

  /** Hands an event on, unless it was handed on before. */
  #handOn(id: string | undefined, data: string): void {
    if (id !== undefined && !isBehind(id, this.#position)) return;
    this.#emit(this.#parsed<Event>(data));
    if (id !== undefined) this.#position = id;
  }

  #parsed<T>(data: string): T {
    try {
      return JSON.parse(data) as T;
    } catch {
      throw notTheApi(this.#calls.origin, "events that are no JSON");
    }
  }
}

/** Path of a run's routes. */
export function runPath(docId: string): string {
  return `/runs/${encodeURIComponent(docId)}`;
}

/** Aborts its signal after so many milliseconds of silence. */
class SilenceWatch {
  readonly #milliseconds: number;
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  heard(): void {
    this.end();
    this.#timer = setTimeout(() => this.#abort.abort(), this.#milliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Returns true unless the event of an id stands at a position or before. An id is two numbers, `n.k`, in the order of
 * events.
 */
function isBehind(id: string, position: string | null): boolean {
  const [one, other] = [numbersOf(id), numbersOf(position ?? "")];
  if (one === null || other === null) return true;
  return one.n > other.n || (one.n === other.n && one.k > other.k);
}

function numbersOf(id: string): { n: number; k: number } | null {
  const found = /^(\d+)\.(\d+)$/.exec(id);
  return found && { n: Number(found[1]), k: Number(found[2]) };
}

/** The failure of a lost connection to a run: its message says how to reconnect. */
function lostSight(docId: string, failure: MemoryBankError): MemoryBankError {
  const { code, retryable, message, retryAfter } = failure;
  if (!retryable) return failure;
  return new MemoryBankError(
    code,
    `${message}. The run goes on without you: openRun("${docId}") comes back to it`,
    { retryable, cause: failure, ...(retryAfter !== undefined && { retryAfter }) },
  );
}

/** The failure of a run that has no result. */
function withoutResult(docId: string, state: RunState): MemoryBankError {
  const mend = `resumeRun("${docId}") continues it`;
  if (state.state === "failed") {
    return new MemoryBankError(state.code, `the run failed (${state.code}): ${mend}`);
  }
  return new MemoryBankError("run_unfinished", `the run stands still: ${mend}`, {
    retryable: true,
  });
}
