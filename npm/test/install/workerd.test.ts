/** The packed package in a Worker. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertKeywordAnswer, type Told } from "./expected.ts";
import { nodeOf, Sandbox, WITHOUT_MODEL } from "./sandbox.ts";

test("PL-03 BX-14 workerd: the package answers without fetch and without Worker", async () => {
  const sandbox = await Sandbox.of("workerd", WITHOUT_MODEL);
  const told = await sandbox.json<Told & { refused: string[] }>(
    ["serve.mjs"],
    await nodeOf("22.23.3"),
  );
  assert.deepEqual(told.refused, []);
  assertKeywordAnswer(told, /agentic-memory-bank-minilm|models/);
});
