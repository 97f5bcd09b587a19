import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { MemoryBankError } from "../../src/errors.ts";
import { Run } from "../../src/run.ts";
import type { Event } from "../../src/types.ts";
import { someResult } from "../fixtures.ts";

const progress = (done: number): Event => ({
  type: "progress",
  activity: { kind: "comparing" },
  done,
  total: 3,
});

async function all(events: AsyncIterable<Event>): Promise<Event[]> {
  const seen: Event[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** Tells of three steps, each in a turn of its own. */
function threeSteps(): Run {
  return new Run(async (emit) => {
    for (const step of [1, 2, 3]) {
      await setImmediate();
      emit(progress(step));
    }
    return someResult();
  });
}

const expected = [progress(1), progress(2), progress(3)];

test("PL-03 the first answer is there before the run ends, and without one the result's", async () => {
  const { answer } = someResult();
  assert.ok(answer !== null);
  const first = { ...answer, text: "At first." };
  let end: () => void = () => {};
  const run = new Run(async (emit) => {
    emit({ type: "answered", answer: first });
    emit({ type: "answered", answer });
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return someResult();
  });
  assert.deepEqual(await run.answer, first);
  end();
  assert.deepEqual((await run.result).answer, answer);
  assert.deepEqual(await threeSteps().answer, answer);
  const failure = new MemoryBankError("any", "any");
  await assert.rejects(new Run(() => Promise.reject(failure)).answer, { code: "any" });
});

test("PL-03 a run gives its events in order, then its result", async () => {
  const run = threeSteps();
  assert.deepEqual(await all(run), expected);
  assert.deepEqual(await run.result, someResult());
});

test("a run goes on when nobody iterates, and a late reader sees everything", async () => {
  const run = threeSteps();
  await run.result;
  assert.deepEqual(await all(run), expected);
});

test("two readers see all events each", async () => {
  const run = threeSteps();
  const [one, other] = await Promise.all([all(run), all(run)]);
  assert.deepEqual(one, expected);
  assert.deepEqual(other, expected);
});

test("leaving the loop stops the reading, not the run", async () => {
  const run = threeSteps();
  for await (const event of run) {
    assert.deepEqual(event, progress(1));
    break;
  }
  assert.equal((await run.result).termination, "answer");
  assert.deepEqual(await all(run), expected);
});

test("a failed run gives the events before the failure, then throws, in the loop and in result", async () => {
  const run = new Run(async (emit) => {
    emit(progress(1));
    throw new MemoryBankError("busy", "a run is at work");
  });
  const seen: Event[] = [];
  const reading = async () => {
    for await (const event of run) seen.push(event);
  };
  await assert.rejects(reading, { code: "busy" });
  assert.deepEqual(seen, [progress(1)]);
  await assert.rejects(run.result, { code: "busy" });
});

test("a failed run that nobody looks at is no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  new Run(async () => {
    throw new MemoryBankError("busy", "a run is at work");
  });
  await setImmediate();
  await setImmediate();
  process.off("unhandledRejection", note);
  assert.deepEqual(unhandled, []);
});

test("events after the end are dropped", async () => {
  let late: (event: Event) => void = () => {};
  const run = new Run(async (emit) => {
    late = emit;
    return someResult();
  });
  await run.result;
  late(progress(1));
  assert.deepEqual(await all(run), []);
});

test("PL-03 a run as a stream: the same events; cancelling it leaves the run alone", async () => {
  const run = threeSteps();
  const seen: Event[] = [];
  const reader = run.toReadableStream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read())
    seen.push(next.value);
  assert.deepEqual(seen, expected);
  await run.toReadableStream().cancel();
  assert.equal((await run.result).termination, "answer");
});

test("a stream of a failed run fails", async () => {
  const run = new Run(async () => {
    throw new MemoryBankError("empty_question", "the question is empty");
  });
  await assert.rejects(run.toReadableStream().getReader().read(), { code: "empty_question" });
});
