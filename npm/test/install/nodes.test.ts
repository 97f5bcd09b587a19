/** The packed packages in Node. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import {
  assertAnswer,
  assertEssence,
  assertKeywordAnswer,
  documents,
  MODEL,
  question,
} from "./expected.ts";
import { nodeOf, Sandbox } from "./sandbox.ts";

/** The oldest Node that the package supports, and a current one. */
const NODES = ["20.19.0", "22.23.3"];

const sandbox = await Sandbox.of("node");
const [{ name, text }] = documents;
writeFileSync(sandbox.path(name), text);

for (const version of NODES) {
  const node = await nodeOf(version);

  test(`PL-03 BX-14 Node ${version} imports the installed package and answers`, async () => {
    assertAnswer(await sandbox.json(["ask.mjs"], node));
  });

  test(`PL-03 Node ${version} takes the installed package by require()`, async () => {
    assertAnswer(await sandbox.json(["ask.cjs"], node));
  });
}

test("PL-03 the model is taken by its folder's name, and by slim with the slower embedder alone", async () => {
  const node = await nodeOf("22.23.3");
  const { named, given } = await sandbox.json<Record<string, Record<string, string>>>(
    ["models.mjs"],
    node,
  );
  assert.equal(named?.state, "ready");
  assert.deepEqual([given?.state, given?.artefact], ["ready", "baseline"]);
});

test("MB-21 PL-06 the proxy of the installed package refuses, as a function and as a command", async () => {
  const refused = [
    [401, "token_missing"],
    [403, "target_refused"],
  ];
  const told = await sandbox.json(["proxy.mjs"], await nodeOf("22.23.3"));
  assert.deepEqual(told, { asFunction: refused, asCommand: refused, status: 0 });
});

test("BX-14 both packages bring their licences", () => {
  const files = (name: string) => readdirSync(sandbox.path("node_modules", name));
  const ours = files("agentic-memory-bank");
  assert.ok(ours.includes("LICENSE-MIT") && ours.includes("LICENSE-APACHE"), ours.join(" "));
  assert.ok(files("agentic-memory-bank-minilm").includes("LICENSE"));
});

test("PL-03 the import alone starts nothing", async () => {
  const { before, after } = await sandbox.json<Record<string, string[]>>(["importing.mjs"]);
  assert.deepEqual(after, before);
});

test("PL-03 the installed package streams events and cancels a run", async () => {
  const { termination, events } = await sandbox.json<Record<string, unknown>>(["streaming.mjs"]);
  assert.equal(termination, "aborted");
  assert.ok(Array.isArray(events));
  assert.deepEqual([events.at(0), events.at(-1)], ["runStarted", "runFinished"]);
  assert.ok(events.includes("progress"), events.join(" "));
  const unexpected = events.filter((type) => ["answered", "warning"].includes(type));
  assert.deepEqual(unexpected, []);
});

test("MB-26 the adapter alone, from the installed package", async () => {
  const { prompt, next, exported } = await sandbox.json<{
    prompt: string;
    next: string;
    exported: { insight_doc: { task_goal: string; completed_tasks: unknown[] } };
  }>(["adapter.mjs"]);
  assert.match(prompt, /Task goal: What was the lantern[\s\S]*Memory 1:[\s\S]*lighthouse/);
  assert.match(next, /Completed subtasks:[\s\S]*first lit with colza oil/);
  assert.equal(exported.insight_doc.task_goal, question);
  assert.equal(exported.insight_doc.completed_tasks.length, 1);
});

test("PL-06 the installed command line answers", async () => {
  const { status, stdout, stderr } = await sandbox.command([
    "ask",
    question,
    "--doc",
    name,
    "--json",
  ]);
  assert.equal(status, 0, stderr);
  const { answer, embedder } = JSON.parse(stdout);
  assert.equal(embedder, MODEL);
  const citations = answer.citations.map(
    ({ quote, start, end }: { quote: string; start: number; end: number }) => ({
      quote,
      start,
      end,
    }),
  );
  assertEssence({ text: answer.text, citations });
});

test("PL-06 the installed command line keeps runs and memory in the data folder, which it makes", async () => {
  const environment = { XDG_DATA_HOME: sandbox.path("data", "of-nobody-yet") };
  const succeeds = async (...words: string[]) => {
    const { status, stdout, stderr } = await sandbox.command(words, environment);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const folder = (await succeeds("--where")).trim();
  assert.ok(folder.startsWith(environment.XDG_DATA_HOME), folder);
  await succeeds("ask", question, "--doc", name, "--keep", "--quiet");
  assert.match(await succeeds("runs"), /What was the lantern/);
  assert.match(await succeeds("memory", "list"), /lantern/);
});

/** The README's examples, by their names. */
function examples(): Map<string, string> {
  const readme = readFileSync(sandbox.path("node_modules/agentic-memory-bank/README.md"), "utf8");
  const blocks = readme.matchAll(/^```js\n(\/\/ example: ([\w-]+\.mjs)\n[\s\S]*?)^```$/gm);
  return new Map(Array.from(blocks, ([, program = "", file = ""]) => [file, program]));
}

test("PL-03 the README's examples run as they stand", async (context) => {
  const found = examples();
  assert.ok(found.size >= 5, `examples: ${[...found.keys()].join(", ")}`);
  for (const [file, program] of found) {
    await context.test(file, async () => {
      writeFileSync(sandbox.path(file), program);
      const { status, stdout, stderr } = await sandbox.run([file]);
      assert.equal(status, 0, stderr);
      assert.notEqual(stdout.trim(), "");
      assert.doesNotMatch(stderr, /Warning|Error/);
    });
  }
});

test("PL-03 without the model's package Node answers by keywords and says how to get the model", async () => {
  const bare = await Sandbox.of("node", ["agentic-memory-bank"]);
  assertKeywordAnswer(await bare.json(["ask.mjs"]));
});
