import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { expose, proxy, type Remote, releaseProxy, wrap } from "comlink";
import type { Backend, Task } from "../../src/backend.ts";
import { BankFace } from "../../src/bank-face.ts";
import { carryFailures } from "../../src/comlink-errors.ts";
import type { EngineWorker } from "../../src/engine-worker.ts";
import { nearest } from "../../src/fields.ts";
import { RemoteBackend } from "../../src/remote-backend.ts";
import { someResult } from "../fixtures.ts";

/** What the engine was given. */
const given: unknown[] = [];

/** A task of the engine, which throws plain errors with a code. */
function engineTask(): Task {
  return {
    addContext: async (name, text) => {
      if (text === "") throw Object.assign(new Error(`${name} is empty`), { code: "empty" });
      given.push(text);
    },
    enhancePrompt: () => setTimeout(5, "prompt"),
    interceptContext: async (context) => void given.push(context),
    export: async () => {
      throw Object.assign(new Error("no JSON"), { code: "json" });
    },
    close: async () => {},
  };
}

const local = {
  research: async (request: unknown) => {
    given.push(request);
    return someResult();
  },
  task: async () => engineTask(),
  export: async (docId: string) => docId,
} as unknown as Backend;

const { port1, port2 } = new MessageChannel();
carryFailures();
expose({ task: () => proxy(engineTask()) }, port1);
const remote = wrap<EngineWorker>(port2);
const overPorts = new RemoteBackend(remote as Remote<EngineWorker>, { end: () => {} });
after(() => {
  overPorts.close();
  remote[releaseProxy]();
  port1.close();
});

const model = Promise.resolve({ state: "off" } as const);
const bank = new BankFace(local, model);

/** Anything, as a caller without types would give it. */
const untyped = <T>(value: unknown): T => value as T;

async function assertCode(work: Promise<unknown>, code: string, message = /./): Promise<void> {
  await assert.rejects(work, { name: "MemoryBankError", code, message });
}

for (const [where, backend] of Object.entries({ "in Node": local, "over a worker": overPorts })) {
  test(`MB-26 PL-03 every failure of a task ${where} is a MemoryBankError`, async () => {
    const face = new BankFace(backend, model);
    await assertCode(face.task(""), "empty_question");
    await assertCode(face.task(" \u200b\u202e"), "empty_question");
    await assertCode(face.task(untyped(null)), "invalid_argument");
    const task = await face.task("x");
    await assertCode(task.addContext("e", ""), "empty", /e is empty/);
    await assertCode(task.addContext("e", untyped(undefined)), "invalid_argument");
    await assertCode(task.addContext(untyped(1), "text"), "invalid_argument");
    await assertCode(task.interceptContext(""), "empty");
    await assertCode(task.interceptContext("\u200b\n"), "empty");
    await assertCode(task.interceptContext(untyped({})), "invalid_argument");
    await assertCode(task.export(), "json");
    given.length = 0;
    await task.addContext("e", "text");
    await task.interceptContext("done");
    assert.deepEqual(given, ["text", "done"]);
    assert.equal(await task.enhancePrompt(), "prompt");
  });
}

test("MB-26 a call that is under way when its task is closed has its reply, and later ones fail", async () => {
  const task = await new BankFace(overPorts, model).task("x");
  const prompt = task.enhancePrompt();
  await task.close();
  assert.equal(await prompt, "prompt");
  await assertCode(task.export(), "closed");
  await task.close();
});

test("PL-03 a task whose worker was ended fails instead of waiting for ever", async () => {
  const closing = new RemoteBackend(remote as Remote<EngineWorker>, { end: () => {} });
  const face = new BankFace(closing, model);
  const task = await face.task("x");
  face.close();
  await assertCode(task.enhancePrompt(), "closed");
});

const requests: [unknown, string, RegExp][] = [
  [null, "invalid_argument", /the request must be an object/],
  ["q?", "invalid_argument", /the request must be an object/],
  [[], "invalid_argument", /the request must be an object/],
  [{ question: 7 }, "invalid_argument", /question of the request must be a string/],
  [{ question: "q", docs: [] }, "invalid_argument", /"docs": did you mean "documents"\?/],
  [{ question: "q", Keep: true }, "invalid_argument", /"Keep": did you mean "keep"/],
  [{ question: "q", keep: "yes" }, "invalid_argument", /keep of the request must be true or false/],
  [{ question: "q", documents: {} }, "invalid_argument", /documents of the request must be an arr/],
  [{ question: "q", documents: [null] }, "invalid_argument", /documents\[0\] must be an object/],
  [
    {
      question: "q",
      documents: [
        { name: "a", text: "b" },
        { name: "a", txt: "b" },
      ],
    },
    "invalid_argument",
    /documents\[1\] has an unknown field "txt": did you mean "text"\?/,
  ],
  [{ question: "q", documents: [{ text: "b" }] }, "invalid_argument", /\[0\] needs a name/],
  [
    { question: "q", images: [{ name: "a", media_type: "image/png" }] },
    "invalid_argument",
    /images\[0\] .*"media_type".*"mediaType"/,
  ],
  [
    { question: "q", documents: [{ name: "a", text: "b", bytes: new Uint8Array(1) }] },
    "invalid_argument",
    /documents\[0\] has both text and bytes/,
  ],
  [
    { question: "q", memory: { observ: false } },
    "invalid_argument",
    /memory of the request .*"observ": did you mean "observe"/,
  ],
  [
    { question: "q", memory: { observe: "no" } },
    "invalid_argument",
    /observe of memory of the request must be true or false/,
  ],
  [{ question: "q", memory: { without: "x" } }, "invalid_argument", /without .* an array/],
  [{ question: "q", memory: { without: [7] } }, "invalid_argument", /without of memory/],
  [{}, "empty_question", /empty/],
  [{ question: "\u2800\u115f\u3164" }, "empty_question", /empty/],
  [{ question: "\u{1d159}\u{1bca0}" }, "empty_question", /empty/],
  [{ question: "\u200b\u202e" }, "empty_question", /empty/],
  [{ question: "\u{e0041} \ufeff\u2060" }, "empty_question", /empty/],
  [{ question: "x".repeat(8001) }, "long_question", /8001 characters/],
];

for (const [request, code, message] of requests) {
  test(`PL-03 ${JSON.stringify(request).slice(0, 70)} is refused as ${code}`, async () => {
    given.length = 0;
    await assertCode(bank.research(untyped(request)).result, code, message);
    assert.deepEqual(given, []);
  });
}

test("PL-03 options of research that are misspelled or no options are refused", async () => {
  const ask = (options: unknown) => bank.research({ question: "q" }, untyped(options)).result;
  await assertCode(ask({ signl: 1 }), "invalid_argument", /"signl": did you mean "signal"/);
  await assertCode(ask({ signal: {} }), "invalid_argument", /must be an AbortSignal/);
  await assertCode(ask(null), "invalid_argument");
});

test("PL-03 other calls without their text are refused", async () => {
  for (const work of [
    bank.export(untyped(null)),
    bank.import(untyped({})),
    bank.journal(untyped(1)),
    bank.discard(untyped(undefined)),
    bank.replay(untyped(null)).result,
  ]) {
    await assertCode(work, "invalid_argument", /must be a string/);
  }
});

test("what is undefined or null counts as not given; an image may stand for a question", async () => {
  given.length = 0;
  const bytes = new Uint8Array(3);
  const images = [{ name: "a", mediaType: "image/png", bytes }];
  await bank.research(untyped({ question: "", images, keep: undefined, context: null })).result;
  assert.deepEqual(given, [{ question: "", images }]);
});

test("the nearest known name, or none", () => {
  const known = ["question", "context", "documents", "images", "keep", "language"];
  assert.equal(nearest("docs", known), "documents");
  assert.equal(nearest("quesiton", known), "question");
  assert.equal(nearest("lang", known), "language");
  assert.equal(nearest("image", known), "images");
  assert.equal(nearest("zzz", known), null);
});
