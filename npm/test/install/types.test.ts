/** The declarations of the packed package. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertEssence, type Place } from "./expected.ts";
import { Sandbox } from "./sandbox.ts";

const sandbox = await Sandbox.of("typescript");
const compile = (resolution: string) =>
  sandbox.output(["node_modules/typescript/bin/tsc", "-p", `tsconfig.${resolution}.json`]);

test("PL-03 TypeScript resolves and checks the declarations as a bundler does", async () => {
  assert.equal(await compile("bundler"), "");
});

test("PL-02 TypeScript checks the declarations for Workers", async () => {
  assert.equal(await compile("workers"), "");
});

test("PL-03 TypeScript checks the declarations without the DOM library", async () => {
  assert.equal(await compile("no-dom"), "");
});

test("PL-03 TypeScript compiles a program for Node, which streams, answers and cancels", async () => {
  assert.equal(await compile("nodenext"), "");
  const printed = await sandbox.json<{
    text: string;
    places: Place[];
    events: string[];
    terminations: string[];
    refusal: string;
  }>(["typed.js"]);
  assertEssence({ text: printed.text, citations: printed.places });
  assert.ok(printed.events.includes("answered"), printed.events.join(" "));
  assert.deepEqual(printed.terminations, ["answer", "aborted"]);
  assert.equal(printed.refusal, "invalid_argument");
});
