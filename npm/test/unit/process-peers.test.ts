/** Processes that share a folder: how they find each other, and whom they let in (BX-10). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { THIS_PROGRAM } from "../../src/process-connection.ts";
import { type ProcessOptions, ProcessPeers } from "../../src/process-peers.ts";
import { type Opened, SharedFace } from "../../src/shared-face.ts";

const root = mkdtempSync(join(tmpdir(), "peers-"));
after(() => rmSync(root, { recursive: true, force: true }));

const newFolder = () => mkdtempSync(join(root, "f-"));

/** Any face will do: this one keeps bytes. */
interface Kept {
  list(): Promise<Uint8Array[]>;
  add(bytes: Uint8Array): Promise<number>;
}

const MANNERS = { list: "reads", add: "once" } as const;

/** A store of a process, and what it has open while it is the one. */
function sharing(options: ProcessOptions, kept: Uint8Array[] = []): SharedFace<Kept> {
  const open = async (): Promise<Opened<Kept>> => ({
    face: { list: async () => kept, add: async (bytes) => kept.push(bytes) },
    isShared: true,
    close: async () => {},
  });
  return new SharedFace(MANNERS, open, new ProcessPeers(options));
}

const lockOf = (folder: string) => JSON.parse(readFileSync(join(folder, "lock"), "utf8"));

test("BX-10 bytes of any size cross whole, both ways, and many calls at once", async () => {
  const folder = newFolder();
  const [first, second] = [sharing({ folder }), sharing({ folder }, [new Uint8Array(1)])];
  await first.face.list();
  const large = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251);
  await second.face.add(large);
  await Promise.all(Array.from({ length: 50 }, (_, at) => second.face.add(new Uint8Array(at))));
  const list = await second.face.list();
  assert.deepEqual(Buffer.compare(list[0] ?? new Uint8Array(), large), 0);
  assert.deepEqual(
    list.slice(1).map(({ length }) => length),
    Array.from({ length: 50 }, (_, at) => at),
  );
  assert.deepEqual([first.writes, second.writes], [true, false]);
  await first.close();
  assert.equal((await second.face.list())[0]?.length, 1, "it has taken over");
  await second.close();
  assert.deepEqual(readdirSync(folder), []);
});

test("BX-10 a program of another version is refused, and told which one has the folder", async () => {
  const folder = newFolder();
  const first = sharing({ folder });
  await first.face.list();
  for (const other of [{ package: "9.9.9" }, { format: 99, node: "v99.0.0" }]) {
    const second = sharing({ folder, program: { ...THIS_PROGRAM, ...other } });
    const named = new RegExp(
      `process ${process.pid} runs .*${THIS_PROGRAM.package}.*(9\\.9\\.9|v99).*one version`,
    );
    await assert.rejects(second.face.list(), {
      code: "store_busy",
      retryable: true,
      message: named,
    });
    await second.close();
  }
  await first.close();
  const later = sharing({ folder, program: { ...THIS_PROGRAM, package: "9.9.9" } });
  assert.deepEqual(await later.face.list(), [], "one after the other may have it");
  await later.close();
});

/** What a client hears that sends this: the bytes, once the connection has ended. */
async function answerTo(address: string, bytes: Uint8Array): Promise<string> {
  const socket = connect(address);
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.on("close", resolve));
  return heard;
}

function framed(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

test("BX-10 who speaks rubbish, or does not know the lock, is disconnected without a word", async () => {
  const folder = newFolder();
  const first = sharing({ folder });
  await first.face.add(new Uint8Array(7));
  const { address, token } = lockOf(folder);
  const hello = (told: string) => JSON.stringify({ token: told, program: THIS_PROGRAM });
  for (const bytes of [
    Buffer.from("GET / HTTP/1.1\r\n\r\n"),
    Buffer.alloc(64, 255),
    framed("null"),
    framed("{"),
    framed(hello("another")),
    framed(JSON.stringify({ token })),
  ]) {
    assert.equal(await answerTo(address, bytes), "");
  }
  const admitted = Buffer.concat([framed(hello(token)), framed("rubbish"), framed("more")]);
  assert.match(await answerTo(address, admitted), /"isWelcome":true/);
  const second = sharing({ folder });
  assert.equal((await second.face.list())[0]?.length, 7, "the others are served");
  await second.close();
  await first.close();
});

test("BX-10 in a folder with a long path the socket is elsewhere", async () => {
  const folder = join(newFolder(), "a".repeat(60), "b".repeat(60));
  mkdirSync(folder, { recursive: true });
  const [first, second] = [sharing({ folder }), sharing({ folder })];
  await first.face.add(new Uint8Array(1));
  assert.equal(await second.face.add(new Uint8Array(2)), 2);
  const { address } = lockOf(folder);
  assert.equal(dirname(dirname(address)), tmpdir());
  await first.close();
  await second.close();
  assert.throws(() => readdirSync(dirname(address)), { code: "ENOENT" });
});

/** A folder whose lock says this of a process that is not this one. */
function lockedBy(holder: object): string {
  const folder = newFolder();
  const rest = { host: hostname(), started: 1, token: "t" };
  writeFileSync(join(folder, "lock"), JSON.stringify({ ...rest, ...holder }));
  return folder;
}

test("BX-10 an address that another user could have made is not connected to", async () => {
  const open = newFolder();
  mkdirSync(join(open, "socket-1"), { mode: 0o777 });
  const folder = lockedBy({ pid: process.ppid, address: join(open, "socket-1", "s") });
  const store = sharing({ folder });
  const mode = { code: "store_busy", message: /of another user/ };
  if (process.platform !== "win32") await assert.rejects(store.face.list(), mode);
  await store.close();
});

test("BX-10 a process that has the folder and does not serve is told within seconds, not waited for", async () => {
  const folder = lockedBy({ pid: process.ppid, address: join(newFolder(), "socket-1", "s") });
  const store = sharing({ folder });
  const silent = {
    code: "store_busy",
    message: /which does not answer; if that is another program, delete/,
  };
  await assert.rejects(store.face.list(), silent);
  rmSync(join(folder, "lock"));
  assert.deepEqual(await store.face.list(), []);
  await store.close();
});

test("BX-10 a later process with the number of the holder is told apart by its start", {
  skip: process.platform !== "linux",
}, async () => {
  const folder = lockedBy({ pid: process.ppid, birth: "1" });
  const store = sharing({ folder });
  assert.deepEqual(await store.face.list(), []);
  await store.close();
});

test("BX-10 a process that is stopped is waited for, then told; it is asked again once it goes on", {
  skip: process.platform === "win32",
}, async () => {
  const folder = newFolder();
  const first = sharing({ folder });
  await first.face.list();
  const { address, token } = lockOf(folder);
  await first.close();
  const text = `
    const { mkdirSync, writeFileSync } = require("node:fs");
    const [folder, address, lock] = process.argv.slice(1);
    mkdirSync(require("node:path").dirname(address), { mode: 0o700 });
    require("node:net").createServer(() => {}).listen(address, () => {
      writeFileSync(folder + "/lock", JSON.stringify({ ...JSON.parse(lock), pid: process.pid }));
      console.log("silent");
    });`;
  const lock = JSON.stringify({ host: hostname(), started: 1, token, address });
  const child = spawn(process.execPath, ["--eval", text, folder, address, lock]);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const second = sharing({ folder, patience: 300 });
  await assert.rejects(second.face.list(), {
    code: "store_busy",
    message: /process \d+, which has the folder open, does not answer: let it go on or end it/,
  });
  child.kill("SIGKILL");
  await setTimeout(100);
  assert.deepEqual(await second.face.list(), []);
  await second.close();
});
