/** Processes that share a folder: how they find each other, and whom they let in (BX-10). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { stateOfLock, takeLock } from "../../src/lock-file.ts";
import { thisProcess } from "../../src/lock-holder.ts";
import { MessageSocket } from "../../src/message-socket.ts";
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
  const { birth: _, ...here } = thisProcess();
  const rest = { ...here, started: 1, token: "t" };
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

const noSocket = () => join(newFolder(), "socket-1", "s");

test("BX-10 a process that lives and does not serve is told within seconds, and no lock is to be deleted", {
  skip: process.platform !== "linux",
}, async () => {
  const child = spawn("sleep", ["60"]);
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const birth = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const folder = lockedBy({ pid: child.pid, birth, address: noSocket() });
  const store = sharing({ folder });
  const silent = { code: "store_busy", message: /process \d+ of .+, which does not answer\)$/ };
  await assert.rejects(store.face.list(), silent);
  child.kill();
  await once(child, "close");
  assert.deepEqual(await store.face.list(), []);
  await store.close();
});

test("BX-10 where no start tells a process apart, nobody at its address proves that it is gone", async () => {
  const folder = lockedBy({ pid: process.ppid, address: noSocket() });
  const store = sharing({ folder });
  assert.deepEqual(await store.face.list(), []);
  await store.close();
});

test("BX-10 a lock of an earlier start of this machine is dead, of another machine or container not", async () => {
  const { booted = 0 } = thisProcess();
  const restarted = { pid: process.ppid, boot: "earlier", booted: 1 };
  const before = sharing({ folder: lockedBy({ ...restarted, started: booted - 3_600_000 }) });
  assert.deepEqual(await before.face.list(), []);
  await before.close();
  const others: object[] = [
    { ...restarted, started: booted - 3_600_000, machine: "another" },
    { ...restarted, started: booted - 3_600_000, host: "another" },
    { ...restarted, started: booted + 3_600_000 },
  ];
  if (process.platform === "linux") others.push({ pid: 2 ** 22 + 1, pids: "pid:[1]" });
  for (const other of others) {
    const folder = lockedBy(other);
    const store = sharing({ folder });
    const unknown = { code: "store_busy", message: /if it is gone, delete .*lock/ };
    await assert.rejects(store.face.list(), unknown, JSON.stringify(other));
    await store.close();
    assert.equal(lockOf(folder).token, "t");
  }
});

test("BX-10 a process that seems to be on another machine is connected to if it answers", async () => {
  const folder = newFolder();
  const first = sharing({ folder });
  await first.face.add(new Uint8Array(1));
  const lock = { ...lockOf(folder), host: "renamed", machine: "renamed", boot: "other", booted: 1 };
  writeFileSync(join(folder, "lock"), JSON.stringify(lock));
  const second = sharing({ folder });
  assert.equal(await second.face.add(new Uint8Array(1)), 2);
  await second.close();
  await first.close();
});

test("BX-10 a holder whose lock was deleted writes no more, and calls the process that has it now", async () => {
  const folder = newFolder();
  const ends: boolean[] = [];
  const sharingWith = (kept: Uint8Array[]) => {
    const open = async (): Promise<Opened<Kept>> => ({
      face: { list: async () => kept, add: async (bytes) => kept.push(bytes) },
      isShared: true,
      close: async (isLost) => void ends.push(isLost),
    });
    return new SharedFace<Kept>(MANNERS, open, new ProcessPeers({ folder }));
  };
  const [old, young]: Uint8Array[][] = [[], []];
  const first = sharingWith(old ?? []);
  await first.face.add(new Uint8Array(1));
  const third = sharing({ folder });
  await third.face.list();
  rmSync(join(folder, "lock"));
  const second = sharingWith(young ?? []);
  assert.equal(await second.face.add(new Uint8Array(2)), 1);
  assert.equal(await first.face.add(new Uint8Array(3)), 2, "done by the second");
  assert.equal((await third.face.list()).length, 2, "a client of the first has followed");
  assert.deepEqual([old?.length, young?.length, first.writes, ends], [1, 2, false, [true]]);
  await second.close();
  await first.face.list();
  rmSync(join(folder, "lock"), { force: true });
  await first.close();
  await third.close();
  assert.deepEqual(readdirSync(folder), [], "no socket, no lock and no file of a moment is left");
});

test("BX-10 of many that take the locks of dead processes, one gets each, and keeps it", async () => {
  const path = join(lockedBy({ pid: 2 ** 22 + 1 }), "lock");
  const dead = readFileSync(path, "utf8");
  let [turns, lost] = [0, 0];
  const take = async () => {
    while (turns < 60) {
      const lock = await takeLock(path);
      if (lock === null) {
        const found = await stateOfLock(path);
        if (found.state === "held" && found.isAlive === false) await found.remove();
        continue;
      }
      turns += 1;
      await setTimeout(1);
      if (!(await lock.isHeld())) lost += 1;
      // It ends as one that is killed.
      writeFileSync(`${path}-${turns}`, dead.replace('"t"', `"t${turns}"`));
      renameSync(`${path}-${turns}`, path);
    }
  };
  await Promise.all(Array.from({ length: 10 }, take));
  assert.equal(lost, 0);
  const left = readdirSync(dirname(path)).filter((name) => name !== "lock");
  assert.deepEqual(left, [], "no file of a moment is left");
});

test("BX-10 a lock whose writing was interrupted for long is not held by two", async () => {
  const path = join(newFolder(), "lock");
  const lock = await takeLock(path);
  assert.equal(await takeLock(path), null);
  rmSync(path);
  const other = await takeLock(path);
  assert.deepEqual([await lock?.isHeld(), await other?.isHeld()], [false, true]);
  await lock?.release();
  assert.equal(await other?.isHeld(), true, "it is not released by who has lost it");
  await other?.release();
});

test("BX-10 a lock that cannot be read or written is told as a failure of the store", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "lock"));
  const store = sharing({ folder });
  await assert.rejects(store.face.list(), { code: "store_io", message: /EISDIR/ });
  await store.close();
  await assert.rejects(takeLock(join(folder, "none", "lock")), { code: "store_io" });
});

test("BX-10 a value that is too large for another process is told, and the connection stays", async () => {
  const folder = newFolder();
  const [first, second] = [sharing({ folder }), sharing({ folder })];
  await first.face.list();
  const large = { code: "store_value_too_large", retryable: false, message: /134217728/ };
  await assert.rejects(second.face.add(new Uint8Array(2 ** 27)), large);
  assert.equal(await second.face.add(new Uint8Array(1)), 1);
  await second.close();
  await first.close();
});

test("BX-10 a connection ends within seconds although the other side reads nothing, and has one listener", async () => {
  const address = join(newFolder(), "s");
  const server = createServer((socket) => void socket.pause()).listen(address);
  await once(server, "listening");
  const socket = connect(address);
  const messages = new MessageSocket(socket, 1);
  for (let at = 0; at < 20; at += 1) messages.send(new Uint8Array(1_000_000), true);
  assert.equal(socket.listenerCount("drain"), 1);
  messages.end();
  await messages.ended;
  server.close();
});

test("BX-10 a later process with the number of the holder is told apart by its start", {
  skip: process.platform !== "linux",
}, async () => {
  const folder = lockedBy({ pid: process.ppid, birth: "1", address: noSocket() });
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
  const lock = JSON.stringify({ ...thisProcess(), birth: undefined, token, address });
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
