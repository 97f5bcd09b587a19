/** A tab asks a real Neo4j server (CG-09). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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
      const store = await RunStore.open({ artefacts: "/artefacts/" });
      const open = (neo4j: object) =>
        MemoryBank.open({ store, embedder: false, artefacts: "/artefacts/", longTerm: { neo4j } });
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
      program: "/npm/memory-bank.js",
      login,
      run: attempt("from a tab", true),
      situation: SITUATION,
    },
  );
  assert.ok(solutions > 0);
  assert.deepEqual([error.code, error.retryable], ["server_denied", false]);
  assert.ok(!JSON.stringify(error).includes("sesame"));
});
