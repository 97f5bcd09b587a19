/** What runs have taught, on a real Neo4j server, through the built package (CG-09). */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { MemoryBank, type Neo4jOptions, RunStore } from "agentic-memory-bank/node";
import { attempt, joined, SITUATION } from "../attempts.ts";
import { carriedOut, given, Line, wipe } from "./server.ts";

let folder = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "neo4j-"));
});

beforeEach(wipe);

after(async () => {
  await rm(folder, { recursive: true });
});

/** A bank with a folder of this name, and with this server; without one for `null`. */
async function withBank<T>(
  name: string,
  work: (bank: MemoryBank) => Promise<T>,
  neo4j: Neo4jOptions | null = given(),
): Promise<T> {
  const store = await RunStore.open({ folder: join(folder, name) });
  const bank = await MemoryBank.open({ store, embedder: false, longTerm: neo4j ? { neo4j } : {} });
  try {
    return await work(bank);
  } finally {
    bank.close();
    await store.close();
  }
}

test("CG-09 what one learns another is told, with why; none of it is in their folders", async () => {
  await withBank("ann", async ({ trajectories, memory }) => {
    await trajectories.learn(attempt("one", true));
    await trajectories.learn(attempt("two", false));
    await memory.observe("I prefer green tea.");
    assert.equal((await trajectories.consolidate()).rounds, 1);
  });
  await withBank("ben", async ({ trajectories, memory }) => {
    const { result, told } = await trajectories.query(SITUATION);
    const [solution] = result.error_solutions;
    assert.ok(solution !== undefined && solution.why.length > 0, JSON.stringify(result));
    assert.ok(result.warnings.length > 0);
    assert.ok(
      told.some(({ text }) => text.includes("pip install numpy")),
      JSON.stringify(told),
    );
    await assert.rejects(trajectories.learn(attempt("one", true)), { code: "trajectory_exists" });
    assert.equal((await trajectories.stats()).trajectories, 2);
    assert.equal((await memory.recall("tea")).recollection.memories.length, 0);
  });
  const alone = async ({ trajectories }: MemoryBank) => (await trajectories.stats()).trajectories;
  assert.equal(await withBank("ann", alone, null), 0);
  const patterns = await carriedOut(
    "MATCH (p:ErrorPattern)-[r:RESOLVED_BY]->(:Methodology) RETURN p.error_type, r.success_rate",
  );
  assert.ok(patterns.some(([type]) => type === "ModuleNotFoundError"));
});

test("CG-09 AF-09 what is on the server is exported, taken into a folder, and back; no password goes along", async () => {
  const { password } = given();
  const exported = await withBank("ann", async ({ trajectories }) => {
    await trajectories.learn(attempt("one", true));
    await trajectories.learn(attempt("two", false));
    return joined(trajectories.export());
  });
  assert.ok(!exported.includes(password));
  const back = await withBank(
    "carl",
    async ({ trajectories }) => {
      assert.equal((await trajectories.import(exported)).rows.trajectories, 2);
      return joined(trajectories.export());
    },
    null,
  );
  await wipe();
  await withBank("dora", async ({ trajectories }) => {
    assert.equal((await trajectories.import(back)).rows.trajectories, 2);
    assert.equal((await trajectories.browse()).rows.trajectories.length, 2);
  });
  for (const name of await readdir(folder, { recursive: true })) {
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    assert.ok(!bytes.includes(password), name);
  }
});

test("CG-09 banks that learn at once, from two folders, lose nothing of each other", async () => {
  await withBank("ann", (ann) =>
    withBank("ben", async (ben) => {
      const learned = [1, 2, 3].flatMap((number) => [
        ann.trajectories.learn(attempt(`ann ${number}`, true)),
        ben.trajectories.learn(attempt(`ben ${number}`, false)),
      ]);
      await Promise.all(learned);
      assert.equal((await ann.trajectories.stats()).trajectories, 6);
      assert.equal((await ben.trajectories.stats()).trajectories, 6);
    }),
  );
});

test("CG-09 a server that goes away is told, the user is remembered, and it is asked again when it is back", async () => {
  const line = await Line.to(given().url);
  const neo4j = { ...given(), url: line.url };
  await withBank(
    "ann",
    async ({ trajectories, memory }) => {
      await trajectories.learn(attempt("one", true));
      await line.cut();
      await assert.rejects(trajectories.learn(attempt("two", true)), {
        code: "server_unreachable",
        retryable: true,
      });
      await assert.rejects(trajectories.query(SITUATION), { code: "server_unreachable" });
      await memory.observe("I live in Westby.");
      assert.equal((await memory.recall("Westby")).recollection.memories.length, 1);
      await line.mend();
      await trajectories.learn(attempt("two", true));
      assert.equal((await trajectories.stats()).trajectories, 2);
    },
    neo4j,
  );
  await line.cut();
});

test("CG-09 a server that was down when the bank was opened is asked when it is up", async () => {
  const line = await Line.to(given().url);
  await line.cut();
  await withBank(
    "ann",
    async ({ trajectories }) => {
      await assert.rejects(trajectories.stats(), { code: "server_unreachable", retryable: true });
      await line.mend();
      assert.equal((await trajectories.stats()).trajectories, 0);
    },
    { ...given(), url: line.url },
  );
  await line.cut();
});

test("CG-09 wrong credentials and a database that is not there are told, and no password with them", async () => {
  const told = (code: string) => (thrown: Error & { code?: string; retryable?: boolean }) => {
    assert.doesNotMatch(JSON.stringify([thrown, thrown.message, thrown.stack]), /sesame/);
    assert.deepEqual([thrown.code, thrown.retryable], [code, false]);
    return true;
  };
  const wrong = { ...given(), password: "open sesame" };
  await withBank(
    "ann",
    async ({ trajectories, memory }) => {
      await assert.rejects(trajectories.stats(), told("server_denied"));
      await memory.observe("I have two cats.");
    },
    wrong,
  );
  const nowhere = { ...given(), database: "nowhere" };
  await withBank(
    "ann",
    ({ trajectories }) => assert.rejects(trajectories.stats(), told("server_failed")),
    nowhere,
  );
});
