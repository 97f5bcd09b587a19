import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ListedRun } from "../../src/cli/runs.ts";
import { CONSTITUTION, ended, file, folder, run, start } from "./program.ts";

const QUESTION = "Who tries impeachments?";
const AS_TEXT = ["--no-model", "--quiet"];

/** A folder of runs that none has used yet. */
const newFolder = (name: string) => join(folder, `runs-${name}`);

async function listed(runs: string): Promise<ListedRun[]> {
  const { status, stdout, stderr } = await run(["runs", "--runs", runs, "--json"]);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/** Keeps a run; gives back its id and what was printed. */
async function keptRun(runs: string): Promise<{ id: string; stdout: string }> {
  const words = ["ask", QUESTION, "--doc", CONSTITUTION, ...AS_TEXT, "--runs", runs];
  const { status, stdout, stderr } = await run(words);
  assert.equal(status, 0, stderr);
  assert.equal(stderr, "");
  const [head] = await listed(runs);
  return { id: head?.id ?? "", stdout };
}

/** A document that takes a second to read. */
function longDocument(): string {
  const text = readFileSync(CONSTITUTION, "utf8");
  const copies = Array.from({ length: 200 }, (_, n) => `Copy ${n}\n\n${text}`);
  return file("long-to-read.txt", copies.join("\n"));
}

/** Resolves in the midst of a document. */
function isReading({ stderr }: ChildProcess): Promise<void> {
  return new Promise<void>((resolve) => {
    stderr?.on("data", (said) => /Reading .*: (25|50) %/.test(said) && resolve());
  });
}

test("BX-02 BX-10 PL-06 killed while it reads, a run is listed, goes on, and answers as if nothing had been", async () => {
  const ask = ["ask", QUESTION, "--doc", longDocument(), "--no-model"];
  const unbroken = await run(ask);
  assert.equal(unbroken.status, 0, unbroken.stderr);

  const runs = newFolder("killed");
  const child = start([...ask, "--runs", runs]);
  const killed = ended(child);
  await isReading(child);
  const [beside] = await listed(runs);
  assert.deepEqual([beside?.state, beside?.atWork], [{ state: "running" }, true]);
  child.kill("SIGKILL");
  const [, id = ""] = (await killed).stderr.match(/^kept in .* as ([0-9a-f-]{36})$/m) ?? [];
  assert.equal(id, beside?.id);

  const shown = await run(["runs", "--runs", runs]);
  assert.match(
    shown.stdout,
    new RegExp(`^${id}  cut off  [0-9 :-]{16}  \\S+ [kM]B  ${QUESTION}\\n$`.replace("?", "\\?")),
  );
  const resumed = await run(["ask", "--runs", runs, "--resume", id, "--no-model"]);
  assert.equal(resumed.status, 0, resumed.stderr);
  assert.equal(resumed.stdout, unbroken.stdout);
  assert.deepEqual((await listed(runs))[0]?.state, { state: "finished", termination: "answer" });
});

test("BX-02 PL-06 a run that Ctrl-C stopped says how to go on, and a second Ctrl-C leaves nothing that hinders", async () => {
  const runs = newFolder("stopped");
  const child = start(["ask", QUESTION, "--doc", longDocument(), "--no-model", "--runs", runs]);
  const stopped = ended(child);
  await isReading(child);
  child.kill("SIGINT");
  const { status, stderr } = await stopped;
  assert.equal(status, 130);
  const [head] = await listed(runs);
  assert.deepEqual(head?.state, { state: "paused" });
  const words = `go on with: npx agentic-memory-bank ask --runs ${runs} --resume ${head?.id}`;
  assert.ok(stderr.endsWith(`${words}\n`), stderr);

  const again = start(["ask", "--runs", runs, "--resume", head?.id ?? "", "--no-model"]);
  const ends = ended(again);
  await isReading(again);
  again.kill("SIGINT");
  again.kill("SIGINT");
  assert.equal((await ends).status, 130);
  const resumed = await run(["ask", "--runs", runs, "--resume", head?.id ?? "", ...AS_TEXT]);
  assert.equal(resumed.status, 0, resumed.stderr);
});

test("BX-02 PL-06 a kept run is shown again, exported from, and deleted; the environment names its folder", async () => {
  const runs = newFolder("deleted");
  const { id, stdout } = await keptRun(runs);
  const environment = { AMB_RUNS: runs };
  const again = await run(["ask", "--replay", id, "--quiet"], "", environment);
  assert.deepEqual([again.status, again.stdout], [0, stdout], again.stderr);

  const exportTo = join(folder, "of-kept.json");
  const words = ["ask", "--resume", id, ...AS_TEXT, "--export", exportTo];
  const resumed = await run(words, "", environment);
  assert.deepEqual([resumed.status, resumed.stdout], [0, stdout], resumed.stderr);
  assert.ok(existsSync(exportTo));

  const deleted = await run(["runs", "--delete", id], "", environment);
  assert.deepEqual([deleted.status, deleted.stdout, deleted.stderr], [0, "", `deleted ${id}\n`]);
  const gone = await run(["runs", "--delete", id], "", environment);
  assert.equal(gone.status, 2);
  assert.match(gone.stderr, /^error: no run .* is stored: list the runs/);
  const none = await run(["runs"], "", environment);
  assert.deepEqual([none.status, none.stdout], [0, ""]);
  assert.match(none.stderr, /^no run is kept in /);
});

test("BX-02 PL-06 what is taken up is a run's id before it is a file, and else a journal", async () => {
  const runs = newFolder("named");
  const journal = join(folder, "exported.json");
  const { id, stdout } = await keptRun(runs);
  const written = ["ask", "--runs", runs, "--resume", id, ...AS_TEXT, "--journal", journal];
  assert.equal((await run(written)).status, 0);
  const replayed = await run(["ask", "--runs", runs, "--replay", journal, "--quiet"]);
  assert.deepEqual([replayed.status, replayed.stdout], [0, stdout], replayed.stderr);

  const neither = await run(["ask", "--runs", runs, "--replay", "nothing"]);
  assert.equal(neither.status, 2);
  assert.match(neither.stderr, /no file nothing and no run nothing in .*list .*runs --runs/);
  const without = await run(["ask", "--resume", id]);
  assert.equal(without.status, 2);
  assert.match(without.stderr, /the id of a run that "agentic-memory-bank runs" lists/);
});

test("BX-02 PL-06 a damaged run is listed, told when it is taken up, and hides no other", async () => {
  const runs = newFolder("damaged");
  const { id } = await keptRun(runs);
  const path = join(runs, `${id}.run`);
  const bytes = readFileSync(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const { stdout } = await run(["runs", "--runs", runs]);
  assert.match(stdout, /failed: store_corrupt/);
  const resumed = await run(["ask", "--runs", runs, "--resume", id, "--no-model"]);
  assert.equal(resumed.status, 1);
  assert.match(resumed.stderr, /^error: .*left as it is.*line 2/);
  assert.deepEqual(readFileSync(path), bytes);
});

test("PL-06 a folder of runs that is not there, or none, is told", async () => {
  const nowhere = await run(["runs", "--runs", join(folder, "nowhere")]);
  assert.equal(nowhere.status, 2);
  assert.match(nowhere.stderr, /^error: there is no folder .*: check the path\n$/);
  const words = ["ask", QUESTION, "--doc", CONSTITUTION, "--runs", CONSTITUTION];
  const noFolder = await run(words);
  assert.equal(noFolder.status, 1);
  assert.match(
    noFolder.stderr,
    /^error: the folder .* cannot be read or written: .*--runs or AMB_RUNS.*EEXIST/,
  );
});

test("BX-02 PL-06 what --keep keeps is listed, remembered and taken up without a folder's name", async () => {
  const environment = { HOME: newFolder("home"), LOCALAPPDATA: newFolder("home") };
  const { stdout: where } = await run(["--where"], "", environment);
  const words = ["ask", QUESTION, "--doc", CONSTITUTION, ...AS_TEXT];
  assert.equal((await run(words, "", environment)).status, 0);
  assert.ok(!existsSync(where.trim()), "nothing is kept unless that is asked for");

  const kept = await run([...words, "--keep"], "", environment);
  assert.equal(kept.status, 0, kept.stderr);
  const [head]: ListedRun[] = JSON.parse((await run(["runs", "--json"], "", environment)).stdout);
  const id = head?.id ?? assert.fail("no run is kept");
  assert.ok(existsSync(join(where.trim(), `${id}.run`)));
  for (const way of ["--replay", "--resume"]) {
    const again = await run(["ask", way, id, ...AS_TEXT], "", environment);
    assert.deepEqual([again.status, again.stdout], [0, kept.stdout], again.stderr);
  }
  const memory = await run(["memory", "list", "--json"], "", environment);
  assert.equal(memory.status, 0, memory.stderr);
  assert.ok(Array.isArray(JSON.parse(memory.stdout).memories));
  assert.equal((await run(["runs", "--delete", id], "", environment)).status, 0);
});
