/** Options of memory's methods that cannot be: told by their names, before memory is asked (AF-13, CG-08). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HierarchicalMemory } from "../../src/hierarchical-memory.ts";
import { TrajectoryMemory } from "../../src/trajectory-memory.ts";

const asked: unknown[] = [];
const ask = async (request: unknown) => {
  asked.push(request);
};
const memory = new HierarchicalMemory(ask);
const trajectories = new TrajectoryMemory(ask);

type Options = Record<string, unknown>;

/** Every method that takes options, called with these. */
const METHODS: Record<string, (options: Options) => Promise<unknown>> = {
  getContext: (options) => memory.getContext("tea", options as object),
  reflect: (options) => memory.reflect(options as object),
  consolidate: (options) => memory.consolidate(options as object),
  browse: (options) => memory.browse(options as object),
  forgotten: (options) => memory.forgotten(options as object),
  query: (options) => trajectories.query({}, options as object),
  "browse of trajectories": (options) => trajectories.browse(options as object),
};

const WRONG: [method: string, options: Options, message: RegExp][] = [
  ["getContext", { token: 5 }, /getContext\(\).*unknown field "token".*did you mean "tokens"/],
  ["getContext", { tokens: "5" }, /tokens of the options of getContext\(\) must be a whole number/],
  ["getContext", { language: 5 }, /language of/],
  ["reflect", { whenDu: true }, /did you mean "whenDue"/],
  [
    "consolidate",
    { whenDue: "yes" },
    /whenDue of the options of consolidate\(\) must be true or false/,
  ],
  ["browse", { limt: 1 }, /browse\(\).*did you mean "limit"/],
  ["browse", { limit: -1 }, /limit of/],
  ["browse", { limit: 0 }, /limit of.*1 or more/],
  ["forgotten", { affter: "a" }, /forgotten\(\).*did you mean "after"/],
  ["query", { rep: "a" }, /query\(\).*did you mean "repo"/],
  ["browse of trajectories", { limt: 1 }, /did you mean "limit"/],
];

for (const [method, options, message] of WRONG) {
  test(`${method} with ${JSON.stringify(options)} is refused`, async () => {
    asked.length = 0;
    const call = METHODS[method] ?? assert.fail(method);
    await assert.rejects(call(options), { code: "invalid_argument", message });
    assert.deepEqual(asked, []);
  });
}

test("every method takes its options, also none", async () => {
  asked.length = 0;
  for (const call of Object.values(METHODS)) await call({});
  await memory.getContext("tea", { tokens: 5, language: "zh" });
  await memory.reflect({ whenDue: true });
  await memory.browse({ after: { at: 1, id: "a" }, limit: 2 });
  await memory.browse({ after: null });
  await trajectories.query({}, { repo: "r" });
  assert.equal(asked.length, Object.keys(METHODS).length + 5);
  assert.deepEqual(asked.slice(-3), [
    { memory: "hierarchy", op: "browse", after: { at: 1, id: "a" }, limit: 2 },
    { memory: "hierarchy", op: "browse", after: null, limit: 100 },
    { memory: "trajectories", op: "query", state: {}, repo: "r" },
  ]);
});

test("AF-04 AF-07 what is no number does not count as not given", async () => {
  asked.length = 0;
  const wrong = { code: "invalid_argument", message: /must be a finite number/ };
  await assert.rejects(memory.observe({ content: "tea", importance: Number.NaN }), wrong);
  await assert.rejects(memory.observe({ content: "tea", at: Number.POSITIVE_INFINITY }), wrong);
  await assert.rejects(memory.recall({ text: "tea", limit: Number.NaN }), wrong);
  const scope = { range: { from: Number.NaN, until: 1 } };
  await assert.rejects(memory.recall({ text: "tea", scope }), wrong);
  const endless: Record<string, unknown> = { text: "tea" };
  endless.scope = endless;
  await assert.rejects(memory.recall(endless as never), { code: "invalid_argument" });
  const inMind = { id: "a", content: "tea", importance: Number.NaN };
  await assert.rejects(memory.keepInMind(inMind), wrong);
  const steps = [{ action: "bash", at: Number.NaN }];
  await assert.rejects(trajectories.learn({ id: "a", steps }), wrong);
  await assert.rejects(trajectories.checkLoop([{ embedding: Number.NaN } as never]), wrong);
  assert.deepEqual(asked, []);
});

test("AF-04 CG-05 ids are texts", async () => {
  asked.length = 0;
  const wrong = { code: "invalid_argument", message: /an id of a/ };
  await assert.rejects(memory.entries("a", 5 as never), wrong);
  await assert.rejects(trajectories.cases("a", null as never), wrong);
  assert.deepEqual(asked, []);
});

test("CG-07 mistakes are limited by a whole number", async () => {
  await assert.rejects(trajectories.mistakes("numpy", 0), { code: "invalid_argument" });
  await assert.rejects(trajectories.mistakes("numpy", "5" as never), { code: "invalid_argument" });
});
