/** A tab asks a real Neo4j server (CG-09). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { MemoryBank } from "agentic-memory-bank/node";
import { attempt, SITUATION } from "../attempts.ts";
import { Tab } from "../scenarios/tab.ts";
import { given, wipe } from "./server.ts";

let tab: Tab;

before(async () => {
  await wipe();
  tab = await Tab.open();
});

after(() => tab?.close());

test("CG-09 a tab's worker reaches the server, which lets any page ask it", async () => {
  const login = given();
  const { solutions, error } = await tab.page.evaluate(
    async ({ program, login, run, situation }) => {
      const { MemoryBank, RunStore } = await import(program);
      const store = await RunStore.open();
      const open = (neo4j: object) =>
        MemoryBank.open({ store, embedder: false, longTerm: { neo4j } });
      const bank = await open(login);
      await bank.trajectories.learn(run);
      const { result } = await bank.trajectories.query(situation);
      bank.close();
      const stranger = await open({ ...login, password: "open sesame" });
      const error = await stranger.trajectories.stats().catch((thrown: unknown) => thrown);
      stranger.close();
      return { solutions: result.error_solutions.length, error: { ...error, text: `${error}` } };
    },
    {
      program: "/npm/browser.js",
      login,
      run: attempt("from a tab", true),
      situation: SITUATION,
    },
  );
  assert.ok(solutions > 0);
  assert.deepEqual([error.code, error.retryable], ["server_denied", false]);
  assert.ok(!JSON.stringify(error).includes("sesame"));
});

test("CG-09 of two tabs over one store each asks the server that it named, or none", async () => {
  const { page } = tab;
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForFunction(() => "opens" in globalThis);
  const program = "/npm/browser.js";
  // This tab has the store open, and names no server.
  await page.evaluate(async (program) => {
    const { MemoryBank, RunStore } = await import(program);
    const store = await RunStore.open();
    const bank = await MemoryBank.open({ store, embedder: false });
    await bank.trajectories.stats();
    Object.assign(globalThis, { bank });
  }, program);
  const shared = await other.evaluate(
    async ({ program, login, run }) => {
      const { MemoryBank, RunStore } = await import(program);
      const store = await RunStore.open();
      const longTerm = { neo4j: login };
      const bank = await MemoryBank.open({
        store,
        embedder: false,

        longTerm,
      });
      await bank.trajectories.learn(run);
      await bank.memory.observe("I live in Westby.");
      return (await bank.trajectories.stats()).trajectories;
    },
    { program, login: given(), run: attempt("from the other tab", true) },
  );
  const alone = await page.evaluate(async () => {
    const { bank } = globalThis as unknown as { bank: MemoryBank };
    const { recollection } = await bank.memory.recall("Westby");
    const { trajectories } = await bank.trajectories.stats();
    return [trajectories, recollection.memories.length];
  });
  await other.close();
  assert.ok(shared > 0);
  assert.deepEqual(alone, [0, 1]);
});
