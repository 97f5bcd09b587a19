/** The worker of a store is ended in mid-use: nobody waits for it for ever, in the page or in an engine's worker (BX-02). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { expose } from "comlink";
import { carryFailures } from "../../src/comlink-errors.ts";
import { deferred } from "../../src/deferred.ts";
import { MemoryBankError } from "../../src/errors.ts";
import { FileStore } from "../../src/file-store.ts";
import { passedOn } from "../../src/store-calls.ts";
import { linkOver, storeOver } from "../../src/store-link.ts";
import { closedStore } from "../../src/store-owner.ts";
import { StoreThread } from "../../src/store-thread.ts";
import { holdForLife, newWorkerName } from "../../src/worker-lock.ts";
import { type FakeTab, Origin } from "../fake-tabs.ts";
import { FaultyFiles } from "../faulty-files.ts";
import { batch, newRun } from "../stored-runs.ts";

carryFailures();

const NEVER = new Promise<never>(() => {});

const ENDED = {
  name: "MemoryBankError",
  code: "store_io",
  retryable: true,
  message: /was ended.*reload the page, or open the store again; what was written is kept/,
  store: {
    kind: "io",
    detail: "the worker of the store of runs was ended, as by a browser that lacks memory",
  },
};

/** The worker of a store whose run `slow` is never loaded, and the page that started it. */
class Started {
  readonly origin = new Origin();
  readonly page = this.origin.tab();
  readonly thread: StoreThread;
  readonly kept = new FileStore(new FaultyFiles());
  isTerminated = false;
  readonly #inWorker = this.origin.tab();
  readonly #worker = new MessageChannel();
  readonly #death = deferred<MemoryBankError>();
  readonly #inPage = [this.#worker.port1];
  readonly #answered = [this.#worker.port2];

  constructor(locks: FakeTab["locks"] | null = this.page.locks) {
    const name = newWorkerName();
    const held = holdForLife(this.#inWorker.locks, name);
    expose(this.#served(held), this.#worker.port2);
    const terminate = () => {
      this.isTerminated = true;
      this.kill();
    };
    const worker = Object.assign(this.#worker.port1, { terminate });
    this.thread = new StoreThread({ worker, death: this.#death.promise }, name, locks);
  }

  /** An engine's way to the store. */
  engine() {
    const link = linkOver(true, (port) => this.thread.serve(port));
    this.#inPage.push(link.port, link.end);
    return storeOver(link);
  }

  /** Ends the worker as a browser does, without a word. */
  kill(): void {
    this.#inWorker.kill();
    for (const port of this.#answered) port.close();
  }

  /** Has the worker fail as a whole. */
  fail(reason: MemoryBankError): void {
    this.#death.resolve(reason);
  }

  /** What the page asks, once it has its answer. */
  async ready(): Promise<void> {
    await this.thread.ask((worker) => worker.here());
    await soon();
  }

  close(): void {
    for (const port of [...this.#inPage, ...this.#answered]) port.close();
  }

  #served(held: Promise<void>) {
    const load = (run: string) => (run === "slow" ? NEVER : this.kept.load(run));
    return {
      here: () => held,
      runs: () => this.kept.runs(),
      bytes: () => NEVER,
      close: async () => {},
      connect: (port: MessagePort) => {
        this.#answered.push(port);
        expose({ ...passedOn((call) => call(this.kept)), load, askMemory: () => NEVER }, port);
      },
    };
  }
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

async function started(
  work: (started: Started) => Promise<void>,
  locks?: FakeTab["locks"] | null,
): Promise<void> {
  const worker = new Started(locks);
  try {
    await worker.ready();
    await work(worker);
  } finally {
    worker.close();
  }
}

test("BX-02: the worker of a store is ended: what the page asked, and asks, is told so; closing is no trouble", () =>
  started(async (worker) => {
    const { thread } = worker;
    assert.deepEqual(await thread.ask((store) => store.runs()), []);
    const underWay = thread.ask((store) => store.bytes());
    worker.kill();
    await assert.rejects(underWay, ENDED);
    await assert.rejects(
      thread.ask((store) => store.runs()),
      ENDED,
    );
    await thread.close();
    await assert.rejects(
      thread.ask((store) => store.runs()),
      ENDED,
    );
  }));

test("BX-02: the worker of a store is ended: an engine is told of a medium that failed, with every call", () =>
  started(async (worker) => {
    const store = worker.engine();
    await store.createRun(newRun("a"));
    await store.append("a", batch(0, ["one"]));
    const underWay = [store.load("slow"), store.askMemory({ memory: "upkeep", idle: true }, {})];
    await soon();
    worker.kill();
    for (const asked of underWay) await assert.rejects(asked, ENDED);
    await assert.rejects(store.append("a", batch(1, ["two"])), ENDED);
    await assert.rejects(store.supplyMemory(1, { supply: "nothing" }), ENDED);
    await assert.rejects(worker.engine().runs(), ENDED);
    assert.deepEqual((await worker.kept.load("a")).lines, ["one"]);
  }));

test("BX-02: the worker of a store fails as a whole: it is ended, and its end is told with what it said", () =>
  started(async (worker) => {
    const store = worker.engine();
    const underWay = [worker.thread.ask((asked) => asked.bytes()), store.load("slow")];
    worker.fail(new MemoryBankError("store_crashed", "", { cause: "unreachable executed" }));
    const detail = "the store of runs stopped: unreachable executed";
    for (const asked of underWay) {
      await assert.rejects(asked, { code: "store_io", store: { kind: "io", detail } });
    }
    assert.ok(worker.isTerminated);
  }));

test("BX-02: a worker that cannot be loaded is told as such", () =>
  started(async (worker) => {
    const underWay = worker.thread.ask((asked) => asked.bytes());
    worker.fail(new MemoryBankError("worker_unreachable", "", { retryable: true }));
    await assert.rejects(underWay, { code: "worker_unreachable", retryable: true });
  }));

test("BX-02: a store that is closed is closed to the page and to engines; nothing waits for its worker's end", () =>
  started(async (worker) => {
    const { thread, origin } = worker;
    const store = worker.engine();
    assert.deepEqual(await store.runs(), []);
    assert.equal(origin.waiting.length, 1);
    const underWay = thread.ask((asked) => asked.bytes());
    const closing = Promise.all([thread.close(), thread.close()]);
    await assert.rejects(underWay, { code: "closed" });
    await closing;
    assert.deepEqual([origin.waiting, [...origin.held], worker.isTerminated], [[], [], true]);
    await assert.rejects(store.runs(), { code: "closed" });
    await assert.rejects(worker.engine().runs(), { code: "closed" });
  }));

test("BX-02: without locks what is under way fails when the page ends the worker", () =>
  started(async (worker) => {
    assert.equal(worker.origin.waiting.length, 0);
    const underWay = worker.thread.ask((asked) => asked.bytes());
    worker.thread.end(closedStore());
    await assert.rejects(underWay, { code: "closed" });
  }, null));
