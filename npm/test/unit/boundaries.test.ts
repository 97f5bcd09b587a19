import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { expose, releaseProxy, wrap } from "comlink";
import { carryFailures } from "../../src/comlink-errors.ts";
import { MemoryBankError } from "../../src/errors.ts";
import { embedArtefact } from "../../src/relaxed-simd.ts";
import { followRun, serveRun } from "../../src/run-port.ts";
import type { Event } from "../../src/types.ts";
import { wellFormed } from "../../src/well-formed.ts";
import { someResult } from "../fixtures.ts";

test("PL-03 a failure keeps its code over a worker's boundary", async () => {
  carryFailures();
  const { port1, port2 } = new MessageChannel();
  const worker = {
    fail() {
      throw new MemoryBankError("busy", "a run is at work", { retryable: true, cause: "run d1" });
    },
  };
  expose(worker, port1);
  const remote = wrap<typeof worker>(port2);
  await assert.rejects(remote.fail(), (thrown: unknown) => {
    assert.ok(thrown instanceof MemoryBankError);
    assert.deepEqual([thrown.code, thrown.retryable], ["busy", true]);
    assert.deepEqual([thrown.message, thrown.cause], ["a run is at work", "run d1"]);
    return true;
  });
  remote[releaseProxy]();
  port1.close();
});

test("whatever is thrown becomes an error with a code", () => {
  const plain = Object.assign(new Error("no"), { code: "no_text", retryable: true });
  assert.equal(MemoryBankError.from(plain).code, "no_text");
  assert.equal(MemoryBankError.from(plain).retryable, true);
  assert.equal(MemoryBankError.from("text").message, "text");
  assert.equal(MemoryBankError.from(null).code, "internal");
  assert.equal(MemoryBankError.from(undefined).retryable, false);
});

test("a run over a port: events in order, then the result", async () => {
  const { port1, port2 } = new MessageChannel();
  const events: Event[] = [1, 2, 3].map((done) => ({
    type: "progress",
    activity: { kind: "comparing" },
    done,
    total: 3,
  }));
  void serveRun(port2, async (emit) => {
    for (const event of events) emit(event);
    return someResult();
  });
  const seen: Event[] = [];
  const result = await followRun(port1, (event) => seen.push(event), undefined);
  assert.deepEqual(seen, events);
  assert.equal(result.docId, "d1");
});

test("a run over a port fails with its code", async () => {
  const { port1, port2 } = new MessageChannel();
  void serveRun(port2, async () => {
    throw new MemoryBankError("empty_question", "the question is empty");
  });
  await assert.rejects(
    followRun(port1, () => {}, undefined),
    { code: "empty_question" },
  );
});

for (const when of ["before it starts", "while it works"]) {
  test(`PL-03 an abort crosses the port ${when}`, async () => {
    const { port1, port2 } = new MessageChannel();
    const abort = new AbortController();
    if (when === "before it starts") abort.abort();
    void serveRun(port2, async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return someResult({ answer: null, termination: "aborted" });
    });
    const followed = followRun(port1, () => {}, abort.signal);
    abort.abort();
    assert.equal((await followed).termination, "aborted");
  });
}

test("MB-05 the faster embedder is chosen by what the engine validates", () => {
  assert.equal(
    embedArtefact(() => true),
    "relaxed",
  );
  assert.equal(
    embedArtefact(() => false),
    "baseline",
  );
  // Off by default in Node 20, on in every later one: the probe itself must be a valid module.
  setFlagsFromString("--experimental-wasm-relaxed-simd");
  assert.equal(embedArtefact(), "relaxed");
});

test("lone surrogates become U+FFFD, and what held them is named", () => {
  const { request, mended } = wellFormed({
    question: "what\ud800?",
    documents: [
      { name: "a\udc00", text: "fine 😀" },
      { name: "b.txt", text: "x\ud83d" },
    ],
  });
  assert.equal(request.question, "what\ufffd?");
  assert.deepEqual(
    request.documents?.map(({ name, text }) => [name, text]),
    [
      ["a\ufffd", "fine 😀"],
      ["b.txt", "x\ufffd"],
    ],
  );
  assert.deepEqual(mended, ["the question", "a document's name", "b.txt"]);
});
