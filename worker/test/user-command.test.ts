/** The command that gives users access, with a stand-in for wrangler that keeps what it is told. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

/** Keeps its words and its input in a file; fails where the file `refuse` is there. */
const WRANGLER = `#!/usr/bin/env node
import { appendFileSync, existsSync, readFileSync } from "node:fs";
const words = process.argv.slice(2);
const input = words[0] === "secret" ? readFileSync(0, "utf8") : "";
appendFileSync("told.jsonl", JSON.stringify({ words, input }) + "\\n");
process.exit(existsSync("refuse") ? 1 : 0);
`;

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "user-"));
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  symlinkSync(
    resolve("node_modules/agentic-memory-bank"),
    join(modules, "agentic-memory-bank"),
    "dir",
  );
  const wrangler = join(modules, ".bin/wrangler");
  writeFileSync(wrangler, WRANGLER);
  chmodSync(wrangler, 0o755);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  copyFileSync("user.mjs", join(folder, "user.mjs"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function user(...words: string[]) {
  return spawnSync(process.execPath, ["user.mjs", ...words], { cwd: folder, encoding: "utf8" });
}

function told(): { words: string[]; input: string }[] {
  const file = join(folder, "told.jsonl");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function tokenIn(printed: string): string {
  const [, token] = /^token +(\S+)$/m.exec(printed) ?? [];
  assert.ok(token, printed);
  return token;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

test("PL-02 a user's token is printed once, and the deployment is told its hash alone", () => {
  const added = user("alice", "--address", "https://amb.example/");
  assert.equal(added.status, 0, added.stderr);
  const token = tokenIn(added.stdout);
  assert.match(added.stdout, new RegExp(`https://amb\\.example/#token=${token}$`, "m"));
  const [secret] = told();
  assert.deepEqual(secret?.words, ["secret", "put", "USERS"]);
  assert.deepEqual(JSON.parse(secret?.input ?? ""), { alice: hashOf(token) });
  assert.ok(!readFileSync(join(folder, "users.json"), "utf8").includes(token));

  const again = tokenIn(user("alice").stdout);
  assert.notEqual(again, token);
  user("bob");
  assert.equal(user("--list").stdout, "alice\nbob\n");
  assert.equal(user("alice", "--remove").status, 0);
  assert.deepEqual(Object.keys(JSON.parse(told().at(-1)?.input ?? "")), ["bob"]);
});

test("PL-02 users of a KV namespace: the new token works before the old one ends", () => {
  const first = hashOf(tokenIn(user("alice", "--kv").stdout));
  const second = hashOf(tokenIn(user("alice", "--kv").stdout));
  const calls = told().map(({ words }) => words.slice(2, 5));
  assert.deepEqual(calls, [
    ["put", first, "alice"],
    ["put", second, "alice"],
    ["delete", first, "--binding"],
  ]);
});

test("PL-02 a name, an option or a deployment that does not take it is told, and nothing changes", () => {
  for (const words of [[], ["a b"], ["../x"], ["a", "b"], ["--tokne"]]) {
    const refused = user(...words);
    assert.equal(refused.status, 1, words.join(" "));
    assert.ok(refused.stderr.trim().length > 20, refused.stderr);
  }
  assert.match(user("carol", "--remove").stderr, /there is no user carol/);
  writeFileSync(join(folder, "refuse"), "");
  const refused = user("alice");
  assert.equal(refused.status, 1);
  assert.doesNotMatch(refused.stdout, /token/);
  assert.ok(!existsSync(join(folder, "users.json")));
});
