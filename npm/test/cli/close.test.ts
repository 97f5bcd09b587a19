import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { CONSTITUTION, ended } from "./program.ts";

const NODE_FACE = new URL("../../node.js", import.meta.url).href;

/** What a program that uses the package says until it ends. */
function program(text: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const module = `
    import { readFileSync } from "node:fs";
    import { MemoryBank } from ${JSON.stringify(NODE_FACE)};
    const text = readFileSync(${JSON.stringify(CONSTITUTION)}, "utf8").repeat(20);
    const request = { question: "Who are the senators?", documents: [{ name: "a", text }] };
    ${text}`;
  return ended(spawn(process.execPath, ["--expose-gc", "--input-type=module", "--eval", module]));
}

const WITHIN = { timeout: 60_000 };

test("PL-03 a process ends once its bank is closed, whatever was under way", WITHIN, async () => {
  const { status, stdout, stderr } = await program(`
    const loading = await MemoryBank.open();
    const early = loading.research(request).result.catch(({ code }) => code);
    loading.close();
    const reading = await MemoryBank.open();
    await reading.model;
    const run = reading.research(request);
    const late = run.result.catch(({ code }) => code);
    for await (const { type } of run) if (type === "progress") break;
    reading.close();
    console.log(await early, await late, await reading.runs().catch(({ code }) => code));
  `);
  assert.equal(stderr, "");
  assert.equal(stdout, "closed closed closed\n");
  assert.equal(status, 0);
});

test("PL-03 a closed bank's memory goes with it", WITHIN, async () => {
  const { stdout, stderr } = await program(`
    const used = [];
    for (let count = 0; count < 20; count += 1) {
      const bank = await MemoryBank.open();
      await bank.model;
      bank.close();
      await new Promise(setImmediate);
      globalThis.gc();
      used.push(process.memoryUsage().external);
    }
    console.log(used.at(3), used.at(-1));
  `);
  assert.equal(stderr, "");
  const [early = 0, late = 0] = stdout.trim().split(" ").map(Number);
  assert.ok(late < early + 50_000_000, `external memory grows from ${early} to ${late}`);
});
