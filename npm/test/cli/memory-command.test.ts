/** What the command line shows of long-term memory, and does with it (BX-06, AF-13, CG-08). */
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MemoryBank, RunStore } from "agentic-memory-bank/node";
import { attempt } from "../attempts.ts";
import { modelThatSays } from "./model.ts";
import { file, folder, run } from "./program.ts";

const PREFERENCE = "I prefer heights in metres, remember this.";

async function withBank<T>(runs: string, work: (bank: MemoryBank) => Promise<T>): Promise<T> {
  const store = await RunStore.open({ folder: runs });
  const bank = await MemoryBank.open({ store, embedder: false });
  try {
    return await work(bank);
  } finally {
    bank.close();
    await store.close();
  }
}

async function told(runs: string, ...contents: string[]): Promise<string[]> {
  const { memories } = await withBank(runs, ({ memory }) => memory.observe(contents));
  return memories.map((each) => ("kept" in each ? each.kept.id : assert.fail("refused")));
}

test("BX-06 what a question is given of memory is told with its source, and --no-memory leaves it out", async () => {
  const runs = join(folder, "given");
  const [id = ""] = await told(runs, PREFERENCE);
  const model = await modelThatSays(() => '{"next_task": null}', "There is no evidence.");
  const question = "What heights do I prefer, in metres or feet?";
  const words = ["--llm", model.address, "--model", "m", "--runs", runs, "--no-model", "--json"];
  try {
    const without = await run(["ask", question, ...words, "--no-memory"]);
    assert.equal(without.status, 0, without.stderr);
    assert.ok(!model.asked.join("").includes("heights in metres"));
    assert.doesNotMatch(without.stderr, /memory, for/);
    assert.deepEqual(JSON.parse(without.stdout).memory, { used: [], loops: [], learned: null });
    const kept = await withBank(runs, ({ memory }) => memory.browse());
    assert.deepEqual(
      kept.entries.map(({ content }) => content),
      [PREFERENCE],
      "the question is not remembered",
    );

    const given = await run(["ask", question, ...words]);
    assert.equal(given.status, 0, given.stderr);
    assert.ok(model.asked.join("").includes(PREFERENCE));
    const line = given.stderr.split("\n").find((each) => each.startsWith("memory, for the plan: "));
    assert.ok(line?.includes(`“${PREFERENCE}” (of you, given by you, `), given.stderr);
    assert.ok(line?.includes(id));
    const { memory } = JSON.parse(given.stdout);
    assert.deepEqual(
      memory.used.map(({ purpose }: { purpose: string }) => purpose),
      ["planning"],
    );
    const [item] = memory.used[0].items;
    assert.deepEqual([item.id, item.text, item.trust], [id, PREFERENCE, "given"]);
    assert.ok(item.foundBy.length > 0);

    await run(["memory", "forget", id, "--runs", runs]);
    const before = model.asked.length;
    await run(["ask", question, ...words]);
    assert.ok(!model.asked.slice(before).join("").includes(PREFERENCE));
  } finally {
    model.close();
  }
});

test("BX-06 CG-05 a run that is learned, and its loop, are told; the process then does what is due", async () => {
  const runs = join(folder, "learning");
  await withBank(runs, async ({ trajectories }) => {
    for (let run = 0; run < 15; run += 1) await trajectories.learn(attempt(`run-${run}`, true));
  });
  const visit = `<tool_call>{"name": "visit", "arguments": {"url": "https://a.invalid/1", "goal": "height"}}</tool_call>`;
  const task = { task_type: "NORMAL", description: "Find the height.", image: null };
  const model = await modelThatSays(
    (asked) => JSON.stringify({ next_task: asked.includes("completed steps: 0") ? task : null }),
    visit,
  );
  const question = "How tall is the tower? Look at https://a.invalid/1";
  const words = ["--llm", model.address, "--model", "m", "--runs", runs, "--no-model", "--json"];
  try {
    const { stdout, stderr } = await run(["ask", question, ...words, "--budget", "12 requests"]);
    const { memory } = JSON.parse(stdout);
    assert.ok(memory.learned.steps > 0, stdout);
    assert.match(stderr, /^learned from \d+ steps/m);
    assert.ok(memory.loops[0].repeats >= 3);
    assert.match(stderr, /^going round in circles: visit/m);
    const ended = Date.now();
    // Whoever asks memory first does what is due by then: what was done before, the process itself has done.
    const stats = await withBank(runs, ({ trajectories }) => trajectories.stats());
    assert.equal(stats.trajectories, 16);
    assert.ok(stats.consolidated_at !== null && stats.consolidated_at < ended);
    assert.ok(stats.methodologies > 0);
  } finally {
    model.close();
  }
});

test("AF-13 CG-08 memory is listed, searched, forgotten, restored and purged by the command", async () => {
  const runs = join(folder, "command");
  const [tea = "", street = ""] = await told(
    runs,
    "I prefer green\ntea.",
    "I live in \u202eWest Street.",
  );
  await withBank(runs, async ({ memory, trajectories }) => {
    await memory.setCore("instructions", "Answer shortly.");
    await trajectories.learn(attempt("one", true));
    await trajectories.consolidate();
  });
  const memory = (...words: string[]) => run(["memory", ...words, "--runs", runs]);

  const listed = await memory("list");
  assert.equal(listed.status, 0, listed.stderr);
  const lines = listed.stdout.trimEnd().split("\n");
  assert.match(listed.stdout, /^core\|instructions +set by you +Answer shortly\.$/m);
  assert.ok(lines.some((line) => line.startsWith(tea) && line.endsWith("I prefer green tea.")));
  assert.ok(lines.some((line) => line.startsWith("one ") && line.includes("a run")));
  const advice = lines.find((line) => line.includes("advice from runs"));
  assert.ok(advice?.includes("pip install numpy"), listed.stdout);
  assert.doesNotMatch(listed.stdout, /\u202e/);
  const asJson = JSON.parse((await memory("list", "--json")).stdout);
  assert.deepEqual(
    [asJson.memories.length, asJson.runs.length, asJson.core.instructions],
    [2, 1, "Answer shortly."],
  );

  const found = await memory("search", "Which tea?", "--no-model");
  assert.ok(found.stdout.startsWith(tea), found.stdout);
  assert.match(found.stdout, /keyword 1/);

  const methodology = advice?.split("  ")[0] ?? "";
  const forgot = await memory("forget", tea, methodology, "one", "core|instructions");
  assert.equal(forgot.status, 0, forgot.stderr);
  assert.ok(forgot.stderr.includes(`memory restore ${tea} brings it back`));
  assert.ok(!forgot.stderr.includes("memory restore one"));
  const left = (await memory("list")).stdout.trimEnd().split("\n");
  assert.ok(left[0]?.startsWith(street), left.join("\n"));
  assert.ok(!left.some((line) => line.startsWith(methodology) || line.startsWith("one ")));

  assert.ok((await memory("list", "--forgotten")).stdout.startsWith(tea));
  assert.equal((await memory("restore", tea)).status, 0);
  assert.ok((await memory("list")).stdout.includes(tea));
  assert.equal((await memory("forget", tea, tea)).status, 0, "once, however often it is named");
  const purged = await memory("purge", tea, "--json");
  assert.deepEqual(JSON.parse(purged.stdout), { purged: [tea], derived: [] });
  const gone = await memory("restore", tea);
  assert.equal(gone.status, 2);
  assert.match(gone.stderr, /^error: .*\n$/);
  assert.equal((await memory("forget", "nothing")).status, 2);
  assert.match((await memory("list", "--forgotten")).stderr, /nothing is forgotten/);
});

test("AF-13 what was forgotten is told also where another id is not known, and the others are forgotten", async () => {
  const runs = join(folder, "unknown");
  const [tea = "", street = ""] = await told(runs, "I prefer tea.", "My street is long.");
  const words = [tea, "unknown", street, "nobody\u202e"];
  const forgot = await run(["memory", "forget", ...words, "--runs", runs]);
  assert.equal(forgot.status, 2);
  assert.deepEqual(forgot.stderr.trimEnd().split("\n"), [
    `forgot ${tea}; memory restore ${tea} brings it back`,
    `forgot ${street}; memory restore ${street} brings it back`,
    "error: there is no memory unknown",
    "error: there is no memory nobody",
  ]);
  assert.match((await run(["memory", "list", "--runs", runs])).stderr, /nothing is remembered/);

  await run(["memory", "restore", street, "--runs", runs]);
  const asJson = await run(["memory", "forget", "unknown", street, "--runs", runs, "--json"]);
  assert.equal(asJson.status, 2);
  const forgotten = [{ id: street, canBeRestored: true }];
  assert.deepEqual(JSON.parse(asJson.stdout), { forgotten, derived: [] });
  assert.equal(asJson.stderr, "error: there is no memory unknown\n");
});

test("BX-06 CG-08 the id of a part of a run, as a question is told it, leads to the run that can be forgotten", async () => {
  const runs = join(folder, "parts");
  const part = await withBank(runs, async ({ trajectories }) => {
    await trajectories.learn(attempt("one", true));
    const { rows } = await trajectories.browse();
    return rows.fragments[0]?.id ?? assert.fail("no part");
  });
  const forget = (id: string) => run(["memory", "forget", id, "--runs", runs]);
  const refused = await forget(part);
  assert.equal(refused.status, 2);
  assert.equal(
    refused.stderr,
    `error: ${part} is a part of the run one: memory forget one forgets that run with all its parts\n`,
  );
  const { rows } = await withBank(runs, ({ trajectories }) => trajectories.browse());
  assert.equal(rows.trajectories.length, 1, "nothing is forgotten");
  await run(["memory", "forget", "one", "--runs", runs]);
  const gone = await forget(part);
  assert.equal(gone.status, 2);
  assert.equal(gone.stderr, `error: there is no memory ${part}\n`);
});

test("AF-04 CG-05 memories and what a methodology was made of are there by their ids", async () => {
  const runs = join(folder, "sources");
  const [said = ""] = await told(runs, "I live in West Street.");
  await withBank(runs, async ({ memory, trajectories }) => {
    const known = await memory.entries("nothing", said);
    assert.deepEqual(
      known.map(({ content }) => content),
      ["I live in West Street."],
    );

    for (const id of ["one", "two"]) await trajectories.learn(attempt(id, true));
    await trajectories.consolidate();
    const [advice] = (await trajectories.knowledge()).methodologies;
    const { sources } = advice ?? assert.fail("no methodology");
    const cases = await trajectories.cases(...sources, "nothing#0");
    assert.deepEqual(cases.fragments.map(({ id }) => id).toSorted(), sources.toSorted());
    const theirs = cases.hasFragment.map(({ trajectory }) => trajectory);
    assert.deepEqual(new Set(cases.trajectories.map(({ id }) => id)), new Set(theirs));
    assert.ok(theirs.length > 0);
    assert.deepEqual(await trajectories.cases(), {
      ...cases,
      trajectories: [],
      fragments: [],
      hasFragment: [],
    });
  });
});

test("AF-13 CG-03 half a character is remembered as a sign in its place, and keeps nothing else away", async () => {
  const runs = join(folder, "halves");
  await told(runs, "fine", "I like \ud83d tea");
  await withBank(runs, async ({ memory, trajectories }) => {
    const { entries } = await memory.browse();
    assert.deepEqual(entries.map(({ content }) => content).toSorted(), [
      "I like \ufffd tea",
      "fine",
    ]);
    await trajectories.learn({ ...attempt("one", true), problem_statement: "Why \udc00?" });
    const { rows } = await trajectories.browse();
    assert.match(rows.trajectories[0]?.summary ?? "", /Why \ufffd\?/);
  });
});

test("AF-08 AF-09 memory is tidied up when it is asked for, whether it is due or not", async () => {
  const runs = join(folder, "tidied");
  const beans = Array.from(
    { length: 12 },
    (_, week) => `In week ${week} the beans in bed ${week} grew.`,
  );
  await told(runs, "I live in Westby.", ...beans);
  const done = await run(["memory", "tidy", "--no-model", "--json", "--runs", runs]);
  assert.equal(done.status, 0, done.stderr);
  const { reflection, consolidation, memoryVectors } = JSON.parse(done.stdout);
  assert.deepEqual([reflection.done, consolidation.done, memoryVectors.embedded], [true, true, 0]);
  const { entries } = await withBank(runs, ({ memory }) => memory.browse());
  const made = entries.filter(({ source_ids }) => source_ids.length > 0);
  assert.ok(made.length > 0, "something is made of what was said");

  const again = await run(["memory", "tidy", "--no-model", "--runs", runs]);
  assert.equal(again.status, 0, again.stderr);
  assert.equal(again.stdout, "");
  assert.equal(again.stderr.split("\n")[0]?.startsWith("tidied up: 0 new insights, "), true);
  const { insights } = reflection;
  const stored = insights.filter(({ outcome }: { outcome: string }) => outcome === "stored").length;
  assert.ok(made.length >= stored && stored > 0);
  const empty = join(folder, "nothing-to-tidy");
  await told(empty);
  const none = await run(["memory", "tidy", "--no-model", "--runs", empty]);
  assert.doesNotMatch(none.stderr, /more is left/);
  const wrong = await run(["memory", "tidy", "beans", "--runs", runs]);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /of all that is remembered: leave "beans" out/);
});

test("AF-09 memory is carried from one folder to another by the command, and a damaged file changes nothing", async () => {
  const runs = join(folder, "from");
  await told(runs, PREFERENCE);
  const path = join(folder, "memory.jsonl");
  const exported = await run(["memory", "export", path, "--runs", runs]);
  assert.equal(exported.status, 0, exported.stderr);
  assert.ok(readFileSync(path, "utf8").includes(PREFERENCE));

  assert.equal(statSync(path).mode & 0o777, 0o600, "nobody else reads it");
  const into = await run(["memory", "export", folder, "--runs", runs]);
  assert.equal(into.status, 1, into.stderr);
  assert.match(into.stderr, /cannot be written: it is a folder/);
  assert.ok(!existsSync(`${folder}.part`));

  const other = join(folder, "to");
  await told(other);
  const damaged = file("damaged.jsonl", readFileSync(path, "utf8").slice(0, -20));
  const refused = await run(["memory", "import", damaged, "--runs", other]);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /line/);
  assert.match((await run(["memory", "list", "--runs", other])).stderr, /nothing is remembered/);

  const taken = await run(["memory", "import", path, "--runs", other]);
  assert.equal(taken.status, 0, taken.stderr);
  assert.match(taken.stderr, /^taken in: 1 memories/);
  const { stdout } = await run(["memory", "list", "--runs", other]);
  assert.match(stdout, /imported +I prefer heights in metres/);
  const lines = readFileSync(path, "utf8").split("\n");
  lines[1] = JSON.stringify("x".repeat(1_000_000));
  const long = await run([
    "memory",
    "import",
    file("long.jsonl", lines.join("\n")),
    "--runs",
    other,
  ]);
  assert.equal(long.status, 2);
  assert.match(long.stderr, /line 2 of the file: .*…/);
  assert.ok(long.stderr.length < 1_000, "no more of a line is quoted than says where it is");
  const missing = await run([
    "memory",
    "import",
    join(folder, "none"),
    "--runs",
    join(folder, "no"),
  ]);
  assert.equal(missing.status, 2);
  assert.ok(!existsSync(join(folder, "no")));
  const directory = await run(["memory", "import", folder, "--runs", other]);
  assert.equal(directory.status, 2);
  assert.match(directory.stderr, /is a directory: name the file that memory export wrote\n$/);
  const begun = await run(["memory", "import", path, "--runs", join(folder, "begun")]);
  assert.match(begun.stderr, /^taken in: 1 memories/);
  const nowhere = await run(["memory", "list", "--runs", join(folder, "nowhere")]);
  assert.match(nowhere.stderr, /there is no folder/);
});
