/** Pauses between attempts. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Attempts, WAITING } from "../../src/attempts.ts";
import { MemoryBankError } from "../../src/errors.ts";

/** Seconds of each pause until the failure is thrown, at most so many pauses. */
async function pauses(failure: MemoryBankError, most = 20): Promise<number[]> {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  try {
    const attempts = new Attempts(WAITING, new AbortController().signal);
    const seconds: number[] = [];
    while (seconds.length < most) {
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
      if (ended === "thrown") break;
      seconds.push((Date.now() - began) / 1000);
    }
    return seconds;
  } finally {
    mock.timers.reset();
  }
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
  const waiting = { ...WAITING, first: 1, patience: 30 };
  const attempts = new Attempts(waiting, new AbortController().signal);
  for (let round = 0; round < 9; round += 1) {
    await attempts.afterFailure(failing(true));
    await attempts.afterFailure(failing(true));
    await attempts.afterFailure(failing(true));
    attempts.succeeded();
  }
});
