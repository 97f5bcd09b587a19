/** Pauses between attempts. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Attempts, WAITING } from "../../src/attempts.ts";
import { MemoryBankError } from "../../src/errors.ts";

/** Seconds until another attempt may be made, or `null` where the failure is thrown. */
async function pause(attempts: Attempts, failure: MemoryBankError): Promise<number | null> {
  const began = Date.now();
  let ended: "paused" | "thrown" | null = null;
  attempts.afterFailure(failure).then(
    () => {
      ended = "paused";
    },
    () => {
      ended = "thrown";
    },
  );
  for (await setImmediate(); ended === null; await setImmediate()) mock.timers.tick(500);
  return ended === "thrown" ? null : (Date.now() - began) / 1000;
}

/** Carries out work at a clock that is moved by hand. */
async function byHand<T>(work: (attempts: Attempts) => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  try {
    return await work(new Attempts(WAITING, new AbortController().signal));
  } finally {
    mock.timers.reset();
  }
}

/** Seconds of each pause until the failure is thrown, at most so many pauses. */
function pauses(failure: MemoryBankError, most = 20): Promise<number[]> {
  return byHand(async (attempts) => {
    const seconds: number[] = [];
    while (seconds.length < most) {
      const waited = await pause(attempts, failure);
      if (waited === null) break;
      seconds.push(waited);
    }
    return seconds;
  });
}

const failing = (retryable: boolean, retryAfter?: number) =>
  new MemoryBankError("any", "any", { retryable, ...(retryAfter !== undefined && { retryAfter }) });

test("PL-02 pauses double, and end with the first minute without success", async () => {
  assert.deepEqual(await pauses(failing(true)), [1, 2, 4, 8, 16, 29]);
});

test("PL-02 what will not succeed is not tried again", async () => {
  assert.deepEqual(await pauses(failing(false)), []);
  assert.deepEqual(await pauses(failing(true, 3600)), []);
});

test("PL-02 who says when to come back is asked then, for ten minutes", async () => {
  const asked = await pauses(failing(true, 100));
  assert.deepEqual(asked, [100, 100, 100, 100, 100, 100]);
});

test("a success begins anew", async () => {
  await byHand(async (attempts) => {
    for (let minutes = 0; minutes < 3; minutes += 1) {
      const seconds: (number | null)[] = [];
      for (let at = 0; at < 5; at += 1) seconds.push(await pause(attempts, failing(true)));
      assert.deepEqual(seconds, [1, 2, 4, 8, 16]);
      attempts.succeeded();
    }
  });
});
