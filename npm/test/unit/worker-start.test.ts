/** Workers that do not start, or are no more (PL-03). */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { startWorker } from "../../src/worker-start.ts";

/** Stands in for a worker that only fails. */
class FakeWorker extends EventTarget {
  readonly posted: unknown[] = [];

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  fail(message?: string): void {
    this.dispatchEvent(Object.assign(new Event("error"), { message }));
  }
}

const start = (worker: FakeWorker) =>
  startWorker(() => worker as unknown as Worker, { role: "engine" });

/** Stands in for a window, which tells of violations of its content policy. */
const page = new EventTarget();

beforeEach(() => {
  Object.assign(globalThis, {
    Worker: FakeWorker,
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
});

afterEach(() => {
  for (const name of ["Worker", "addEventListener", "removeEventListener"]) {
    Reflect.deleteProperty(globalThis, name);
  }
});

test("PL-03 a worker is told its role first", () => {
  const worker = new FakeWorker();
  start(worker);
  assert.deepEqual(worker.posted, [{ "agentic-memory-bank/role": { role: "engine" } }]);
});

test("PL-03 a worker that broke, one whose script is not there, and one that a policy forbids are told apart", async () => {
  const broken = new FakeWorker();
  const { death } = start(broken);
  broken.fail("unreachable executed");
  const { code, message, retryable } = await death;
  assert.deepEqual([code, retryable], ["engine_crashed", true]);
  assert.match(message, /the engine stopped: unreachable executed; reload the page/);

  const missing = new FakeWorker();
  const gone = start(missing).death;
  missing.fail();
  assert.equal((await gone).code, "worker_unreachable");
  assert.match((await gone).message, /worker\.js/);

  const forbidden = new FakeWorker();
  const refused = start(forbidden).death;
  forbidden.fail();
  // Browsers tell of the violation before the worker's error, or after it.
  page.dispatchEvent(
    Object.assign(new Event("securitypolicyviolation"), { effectiveDirective: "worker-src" }),
  );
  assert.equal((await refused).code, "worker_blocked");
  assert.match((await refused).message, /worker-src/);
});

test("PL-03 a script of another origin, and a host without workers, are refused at once", () => {
  const foreign = () => {
    throw new DOMException("cannot be accessed from origin", "SecurityError");
  };
  const role = { role: "engine" } as const;
  assert.throws(() => startWorker(foreign, role), { code: "worker_blocked" });
  Reflect.deleteProperty(globalThis, "Worker");
  assert.throws(() => start(new FakeWorker()), { code: "host_lacks", message: /slim/ });
});
