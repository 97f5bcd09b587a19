import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { replaceFile } from "../../src/cli/writing.ts";

const folder = await mkdtemp(join(tmpdir(), "writing-"));
after(() => rm(folder, { recursive: true }));

test("BX-02 what a run leaves is in a file that only the user reads, whole or not at all", async () => {
  const path = join(folder, "run.jsonl");
  await replaceFile(path, "first");
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  async function* breaking(): AsyncGenerator<string> {
    yield "half";
    throw new Error("the run is gone");
  }
  await assert.rejects(replaceFile(path, breaking()), /the run is gone/);
  assert.equal(await readFile(path, "utf8"), "first");
  assert.deepEqual(await readdir(folder), ["run.jsonl"]);
  await assert.rejects(replaceFile(folder, "text"), /it is a folder/);
});

test("BX-02 a link stays, and what it leads to is written", async () => {
  for (const name of ["there", "not-yet"]) {
    const file = join(folder, `${name}.jsonl`);
    const link = join(folder, `${name}-link`);
    if (name === "there") await writeFile(file, "before");
    await symlink(file, link);
    await replaceFile(link, "after");
    assert.ok((await lstat(link)).isSymbolicLink());
    assert.equal(await readFile(file, "utf8"), "after");
  }
});

test("BX-02 a pipe is written to, not replaced", {
  skip: process.platform === "win32",
}, async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const [text] = await Promise.all([readFile(pipe, "utf8"), replaceFile(pipe, "the journal")]);
  assert.equal(text, "the journal");
  assert.ok((await lstat(pipe)).isFIFO());
});
