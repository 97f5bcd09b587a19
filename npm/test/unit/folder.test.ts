/** The folder that runs and memories are kept in: which one it is, and what is said where it cannot be used. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { MemoryArguments } from "../../src/cli/arguments.ts";
import { exitStatus } from "../../src/cli/failures.ts";
import { folderOf, openFolder, platformFolder } from "../../src/cli/folder.ts";
import { remember } from "../../src/cli/memory.ts";
import { listOrDelete } from "../../src/cli/runs.ts";
import { RunStore } from "../../src/node.ts";
import { asked, askedWith } from "../asking.ts";
import { newRun } from "../stored-runs.ts";

const folder = mkdtempSync(join(tmpdir(), "folder-"));
after(() => rmSync(folder, { recursive: true }));

/** A world whose data folder this is, and what it was told. */
function worldWith(dataFolder: string, environment: NodeJS.ProcessEnv = {}) {
  const said = { output: "", errors: "" };
  const paper = (to: keyof typeof said) => ({
    write: (text: string) => {
      said[to] += text;
    },
  });
  return {
    said,
    environment,
    output: paper("output"),
    errors: paper("errors"),
    dataFolder: async () => dataFolder,
    openStore: (path: string) => RunStore.open({ folder: path }),
    openBank: async () => assert.fail("no bank is needed"),
  };
}

const LIST = { runs: null, deleted: null, json: false };
const MEMORY = { words: [], runs: null, forgotten: false, useModel: true, json: true };

/** Sets variables of the environment for as long as this takes. */
async function withEnvironment<T>(
  variables: NodeJS.ProcessEnv,
  work: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

test("PL-06 --runs goes before AMB_RUNS, and that before the data folder", async () => {
  const both = worldWith("/data", { AMB_RUNS: "/environment" });
  const named = (path: string) => ({ path, isNamed: true });
  assert.deepEqual(await folderOf({ runs: "/option" }, both), named("/option"));
  assert.deepEqual(await folderOf({ runs: null }, both), named("/environment"));
  const blank = worldWith("/data", { AMB_RUNS: " " });
  assert.deepEqual(await folderOf({ runs: null }, blank), { path: "/data", isNamed: false });
});

test("PL-06 the data folder is the platform's", {
  skip: process.platform !== "linux",
}, async () => {
  const path = await withEnvironment({ XDG_DATA_HOME: "/xdg" }, platformFolder);
  assert.equal(path, "/xdg/agentic-memory-bank");
  await withEnvironment({ XDG_DATA_HOME: "relative" }, async () => {
    await assert.rejects(platformFolder(), {
      name: "UsageError",
      message: /relative path: set HOME .*--runs or AMB_RUNS/,
    });
  });
});

test("PL-06 a data folder that is not there holds no run, and is not made for a list", async () => {
  const missing = join(folder, "missing");
  const world = worldWith(missing);
  assert.equal(await listOrDelete(LIST, world), 0);
  assert.deepEqual(world.said, {
    output: "",
    errors: `nothing is kept yet in ${missing}: ask with --keep to keep a run there\n`,
  });
  const asJson = worldWith(missing);
  assert.equal(await listOrDelete({ ...LIST, json: true }, asJson), 0);
  assert.deepEqual(asJson.said, { output: "[]\n", errors: "" });
  await assert.rejects(listOrDelete({ ...LIST, deleted: "id" }, world), {
    name: "UsageError",
    message: /^no run id is kept: nothing is kept yet in /,
  });
  assert.ok(!existsSync(missing));
});

test("PL-06 BX-06 nor any memory", async () => {
  const missing = join(folder, "missing");
  const told = async (changes: Partial<MemoryArguments>) => {
    const world = worldWith(missing);
    const wanted = { ...MEMORY, action: "list", ...changes } as MemoryArguments;
    assert.equal(await remember(wanted, world), 0);
    return world.said;
  };
  const core = { persona: "", user_info: "", instructions: "" };
  const kept = { core, memories: [], methodologies: [], runs: [] };
  assert.deepEqual(JSON.parse((await told({})).output), kept);
  assert.deepEqual(JSON.parse((await told({ forgotten: true })).output), []);
  const found = JSON.parse((await told({ action: "search", words: ["tea"] })).output);
  assert.deepEqual(found.memories, []);
  assert.equal((await told({ action: "tidy" })).output, "null\n");
  assert.match((await told({ json: false })).errors, /^nothing is kept yet in .*missing/);
  const refused = { name: "UsageError", message: /nothing is kept yet in / };
  await assert.rejects(told({ action: "forget", words: ["id"] }), refused);
  await assert.rejects(told({ action: "restore", words: ["id"] }), refused);
  await assert.rejects(told({ action: "purge", words: ["id"] }), refused);
  await assert.rejects(told({ action: "export", words: ["file"] }), refused);
  assert.ok(!existsSync(missing));
});

test("PL-06 a folder that is named and not there is a wrong path", async () => {
  const missing = join(folder, "missing");
  const refused = { name: "UsageError", message: `there is no folder ${missing}: check the path` };
  const world = worldWith("/data", { AMB_RUNS: missing });
  await assert.rejects(listOrDelete(LIST, world), refused);
  await assert.rejects(listOrDelete({ ...LIST, runs: missing }, worldWith("/data")), refused);
});

test("PL-06 a folder that is a file, or lies in one, is told with what to do", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  await assert.rejects(listOrDelete(LIST, worldWith(file)), {
    name: "UsageError",
    message: `${file} is a file, not a folder: name another folder with --runs or AMB_RUNS`,
  });
  await assert.rejects(listOrDelete(LIST, worldWith(join(file, "data"))), {
    name: "UsageError",
    message: /^the folder .*data cannot be read \(ENOTDIR.*: name another folder with --runs/,
  });
});

test("PL-06 a data folder that cannot be made is told with its path and what to do", async () => {
  const file = join(folder, "no-folder");
  writeFileSync(file, "");
  const path = join(file, "data");
  const opening = openFolder({ path, isNamed: false }, worldWith(path));
  const thrown = await opening.then(
    () => assert.fail(),
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof Error);
  assert.ok(thrown.message.startsWith(`the folder ${path} cannot be read or written: `));
  assert.match(thrown.message, /name another folder with --runs or AMB_RUNS \(ENOTDIR/);
  assert.equal(exitStatus(thrown), 1);
  await assert.rejects(askedWith({ dataFolder: path }, { keep: true }), { code: "store_io" });
});

test("PL-06 --keep keeps the run in the data folder and remembers it there", async () => {
  const dataFolder = join(folder, "kept", "data");
  const kept = await askedWith({ dataFolder }, { keep: true });
  assert.equal(kept.status, 0);
  assert.ok(existsSync(dataFolder));
  const [{ store }] = kept.opened as [{ store: RunStore }];
  assert.equal(store.place.folder, dataFolder);
  assert.equal(kept.bank.asked[0]?.keep, true);
  assert.equal(kept.bank.keptUp.length, 1);
  assert.deepEqual(readdirSync(dataFolder), [], "it is let go of");
});

test("PL-06 without --keep the data folder is not asked for", async () => {
  assert.deepEqual((await asked({})).opened, [{}]);
});

test("PL-06 --runs and AMB_RUNS keep runs elsewhere, with and without --keep", async () => {
  for (const keep of [true, false]) {
    const runs = join(folder, `named-${keep}`);
    const byOption = await asked({ runs, keep });
    assert.equal((byOption.opened as [{ store: RunStore }])[0].store.place.folder, runs);
    const byEnvironment = await askedWith({ environment: { AMB_RUNS: runs } }, { keep });
    assert.equal((byEnvironment.opened as [{ store: RunStore }])[0].store.place.folder, runs);
  }
});

const ID = "01234567-89ab-4cde-8f01-23456789abcd";

/** Keeps an empty run of this id in a folder. */
async function keepRun(path: string): Promise<void> {
  const store = await RunStore.open({ folder: path });
  await store.link().createRun(newRun(ID));
  await store.close();
}

test("BX-02 PL-06 a run of the data folder is taken up by its id alone", async () => {
  const dataFolder = join(folder, "taken-up");
  await keepRun(dataFolder);
  for (const [way, call] of [
    ["resume", "resumeRun"],
    ["replay", "openRun"],
  ] as const) {
    const journal = { run: ID, way };
    const { bank, errors } = await askedWith(
      { dataFolder },
      { question: null, journal },
      { docId: ID, termination: "aborted" },
    );
    assert.deepEqual(bank.takenUp, [[call, ID]]);
    const words = `go on with: npx agentic-memory-bank ask --resume ${ID}\n`;
    assert.ok(errors.endsWith(words), errors);
  }
});

test("BX-02 PL-06 what to go on with names a folder that is not the data folder", async () => {
  const runs = join(folder, "elsewhere");
  await keepRun(runs);
  const { errors } = await asked(
    { question: null, journal: { run: ID, way: "resume" }, runs },
    { docId: ID, termination: "aborted" },
  );
  assert.ok(errors.endsWith(`ask --runs ${runs} --resume ${ID}\n`), errors);
});

test("BX-02 PL-06 an id that is nowhere is told, and makes no data folder", async () => {
  const dataFolder = join(folder, "nowhere");
  const resume = (run: string) =>
    askedWith({ dataFolder }, { question: null, journal: { run, way: "resume" } });
  const refused = {
    name: "UsageError",
    message: /^there is no file .*: give .* the id of a run that "agentic-memory-bank runs" lists$/,
  };
  await assert.rejects(resume(ID), refused);
  assert.ok(!existsSync(dataFolder));
  const other = ID.replace("0", "f");
  await keepRun(dataFolder);
  await assert.rejects(resume(other), refused);
  assert.deepEqual(readdirSync(dataFolder), [`${ID}.run`], "it is let go of");
});

test("BX-02 PL-06 a journal's path needs no data folder, which another process may have", async () => {
  const path = join(folder, "journal.json");
  writeFileSync(path, JSON.stringify({ format: "…", settings: {} }));
  const journal = { run: path, way: "replay" } as const;
  assert.equal((await asked({ question: null, journal })).bank.takenUp.length, 1);
});
