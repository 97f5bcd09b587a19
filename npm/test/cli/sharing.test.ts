/** One folder for several processes at once: nothing is lost, doubled or refused, whoever is killed (BX-10). */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MemoryBank, RunStore, type RunStoreOptions } from "agentic-memory-bank/node";
import { ended, folder } from "./program.ts";

const NODE_FACE = new URL("../../node.js", import.meta.url).href;

/** A folder that no test has used yet. */
const newFolder = (name: string) => join(folder, `shared-${name}`);

/** The beginning of a program: `store` and `bank` are open. */
function opening(options: RunStoreOptions): string {
  return `
    import { MemoryBank, RunStore } from ${JSON.stringify(NODE_FACE)};
    const options = ${JSON.stringify(options)};
    const store = await RunStore.open(options);
    const bank = await MemoryBank.open({ store, embedder: false });
    const text = "The lantern of Holm was lit with colza oil at first. ".repeat(20);
    const documents = [{ name: "lantern.txt", text }];
    const ask = (question, from = bank) => from.research({ question, documents, keep: true }).result;`;
}

/** A program that uses the folder and closes the store. */
function worker(runs: string, id: string, rounds: number): ChildProcess {
  return program(
    { folder: runs },
    `
    for (let round = 0; round < ${rounds}; round += 1) {
      const told = ${JSON.stringify(id)} + " likes the number " + round + ".";
      const steps = [{ action: "bash", input: "pytest", output: "2 passed" }];
      const trajectory = { id: told, task_type: "bug_fix", problem_statement: told, success: true, steps };
      // Asked again after the process that had memory open was killed, it may be there already.
      const learned = bank.trajectories.learn(trajectory).catch((thrown) => {
        if (thrown.code !== "trajectory_exists") throw thrown;
      });
      await Promise.all([bank.memory.observe(told), ask(told), learned]);
      const { memories } = (await bank.memory.recall(told)).recollection;
      if (!memories.some(({ entry }) => entry.content === told)) throw new Error("lost: " + told);
      console.log("round", round);
    }
    bank.close();
    await store.close();`,
  );
}

function program(options: RunStoreOptions, text: string): ChildProcess {
  return spawn(process.execPath, ["--input-type=module", "--eval", opening(options) + text], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Resolves once a program has printed these words. */
function says(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk;
      if (said.includes(words)) resolve();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("close", () => reject(new Error(`it ended and said: ${said}`)));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function opened(options: RunStoreOptions): Promise<[RunStore, MemoryBank]> {
  const store = await RunStore.open(options);
  return [store, await MemoryBank.open({ store, embedder: false })];
}

/** All that is kept, by what was asked, told and learned. */
async function keptIn(options: RunStoreOptions) {
  const [store, bank] = await opened(options);
  const runs = (await store.runs()).map(({ question, state }) => [question, state.state]);
  const { entries } = await bank.memory.browse({ limit: 1000 });
  const { trajectories: learned } = await bank.trajectories.stats();
  bank.close();
  await store.close();
  return { runs: runs.sort(), told: entries.map(({ content }) => content).sort(), learned };
}

/** What so many rounds of these workers leave. */
function expected(ids: string[], rounds: number) {
  const told = ids.flatMap((id) =>
    Array.from({ length: rounds }, (_, round) => `${id} likes the number ${round}.`),
  );
  return {
    runs: told.map((question) => [question, "finished"]).sort(),
    told: told.sort(),
    learned: told.length,
  };
}

const WITHIN = { timeout: 60_000 };

test(
  "BX-10 processes that start at once on a new folder all work in it, and leave each thing once",
  WITHIN,
  async () => {
    const runs = newFolder("at-once");
    const ids = ["Ada", "Bob", "Cleo", "Dan"];
    const ends = await Promise.all(ids.map((id) => ended(worker(runs, id, 3))));
    for (const { status, stderr } of ends) assert.equal(status, 0, stderr.slice(-2000));
    assert.deepEqual(await keptIn({ folder: runs }), expected(ids, 3));
    const left = readdirSync(runs).filter((name) => !/\.(run|pages)$/.test(name));
    assert.deepEqual(left, [], "each lets go of its locks and sockets");
  },
);

/** Kills one of these processes once it is the one that has the folder open, and returns its place among them. */
async function killOwner(runs: string, children: ChildProcess[]): Promise<number> {
  for (;;) {
    const lock = await readFile(join(runs, "lock"), "utf8").catch(() => "");
    const at = children.findIndex(({ pid }) => lock.includes(`"pid":${pid},`));
    const owner = children[at];
    if (owner !== undefined) {
      await kill(owner);
      return at;
    }
    await setTimeout(5);
  }
}

test(
  "BX-10 processes that have the folder open are killed in the midst: the others lose and double nothing",
  WITHIN,
  async () => {
    const runs = newFolder("killed");
    const idle = program({ folder: runs }, `setInterval(() => {}, 1000); console.log("open");`);
    await says(idle, "open");
    const ids = ["Eve", "Fred", "Gus"];
    const workers = ids.map((id) => worker(runs, id, 5));
    const ends = workers.map(ended);
    await Promise.all(workers.map((each) => says(each, "round")));
    await killOwner(runs, [idle]);
    const killed = await killOwner(runs, workers);
    const going = ids.filter((_, at) => at !== killed);
    for (const [at, { status, stderr }] of (await Promise.all(ends)).entries()) {
      if (at !== killed) assert.equal(status, 0, stderr.slice(-2000));
    }
    const kept = await keptIn({ folder: runs });
    const isOf = (words = "") => going.some((id) => words.startsWith(id));
    const { runs: asked, told } = expected(going, 5);
    assert.deepEqual(
      kept.runs.filter(([question]) => isOf(question)),
      asked,
    );
    assert.deepEqual(kept.told.filter(isOf), told);
    assert.equal(new Set(kept.told).size, kept.told.length);
    assert.ok(kept.learned >= told.length && kept.learned <= kept.told.length + 1);
  },
);

/** A program with a run that stays under way: its embedder never answers. It prints the id. */
const withRunUnderWay = (options: RunStoreOptions) =>
  program(
    options,
    `
    const embed = () => new Promise(() => {});
    const stuck = await MemoryBank.open({ store, embedder: { modelId: "m", dimensions: 4, embed } });
    ask("What was the lantern lit with?", stuck);
    while ((await store.atWork()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    setInterval(() => {}, 1000);
    console.log("under way");`,
  );

test(
  "BX-10 a run that is under way in one process is gone on with in another once that is gone",
  WITHIN,
  async () => {
    for (const opensFirst of ["that process", "this process"]) {
      const runs = newFolder(`run of ${opensFirst}`);
      const early = opensFirst === "this process" ? await RunStore.open({ folder: runs }) : null;
      const child = withRunUnderWay({ folder: runs });
      await says(child, "under way");
      const store = early ?? (await RunStore.open({ folder: runs }));
      const bank = await MemoryBank.open({ store, embedder: false });
      const [docId = ""] = await store.atWork();
      const refused = {
        code: "stored_run_at_work",
        retryable: true,
        message: /another bank, tab or process \(process \d+ of .+ by the lock .+\.lock\)/,
      };
      await assert.rejects(bank.resumeRun(docId).result, refused);
      await assert.rejects(store.delete(docId), refused);
      assert.deepEqual(
        (await store.runs()).map(({ id, state }) => [id, state.state]),
        [[docId, "running"]],
      );
      await kill(child);
      assert.deepEqual(await store.atWork(), []);
      const { answer } = await bank.resumeRun(docId).result;
      assert.match(answer?.text ?? "", /colza oil/);
      await store.delete(docId);
      assert.deepEqual(await store.runs(), []);
      bank.close();
      await store.close();
    }
  },
);

test(
  "BX-10 a store whose lock was deleted damages nothing: what it is told is kept by the one that has the folder",
  WITHIN,
  async () => {
    const options = { folder: newFolder("lost") };
    const [store, bank] = await opened(options);
    await bank.memory.observe("Ada likes tea.");
    await rm(join(options.folder, "lock"));
    const [next, other] = await opened(options);
    await other.memory.observe("Bob likes coffee.");
    await bank.memory.observe("Cleo likes milk.");
    await other.memory.observe("Dan likes water.");
    for (const each of [bank, other]) each.close();
    await store.close();
    await next.close();
    const { told } = await keptIn(options);
    const likes = ["Ada likes tea.", "Bob likes coffee.", "Cleo likes milk.", "Dan likes water."];
    assert.deepEqual(told, likes);
  },
);

test(
  "BX-10 an encrypted folder is shared by its passphrase alone, and taken over by it",
  WITHIN,
  async () => {
    const options = { folder: newFolder("encrypted"), passphrase: "open sesame" };
    const child = program(
      options,
      `
    await bank.memory.observe("Ada likes tea.");
    setInterval(() => {}, 1000);
    console.log("open");`,
    );
    await says(child, "open");
    const { folder: runs } = options;
    await assert.rejects(RunStore.open({ folder: runs }), { code: "passphrase_needed" });
    await assert.rejects(RunStore.open({ folder: runs, passphrase: "open says me" }), {
      code: "passphrase_wrong",
    });
    const store = await RunStore.open(options);
    const bank = await MemoryBank.open({ store, embedder: false });
    await bank.memory.observe("Bob likes coffee.");
    await assert.rejects(store.changePassphrase("new"), {
      code: "store_busy",
      message: /end that process/,
    });
    await kill(child);
    await bank.memory.observe("Cleo likes milk.");
    await store.changePassphrase("new");
    bank.close();
    await store.close();
    await assert.rejects(RunStore.open(options), { code: "passphrase_wrong" });
    const { told } = await keptIn({ folder: runs, passphrase: "new" });
    assert.deepEqual(told, ["Ada likes tea.", "Bob likes coffee.", "Cleo likes milk."]);
  },
);

test(
  "BX-10 an open store keeps no process from ending, whether it serves others or asks another",
  WITHIN,
  async () => {
    const runs = newFolder("idle");
    const open = `await ask("What was the lantern lit with?"); bank.close(); console.log("done");`;
    const alone = await ended(program({ folder: runs }, open));
    assert.deepEqual([alone.status, alone.stdout], [0, "done\n"], alone.stderr);
    const store = await RunStore.open({ folder: runs });
    const beside = await ended(program({ folder: runs }, open));
    assert.deepEqual([beside.status, beside.stdout], [0, "done\n"], beside.stderr);
    assert.equal((await store.runs()).length, 2);
    await store.close();
  },
);
