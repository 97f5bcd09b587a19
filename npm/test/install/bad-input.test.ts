/** Faults of a host or of its files: one error that names the cause and the mend. In Node. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { assertFailure, question, type Told } from "./expected.ts";
import { nodeOf, Sandbox } from "./sandbox.ts";

const sandbox = await Sandbox.of("bad-input");
const artefact = (name: string) =>
  sandbox.path("node_modules/agentic-memory-bank/dist/artefacts", `${name}.wasm`);

/** Writes a file of the sandbox and returns its path. */
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(sandbox.path(name), content);
  return sandbox.path(name);
}

/** Reports of banks whose engine comes from this path, by its name and as bytes. */
async function reports(path: string): Promise<Told[]> {
  const sources = [{ path }, { path, asBytes: true }];
  return sandbox.json(["wasm.mjs", JSON.stringify(sources)]);
}

/** The mend of a fault of wasm. */
const MEND = /pass .*\bwasm\b/;
const engine = readFileSync(artefact("engine"));

const FAULTS: [string, () => string, RegExp][] = [
  ["an HTML page", () => file("page.wasm", "<!doctype html><title>Home</title>"), /HTML/],
  ["a truncated file", () => file("cut.wasm", engine.subarray(0, 200_000)), /cut off|truncated/],
  ["an empty file", () => file("empty.wasm", ""), /empty/],
  ["another artefact", () => artefact("store"), /another/],
  ["another package's wasm", () => file("alien.wasm", EMPTY_WASM), /not of this package|another/],
];

const EMPTY_WASM = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

for (const [what, path, essential] of FAULTS) {
  test(`PL-03 ${what} in place of wasm is named, with the mend`, async () => {
    for (const told of await reports(path())) {
      assertFailure(told, "wasm_invalid", /engine/, essential, MEND);
    }
  });
}

test("PL-03 a wrong path of wasm is named, with the mend", async () => {
  const sources = [{ path: sandbox.path("nowhere.wasm") }];
  const [told] = await sandbox.json<Told[]>(["wasm.mjs", JSON.stringify(sources)]);
  assert.ok(told);
  assertFailure(told, "wasm_unreachable", /nowhere\.wasm/, MEND);
});

test("PL-03 PL-06 an old Node is named, by the package and by the command line", async () => {
  const node = await nodeOf("18.20.8");
  const told = await sandbox.json<Told>(["old-node.mjs"], node);
  assertFailure(told, "node_too_old", /18\.20\.8/, /20\.19/);
  const program = "node_modules/agentic-memory-bank/dist/cli.js";
  const { status, stdout, stderr } = await sandbox.run([program, "ask", question], {}, node);
  assert.notEqual(status, 0);
  assert.equal(stdout, "");
  assert.match(stderr, /^[^\n]*20\.19[^\n]*18\.20\.8[^\n]*\n$/, "one line");
});

test("PL-06 a data folder that cannot be written is named, with the mend", async () => {
  const place = file("no-folder", "a file");
  const words = ["ask", question, "--doc", "island.js", "--keep"];
  const environment = { XDG_DATA_HOME: place };
  const { status, stderr } = await sandbox.command(words, environment);
  assert.notEqual(status, 0);
  assert.match(stderr, /no-folder/);
  assert.match(stderr, /--runs/);
  assert.doesNotMatch(stderr, /\n\s+at /, "no stack trace");
});

test("PL-06 a command line without the file of its question's document says so", async () => {
  const { status, stdout, stderr } = await sandbox.command(["ask", question, "--doc", "none.txt"]);
  assert.equal(status, 2);
  assert.equal(stdout, "");
  assert.match(stderr, /none\.txt/);
});
