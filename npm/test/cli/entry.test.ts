/** The program's first words: usage, help, its folder, and what an old Node is told. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { file, folder, run } from "./program.ts";

test("PL-06 without arguments the program shows its usage in three lines", async () => {
  const { status, stdout, stderr } = await run([]);
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /^usage: agentic-memory-bank ask [^\n]*\n[^\n]+\n[^\n]+--help[^\n]*\n$/);
});

test("PL-06 the help is printed for the program and for each command", async () => {
  const { status, stdout, stderr } = await run(["--help"]);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /^Commands$/m);
  for (const command of ["ask", "runs", "memory", "proxy"]) {
    assert.equal((await run([command, "--help"])).stdout, stdout);
  }
});

test("PL-06 --where prints the folder that would be used, and makes none", async () => {
  const dataHome = join(folder, "data-home");
  const where = (words: string[], environment: NodeJS.ProcessEnv) =>
    run(["--where", ...words], "", { XDG_DATA_HOME: dataHome, ...environment });
  if (process.platform === "linux") {
    const path = join(dataHome, "agentic-memory-bank");
    assert.deepEqual(await where([], {}), { status: 0, stdout: `${path}\n`, stderr: "" });
    const inHome = await where([], { XDG_DATA_HOME: "" });
    assert.equal(inHome.stdout, `${join(folder, ".local/share/agentic-memory-bank")}\n`);
    assert.ok(!existsSync(dataHome));
  }
  const environment = { AMB_RUNS: "/from/environment" };
  assert.equal((await where([], environment)).stdout, "/from/environment\n");
  assert.equal((await where(["--runs", "/given"], environment)).stdout, "/given\n");
  assert.equal((await where(["--runs", "given"], {})).stdout, `${join(process.cwd(), "given")}\n`);
});

test("PL-06 before anything is kept, the runs are none", async () => {
  const environment = { XDG_DATA_HOME: join(folder, "nothing-yet") };
  const { status, stdout, stderr } = await run(["runs"], "", environment);
  assert.deepEqual([status, stdout], [0, ""]);
  assert.match(stderr, /^nothing is kept yet in .*agentic-memory-bank.*: ask with --keep/);
  assert.ok(!existsSync(environment.XDG_DATA_HOME));
});

test("PL-06 a data folder that cannot be made ends the question with its path and what to do", async () => {
  const environment = { HOME: file("home", ""), XDG_DATA_HOME: "", LOCALAPPDATA: "" };
  const { status, stdout, stderr } = await run(["ask", "q?", "--keep"], "text", environment);
  assert.deepEqual([status, stdout], [1, ""]);
  assert.match(stderr, /^error: the folder .*agentic-memory-bank.* --runs or AMB_RUNS [^\n]*\n$/);
});

for (const [version, isOld] of [
  ["18.20.8", true],
  ["20.18.3", true],
  ["20.19.0", false],
  ["22.0.0", false],
] as const) {
  test(`PL-06 Node ${version} is ${isOld ? "told in one line that it is too old" : "new enough"}`, async () => {
    const program = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
    const options = `--import=data:text/javascript,${encodeURIComponent(program)}`;
    const { status, stdout, stderr } = await run(["--version"], "", { NODE_OPTIONS: options });
    assert.equal(status, isOld ? 1 : 0, stderr);
    const line = `error: agentic-memory-bank needs Node 20.19 or later, and this is Node ${version}: install a newer one from https://nodejs.org\n`;
    assert.equal(stderr, isOld ? line : "");
    assert.equal(stdout === "", isOld);
  });
}
