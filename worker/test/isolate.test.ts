/** Memory of an isolate: who waits, who is drained, who is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type Guest, Isolate } from "../src/isolate.ts";

/** Longer than a holder has to rest. */
const REST = 300;

/** An object's home, which opens with so many bytes. */
class Home implements Guest {
  bytes = 0;
  isIdle = true;
  isShared = false;
  lastUsed = Date.now() - REST;
  drained = 0;
  /** Returns true if the platform has evicted its object, so that nobody closes it any more. */
  isEvicted = false;
  readonly needs: number;

  constructor(isolate: Isolate, needs = 10) {
    this.needs = needs;
    isolate.hold(this);
  }

  reserve(): void {
    this.bytes = this.needs;
  }

  async drain(): Promise<void> {
    await pause(1);
    this.drained += 1;
    if (this.isIdle && !this.isEvicted) this.bytes = 0;
  }

  /** Opens and works for so many milliseconds. */
  async work(isolate: Isolate, milliseconds: number): Promise<void> {
    this.isIdle = false;
    await isolate.enter(this);
    await pause(milliseconds);
    this.isIdle = true;
    this.lastUsed = Date.now();
  }
}

const homes = (isolate: Isolate, count: number) =>
  Array.from({ length: count }, () => new Home(isolate));

test("PL-02 a hundred homes in room for ten: all come in, in their turn, and never more than ten at once", async () => {
  const isolate = new Isolate({ soft: 60, hard: 100 });
  const all = homes(isolate, 100);
  const order: Home[] = [];
  let most = 0;
  await Promise.all(
    all.map(async (home) => {
      await home.work(isolate, 5);
      order.push(home);
      most = Math.max(most, isolate.bytes);
    }),
  );
  assert.ok(most <= 100, `${most}`);
  assert.equal(order.length, 100);
  const late = order.slice(90).map((home) => all.indexOf(home));
  assert.ok(Math.min(...late) >= 60, late.join(" "));
});

test("PL-02 who is open already goes on at once, whatever is held", async () => {
  const isolate = new Isolate({ soft: 5, hard: 10 }, 50);
  const home = new Home(isolate);
  home.bytes = 1000;
  await isolate.enter(home);
  assert.equal(home.drained, 0);
});

test("PL-02 without room for too long a guest is refused, and those at work are left alone", async () => {
  const isolate = new Isolate({ soft: 5, hard: 10 }, 100);
  const [busy, guest] = [new Home(isolate), new Home(isolate)];
  busy.reserve();
  busy.isIdle = false;
  await assert.rejects(isolate.enter(guest), { code: "overloaded", retryable: true });
  await assert.rejects(
    async () => {
      busy.bytes = 11;
      await isolate.admit(guest);
    },
    { code: "overloaded" },
  );
  assert.equal(busy.drained, 0);
});

test("PL-02 the home that rested longest is drained first, and no more than are in the way", async () => {
  const isolate = new Isolate({ soft: 30, hard: 100 });
  const [old, young, fresh, guest] = homes(isolate, 4);
  assert.ok(old && young && fresh && guest);
  for (const home of [old, young, fresh]) home.reserve();
  old.lastUsed -= 1000;
  fresh.lastUsed = Date.now();
  await isolate.enter(guest);
  assert.deepEqual([old.bytes, young.bytes, fresh.bytes, guest.bytes], [0, 10, 10, 10]);
});

test("PL-02 a home whose object was evicted is counted no longer than it takes to ask", async () => {
  const isolate = new Isolate({ soft: 10, hard: 10 });
  const [evicted, guest] = [new Home(isolate), new Home(isolate)];
  evicted.reserve();
  evicted.isEvicted = true;
  await isolate.enter(guest);
  assert.equal(isolate.bytes, 10);
});

test("PL-02 a guest that was ended while it waited stands in nobody's way", async () => {
  const isolate = new Isolate({ soft: 10, hard: 10 }, 4000);
  const [busy, ended, guest] = [new Home(isolate), new Home(isolate), new Home(isolate)];
  busy.reserve();
  busy.isIdle = false;
  // Its second look never ends, as that of an object which is no more.
  const gone = new Promise<void>(() => {});
  ended.drain = () => gone;
  busy.drain = () => gone;
  void isolate.enter(ended);
  busy.isIdle = true;
  await pause(60);
  busy.drain = async () => {
    busy.bytes = 0;
  };
  const began = Date.now();
  await isolate.enter(guest);
  assert.ok(Date.now() - began < 3000);
});

test("PL-02 a guest that is larger than the room enters alone, and may begin more work", async () => {
  const isolate = new Isolate({ soft: 64, hard: 100 }, 2000);
  const [embedder, small, large] = [
    new Home(isolate, 66),
    new Home(isolate, 8),
    new Home(isolate, 150),
  ];
  Object.assign(embedder, { isShared: true, isIdle: false, bytes: 66 });
  const working = small.work(isolate, 200);
  await large.work(isolate, 0);
  assert.deepEqual([large.bytes, small.bytes, embedder.drained], [150, 0, 0]);
  await isolate.admit(large);
  await working;
});

test("PL-02 who has room passes a large guest that waits for those at work", async () => {
  const isolate = new Isolate({ soft: 60, hard: 100 }, 400);
  const [busy, large, small] = [
    new Home(isolate, 50),
    new Home(isolate, 90),
    new Home(isolate, 10),
  ];
  busy.reserve();
  busy.isIdle = false;
  const refused = assert.rejects(isolate.enter(large), { code: "overloaded" });
  await pause(60);
  const began = Date.now();
  await isolate.enter(small);
  assert.ok(Date.now() - began < 200);
  assert.equal(large.bytes, 0);
  await refused;
});
