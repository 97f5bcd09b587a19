/** The store's folder: who may have it, who may read it, and what is in it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { thisProcess } from "../../src/lock-holder.ts";
import { RunStore } from "../../src/node-run-store.ts";
import { newRun } from "../stored-runs.ts";

const root = mkdtempSync(join(tmpdir(), "runs-"));
after(() => rmSync(root, { recursive: true }));

const newFolder = () => join(mkdtempSync(join(root, "store-")), "runs");

/** A folder whose lock says this. */
async function locked(holder: object | string): Promise<string> {
  const folder = newFolder();
  await (await RunStore.open({ folder })).close();
  const text = typeof holder === "string" ? holder : JSON.stringify(holder);
  writeFileSync(join(folder, "lock"), text);
  return folder;
}

/** Another process of this machine, as its lock names it; nothing tells its start. */
function processOf(pid: number | undefined): object {
  const { birth: _, ...here } = thisProcess();
  return { ...here, pid, started: 1, token: "t" };
}

const ids = async (store: RunStore) => (await store.runs()).map(({ id }) => id).sort();

test("BX-10 two stores of one process share a folder, whichever is closed first", async () => {
  const folder = newFolder();
  const first = await RunStore.open({ folder });
  const second = await RunStore.open({ folder: join(folder, "..", "runs") });
  await first.link().createRun(newRun("a"));
  await second.link().createRun(newRun("b"));
  assert.deepEqual(await ids(first), ["a", "b"]);
  await first.close();
  const third = await RunStore.open({ folder });
  await first.close();
  assert.deepEqual(
    [await ids(second), await ids(third)],
    [
      ["a", "b"],
      ["a", "b"],
    ],
  );
  await second.delete("a");
  await Promise.all([second.close(), third.close()]);
  assert.deepEqual((await readdir(folder)).length, 1);
});

test("BX-10 the folder of a process that is gone is taken over, by one, and the others call that one", async () => {
  const gone = spawn(process.execPath, ["--eval", ""]);
  await new Promise((resolve) => gone.once("close", resolve));
  const folder = await locked(processOf(gone.pid));
  const stores = await Promise.all(Array.from({ length: 5 }, () => RunStore.open({ folder })));
  await Promise.all(stores.map((store, at) => store.link().createRun(newRun(`run ${at}`))));
  for (const store of stores) assert.equal((await store.runs()).length, 5);
  for (const store of stores) await store.close();
  const left = (await readdir(folder)).filter((name) => !name.endsWith(".run"));
  assert.deepEqual(left, []);
});

test("BX-02 so is that of a process whose parent does not ask how it ended", async () => {
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
  const becomes = async (pid: unknown, state: RegExp) => {
    for (let tries = 0; !state.test(readFileSync(`/proc/${pid}/stat`, "utf8")); tries += 1) {
      assert.ok(tries < 1000, `the process does not become ${state}`);
      await setTimeout(10);
    }
  };
  try {
    const [told] = await once(parent.stdout, "data");
    const pid = Number(told);
    // A shell may still ask how its child ended; what takes the shell's place does not.
    await becomes(parent.pid, /\(sleep\)/);
    process.kill(pid);
    await becomes(pid, /\) Z /);
    const folder = await locked(processOf(pid));
    await (await RunStore.open({ folder })).close();
  } finally {
    parent.kill();
  }
});

test("BX-02 so is that of an earlier process with this one's number, and one that was never written", async () => {
  const earlier = await locked({ ...processOf(process.pid), birth: "1" });
  await (await RunStore.open({ folder: earlier })).close();
  const empty = await locked("");
  const opening = RunStore.open({ folder: empty });
  await setTimeout(100);
  assert.equal(readFileSync(join(empty, "lock"), "utf8"), "", "it may be being written");
  utimesSync(join(empty, "lock"), 1, 1);
  await (await opening).close();
});

test("BX-02 a process that lives, or is of another machine, keeps its folder", async () => {
  const living = processOf(process.ppid);
  const message = new RegExp(`process ${process.ppid} of .*, which does not share .*delete .*lock`);
  await assert.rejects(RunStore.open({ folder: await locked(living) }), { message });
  const elsewhere = { pid: 1, host: "another", started: 1, token: "t" };
  const theirs = { code: "store_busy", message: /of another, .*; if it is gone, delete .*lock/ };
  await assert.rejects(RunStore.open({ folder: await locked(elsewhere) }), theirs);
});

test("a run is its owner's alone to read", { skip: process.platform === "win32" }, async () => {
  const folder = newFolder();
  const store = await RunStore.open({ folder });
  await store.link().createRun(newRun("run"));
  const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
  const names = (await readdir(folder)).sort((one, other) => modeOf(one) - modeOf(other));
  assert.deepEqual([modeOf("."), names.map(modeOf)], [0o700, [0o600, 0o600, 0o700]]);
  assert.match(names.at(-1) ?? "", /^socket-/, "nobody else gets to the socket");
  await store.close();
});

test("the face of a store: what is listed, counted and deleted, and where it is", async () => {
  const folder = newFolder();
  const store = await RunStore.open({ folder });
  assert.deepEqual(store.place, { kept: "folder", folder, isDurable: true });
  await store.link().createRun(newRun("run", 1, { lines: ["four"] }));
  assert.deepEqual([(await store.runs())[0]?.id, await store.bytes()], ["run", 4]);
  await store.delete("run");
  await assert.rejects(store.delete("run"), {
    name: "MemoryBankError",
    code: "stored_run_not_found",
  });
  assert.deepEqual((await readdir(folder))[0], "lock");
  await store.close();
  assert.deepEqual(await readdir(folder), []);
  await assert.rejects(store.runs(), { code: "closed" });
});

test("a folder that cannot be one is told", async () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  await assert.rejects(RunStore.open({ folder: file }), { code: "store_io", message: /EEXIST/ });
  await assert.rejects(RunStore.open({ folder: "" }), { code: "invalid_argument" });
  const misspelled = { foldr: "x" } as unknown as { folder: string };
  await assert.rejects(RunStore.open(misspelled), { message: /did you mean "folder"/ });
  assert.equal(readFileSync(file, "utf8"), "");
});

test("BX-02 what has the name of a run and is no file hides no run", async () => {
  const folder = newFolder();
  const store = await RunStore.open({ folder });
  const link = store.link();
  await link.createRun(newRun("run", 1, { lines: ["four"] }));
  const [first, second, third] = [1, 2, 3]
    .map((digit) => `${digit}`.repeat(8))
    .map((start) => `${start}-1111-4111-8111-111111111111`) as [string, string, string];
  mkdirSync(join(folder, `${first}.run`));
  symlinkSync(`${second}.run`, join(folder, `${second}.run`));
  symlinkSync("nowhere", join(folder, `${third}.run`));
  const heads = (await store.runs()).map(({ id, state }) => [id, state]);
  assert.equal(heads.length, 3);
  assert.equal(heads[0]?.[0], "run");
  assert.deepEqual(heads[1], [first, { state: "failed", code: "store_corrupt" }]);
  assert.deepEqual(heads[2], [second, { state: "failed", code: "store_io" }]);
  assert.equal(await store.bytes(), 4);
  assert.deepEqual(await link.bodies(["none"]), [null]);
  assert.deepEqual((await link.load("run")).lines, ["four"]);
  await assert.rejects(link.load(first), { code: "store_corrupt", message: /is no file/ });
  await assert.rejects(link.load(second), { code: "store_io", message: /ELOOP/ });
  await assert.rejects(link.createRun(newRun(first)), { code: "store_corrupt" });
  await assert.rejects(store.delete(first), { code: "store_io" });
  await store.close();
});
