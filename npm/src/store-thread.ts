/** The worker of a store, as the page calls it: a dead worker sends no reply, so its end fails every call. */
import { type Endpoint, type Remote, transfer, wrap } from "comlink";
import { MemoryBankError } from "./errors.ts";
import { Lifetime } from "./lifetime.ts";
import type { NamedLocks } from "./named-locks.ts";
import { closedStore } from "./store-owner.ts";
import type { StoreWorker } from "./store-worker.ts";
import { untilGone } from "./worker-lock.ts";

/** A `Worker`, or its like. */
export interface WorkerEndpoint extends Endpoint {
  terminate(): void;
}

/** A worker in the role of a store. */
export interface StoreEndpoint {
  worker: WorkerEndpoint;
  /** Resolves with the reason once it has ended by an error, or could not be started. */
  death: Promise<MemoryBankError>;
}

/** A worker from its start to its end. */
export class StoreThread {
  readonly #worker: WorkerEndpoint;
  readonly #remote: Remote<StoreWorker>;
  readonly #life = new Lifetime();
  /** Aborted once the worker's end is no news. */
  readonly #watch = new AbortController();

  /** `name` is the worker's. Without locks, only a failing worker is noticed, not one that the browser ends. */
  constructor({ worker, death }: StoreEndpoint, name: string, locks: NamedLocks | null) {
    this.#worker = worker;
    this.#remote = wrap<StoreWorker>(worker);
    void death.then((reason) => this.end(isOfStore(reason) ? stopped(reason) : reason));
    // If no lock can be had, it works as without locks.
    if (locks !== null) this.#watchOver(locks, name).catch(() => {});
  }

  /** Calls the worker; rejects, with the reason, if it is gone or goes before it replies. */
  ask<T>(call: (worker: Remote<StoreWorker>) => Promise<T>): Promise<T> {
    return this.#life.call(() => call(this.#remote));
  }

  /**
   * Makes the worker serve an engine over this port. Never resolves: rejects, with the reason, once it is no longer
   * served.
   */
  async serve(port: MessagePort): Promise<never> {
    await this.ask((worker) => worker.connect(transfer(port, [port])));
    return this.#life.over;
  }

  /** Has the worker let go of the store, and ends it. */
  async close(): Promise<void> {
    try {
      await this.ask((worker) => worker.close());
    } catch (thrown) {
      // A worker that is gone has released it.
      if (!this.#life.isOver) throw thrown;
    } finally {
      this.end(closedStore());
    }
  }

  /** Ends the worker. Its pending callers get this reason, unless it was gone before. */
  end(reason: MemoryBankError): void {
    this.#life.end(reason);
    this.#watch.abort();
    this.#worker.terminate();
  }

  async #watchOver(locks: NamedLocks, name: string): Promise<void> {
    await this.#remote.here();
    await untilGone(locks, name, this.#watch.signal);
    this.end(gone());
  }
}

/** True if the store itself has ended; a worker that never started has a reason of its own. */
function isOfStore({ code }: MemoryBankError): boolean {
  return code === "store_crashed";
}

function stopped({ cause }: MemoryBankError): MemoryBankError {
  return failed(`the store of runs stopped: ${cause}`);
}

function gone(): MemoryBankError {
  return failed("the worker of the store of runs was ended, as by a browser that lacks memory");
}

/** The last call may have been carried out, whole, or not at all: to the engine, a failure of the medium. */
function failed(detail: string): MemoryBankError {
  const remedy = "reload the page, or open the store again; what was written is kept";
  return new MemoryBankError("store_io", `${detail}: ${remedy}`, {
    retryable: true,
    store: { kind: "io", detail },
  });
}
