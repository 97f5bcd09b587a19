import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { OpenOptions } from "../../src/node.ts";
import { asked } from "../asking.ts";
import { someEstimate, someLedger, someResult } from "../fixtures.ts";

const folder = await mkdtemp(join(tmpdir(), "ask-spending-"));
after(() => rm(folder, { recursive: true }));

test("BX-03 with a language model the estimate is told before, and what was spent after", async () => {
  const ledger = someLedger();
  ledger.total = {
    requests: 9,
    tokens: 812,
    money: { USD: 0.25 },
    unpriced: 2,
    milliseconds: null,
  };
  const usage = { ...someResult().usage, ledger };
  const wanted = { llm: "ollama", model: "m", json: true, budget: ["9 requests"] };
  const { opened, output, errors } = await asked(wanted, { usage, termination: "budget" });
  assert.deepEqual((opened[0] as OpenOptions).budget, { requests: 9 });
  const [estimate, , spent] = errors.split("\n");
  assert.equal(
    estimate,
    "estimate: likely 20 requests, 30000 tokens, 0.0123 USD; at most 99 requests, 50000 tokens, 0.1 USD",
  );
  const unknown = "(and 2 requests whose price is not known)";
  assert.equal(spent, `spent: 9 requests, 812 tokens, 0.25 USD ${unknown}`);
  const printed = JSON.parse(output);
  assert.deepEqual(printed.estimate, someEstimate());
  assert.deepEqual(printed.ledger, ledger);
  assert.equal(printed.termination, "budget");
});

test("BX-03 what a run has spent is told where it is taken up, too", async () => {
  const ledger = someLedger();
  ledger.total = { ...ledger.total, requests: 3 };
  const usage = { ...someResult().usage, ledger };
  const run = join(folder, "spent.jsonl");
  await writeFile(run, "{}");
  for (const way of ["resume", "replay"] as const) {
    const { output } = await asked(
      { question: null, journal: { run, way }, json: true },
      { usage },
    );
    const printed = JSON.parse(output);
    assert.equal("estimate" in printed, false);
    assert.deepEqual(printed.ledger, ledger);
  }
});

test("BX-03 without one nothing is spent, and nothing said of it", async () => {
  const { output, errors } = await asked({ json: true });
  assert.equal(errors, "engine: extractive, no language model\n");
  const printed = JSON.parse(output);
  assert.equal("estimate" in printed, false);
  assert.equal("ledger" in printed, false);
});

test("BX-03 prices come from a file", async () => {
  const prices = join(folder, "prices.json");
  await writeFile(prices, '{"models":[{"model":"m","input":1,"output":2}]}');
  const { opened } = await asked({ prices });
  assert.deepEqual((opened[0] as OpenOptions).prices?.models?.[0]?.model, "m");
  await writeFile(prices, '\uFEFF{"models":[]}');
  assert.deepEqual(((await asked({ prices })).opened[0] as OpenOptions).prices?.models, []);
  await writeFile(prices, '{"models":[{}]}');
  await assert.rejects(asked({ prices }), /prices\.json cannot be read: .*models\[0\] must have/);
  await writeFile(prices, "{");
  await assert.rejects(asked({ prices }), /prices\.json cannot be read/);
});
