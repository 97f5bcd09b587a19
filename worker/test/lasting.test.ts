/** Runs that last: alarms, evictions, deploys, clocks, storage that fails, engines that trap. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { begin, refused, show, TOWER, until } from "./asking.ts";
import { Deployment } from "./deployment.ts";
import { streamed } from "./events.ts";
import { World } from "./world.ts";

const HOUR = 3_600_000;

const deployment = await Deployment.start({ bundle: "stand-ins", hasAssets: false });
after(() => deployment.end());

/** A fresh world, the deployment in it, and a user of whom nothing is kept. */
async function worldOf(scenario = "multi-hop"): Promise<World> {
  const world = await World.of(scenario);
  await deployed(world.variables);
  assert.equal((await deployment.ask("ann", "/api/user", { method: "DELETE" })).status, 204);
  return world;
}

/** Deploys with these variables; without any, runs are extractive. */
async function deployed(variables: Record<string, string> = {}): Promise<void> {
  await deployment.deploy({ bundle: "stand-ins", hasAssets: false, variables });
}

const asksOnce = ({ gate }: World) =>
  assert.equal(new Set(gate.calls.map(({ asked }) => asked)).size, gate.calls.length);

const wait = (promise: Promise<unknown>) => promise.catch(() => {});

test("PL-02 BX-02 an alarm that fires twice at once resumes a run once", async () => {
  const world = await worldOf();
  world.gate.hold();
  const docId = await world.begin(deployment);
  await world.gate.came(1);
  const due = await deployment.standIn<number>("ann", "alarm-due");
  assert.ok(
    due > Date.now() && due <= Date.now() + 30_000,
    "the heart beats while a run is at work",
  );
  await wait(deployment.standIn("ann", "evict"));
  await deployment.standIn("ann", "alarm", { number: 5 });
  world.gate.release();
  await until(deployment, "ann", docId, "finished");
  assert.deepEqual(await world.faults(deployment, docId), []);
  const calls = world.gate.calls.map(({ asked }) => asked);
  // The one call that was cut off by the eviction, before it was answered.
  assert.equal(calls.length - new Set(calls).size, 1);
  await deployment.standIn("ann", "alarm", { number: 2 });
  assert.equal(await deployment.standIn("ann", "alarm-due"), null, "nothing is at work any more");
});

test("PL-02 BX-02 the alarm alone brings back a run after workerd was killed", async () => {
  const world = await World.of("multi-hop");
  const start = { bundle: "stand-ins", hasAssets: false, variables: world.variables } as const;
  const first = await Deployment.start(start);
  world.gate.hold();
  const docId = await world.begin(first);
  await world.gate.came(1);
  await first.standIn("ann", "alarm-in", { number: 300 });
  await first.kill();
  world.gate.release();
  const second = await Deployment.start({ ...start, data: first.data });
  try {
    await world.gate.came(21);
    await until(second, "ann", docId, "finished");
    assert.deepEqual(await world.faults(second, docId), []);
  } finally {
    await second.end();
  }
});

test("PL-02 BX-02 a deploy in mid-run changes nothing for the run", async () => {
  const world = await worldOf();
  world.gate.delay = 20;
  const docId = await world.begin(deployment);
  for (const calls of [4, 9, 14]) {
    await world.gate.came(calls);
    const version = `${calls}`;
    await deployment.deploy({
      bundle: "stand-ins",
      hasAssets: false,
      variables: { ...world.variables, VERSION: version },
    });
    assert.equal((await show(deployment, "ann", docId)).run.state.state, "running");
  }
  await until(deployment, "ann", docId, "finished");
  assert.deepEqual(await world.faults(deployment, docId), []);
  const calls = world.gate.calls.map(({ asked }) => asked);
  assert.ok(calls.length - new Set(calls).size <= 3, "one call for each deploy may be cut off");
});

test("PL-02 BX-02 an alarm that a clock of tomorrow set is set anew by the next request", async () => {
  const world = await worldOf();
  world.gate.hold();
  await deployment.standIn("ann", "clock", { number: HOUR });
  const docId = await world.begin(deployment);
  await world.gate.came(1);
  assert.ok((await deployment.standIn<number>("ann", "alarm-due")) > Date.now() + HOUR);
  await wait(deployment.standIn("ann", "evict"));
  await deployment.standIn("ann", "clock", { number: 0 });
  assert.equal((await show(deployment, "ann", docId)).run.state.state, "running");
  assert.ok((await deployment.standIn<number>("ann", "alarm-due")) <= Date.now() + 30_000);
  world.gate.release();
  await until(deployment, "ann", docId, "finished");
  assert.deepEqual(await world.faults(deployment, docId), []);
});

test("PL-02 BX-02 a clock that is set back in mid-run keeps no run from its end", async () => {
  const world = await worldOf();
  world.gate.hold();
  const docId = await world.begin(deployment);
  await world.gate.came(1);
  await deployment.standIn("ann", "clock", { number: -HOUR });
  await wait(deployment.standIn("ann", "evict"));
  assert.equal((await show(deployment, "ann", docId)).run.state.state, "running");
  world.gate.release();
  const { result } = await until(deployment, "ann", docId, "finished");
  assert.equal(result?.termination, "answer");
  await deployment.standIn("ann", "clock", { number: 0 });
  assert.deepEqual(await world.faults(deployment, docId), []);
});

test("PL-02 where the storage is full nothing is begun and nothing is paid for", async () => {
  const world = await worldOf();
  await deployment.standIn("ann", "full", { number: 1 });
  const answer = await deployment.send("ann", "/api/runs", world.request);
  assert.deepEqual(await refused(answer), [507, "store_full"]);
  const observed = {
    memory: "hierarchy",
    op: "observe",
    observations: [
      { content: "I live in Orrin.", memoryType: "conversation", speaker: "user", trust: "given" },
    ],
  };
  assert.deepEqual(await refused(await deployment.send("ann", "/api/memory", observed)), [
    507,
    "store_full",
  ]);
  assert.equal(world.gate.calls.length, 0);
  await deployment.standIn("ann", "full", { number: 0 });
  const docId = await world.begin(deployment);
  await until(deployment, "ann", docId, "finished");
});

test("PL-02 BX-02 a run whose storage becomes full stops before its next call, and goes on once there is room", async () => {
  const world = await worldOf();
  world.gate.delay = 30;
  const docId = await world.begin(deployment);
  await world.gate.came(5);
  await deployment.standIn("ann", "full", { number: 1 });
  const calls = world.gate.calls.length;
  const { run } = await until(deployment, "ann", docId, "failed");
  assert.deepEqual(run.state, { state: "failed", code: "store_full" });
  assert.ok(world.gate.calls.length <= calls + 1, "no call without a journal");
  await deployment.standIn("ann", "alarm", { number: 3 });
  assert.ok(world.gate.calls.length <= calls + 1, "the heart does not try again for ever");
  await deployment.standIn("ann", "full", { number: 0 });
  const path = `/api/runs/${docId}/resume`;
  assert.equal((await deployment.ask("ann", path, { method: "POST" })).status, 202);
  await until(deployment, "ann", docId, "finished");
  assert.deepEqual(await world.faults(deployment, docId), []);
  const asked = world.gate.calls.map((call) => call.asked);
  assert.ok(asked.length - new Set(asked).size <= 1);
});

test("PL-02 a damaged page, and one that is missing, are told, and are never written over", async () => {
  await deployed();
  for (const [user, statement] of [
    ["ann", "UPDATE amb_store SET bytes = zeroblob(length(bytes))"],
    ["ben", "DELETE FROM amb_store"],
  ] as const) {
    const docId = await begin(deployment, user);
    await until(deployment, user, docId, "finished");
    await deployment.standIn(user, "damage", { statement });
    await wait(deployment.standIn(user, "evict"));
    for (const path of [
      "/api/runs",
      `/api/runs/${docId}`,
      `/api/runs/${docId}/events`,
      "/api/memory/export",
    ]) {
      const answer = await deployment.ask(user, path);
      assert.deepEqual(await refused(answer), [500, "store_corrupt"], path);
    }
    assert.deepEqual(await refused(await deployment.send(user, "/api/runs", TOWER)), [
      500,
      "store_corrupt",
    ]);
    await wait(deployment.standIn(user, "alarm", { number: 1 }));
    assert.equal(
      await deployment.standIn(user, "alarm-due"),
      null,
      "the heart does not try for ever",
    );
    assert.equal((await deployment.ask(user, "/api/user", { method: "DELETE" })).status, 204);
    await until(deployment, user, await begin(deployment, user), "finished");
  }
});

test("PL-02 a store of a newer version is left as it is", async () => {
  await deployment.standIn("ben", "damage", { statement: "UPDATE amb_store SET version = 999" });
  await wait(deployment.standIn("ben", "evict"));
  assert.deepEqual(await refused(await deployment.ask("ben", "/api/runs")), [500, "store_too_new"]);
  await deployment.standIn("ben", "damage", { statement: "UPDATE amb_store SET version = 1" });
  assert.equal((await deployment.ask("ben", "/api/runs")).status, 200);
});

test("PL-02 BX-02 a run of a newer version fails by its code, is not tried again, and can be deleted", async () => {
  await deployment.ask("ben", "/api/user", { method: "DELETE" });
  const docId = await deployment.standIn<string>("ben", "newer");
  await wait(deployment.standIn("ben", "evict"));
  const { run, result } = await until(deployment, "ben", docId, "failed");
  assert.deepEqual(run.state, { state: "failed", code: "journal_too_new" });
  assert.equal(result, undefined);
  const { end, sent } = await streamed(await deployment.ask("ben", `/api/runs/${docId}/events`));
  assert.deepEqual([end, sent], [{ state: "failed", code: "journal_too_new" }, []]);
  await deployment.standIn("ben", "alarm", { number: 2 });
  await wait(deployment.standIn("ben", "evict"));
  assert.deepEqual((await show(deployment, "ben", docId)).run.state, run.state);
  assert.equal(
    (await deployment.ask("ben", `/api/runs/${docId}`, { method: "DELETE" })).status,
    204,
  );
});

test("PL-02 BX-02 a run that its user stopped stays stopped, though it was cut off before its end", async () => {
  const world = await worldOf();
  world.gate.hold();
  const docId = await world.begin(deployment);
  await world.gate.came(1);
  const statement = `INSERT INTO run_notes (doc_id, is_stopped) VALUES ('${docId}', 1)`;
  await deployment.standIn("ann", "damage", { statement });
  await wait(deployment.standIn("ann", "evict"));
  const { result } = await until(deployment, "ann", docId, "paused");
  assert.equal(result?.termination, "aborted");
  assert.equal(world.gate.calls.length, 1, "nothing is asked any more");
});

test("PL-02 BX-02 a trap of the engine ends one call of one user, and the run goes on from its journal", async () => {
  await deployed();
  const other = await begin(deployment, "ben");
  await until(deployment, "ben", other, "finished");
  const world = await worldOf("plain-answer");
  world.gate.hold();
  await deployment.standIn("ann", "trap", { number: 400 });
  const docId = await world.begin(deployment);
  await deployment.standIn("ann", "trap", { number: -1 });
  await world.gate.came(1);
  const path = `/api/runs/${docId}/events`;
  const following = streamed(await deployment.ask("ann", path));
  world.gate.release();
  const { end, sent } = await following;
  assert.equal(end, null, "the client is to come back");
  assert.ok(
    (await streamed(await deployment.ask("ben", `/api/runs/${other}/events`))).end !== null,
  );
  await until(deployment, "ann", docId, "finished");
  const headers = { "last-event-id": sent.at(-1)?.id ?? "" };
  const rest = await streamed(await deployment.ask("ann", path, { headers }));
  assert.equal(rest.end?.state, "finished");
  assert.deepEqual(await world.faults(deployment, docId), []);
  const calls = world.gate.calls.map(({ asked }) => asked);
  assert.equal(calls.length - new Set(calls).size, 1, "the call that the trap cut off");
});

test("PL-02 BX-02 an engine that traps each time ends the run as failed, and the heart lets it be", async () => {
  const world = await worldOf("plain-answer");
  world.gate.hold();
  const docId = await world.begin(deployment);
  await world.gate.came(1);
  await deployment.standIn("ann", "trap", { number: 30 });
  await wait(deployment.standIn("ann", "evict"));
  for (let beats = 0; beats < 12; beats += 1) {
    await deployment.standIn("ann", "alarm", { number: 1 });
    await setTimeout(20);
  }
  assert.deepEqual((await show(deployment, "ann", docId)).run.state, {
    state: "failed",
    code: "engine_crashed",
  });
  await deployment.standIn("ann", "alarm", { number: 1 });
  assert.equal(await deployment.standIn("ann", "alarm-due"), null);
  await deployment.standIn("ann", "trap", { number: -1 });
  world.gate.release();
  await deployment.ask("ann", `/api/runs/${docId}/resume`, { method: "POST" });
  await until(deployment, "ann", docId, "finished");
  assert.deepEqual(await world.faults(deployment, docId), []);
});

test("PL-02 a user is deleted while a run is at work, and nothing of it comes back", async () => {
  const world = await worldOf();
  world.gate.hold();
  const docId = await world.begin(deployment);
  await world.gate.came(1);
  const following = streamed(await deployment.ask("ann", `/api/runs/${docId}/events`));
  assert.equal((await deployment.ask("ann", "/api/user", { method: "DELETE" })).status, 204);
  assert.equal((await following).end, null);
  world.gate.release();
  assert.equal(await deployment.standIn("ann", "alarm-due"), null);
  assert.deepEqual(await (await deployment.ask("ann", "/api/runs")).json(), { runs: [] });
  await setTimeout(300);
  assert.equal(world.gate.calls.length, 1, "nothing is asked any more");
  await wait(deployment.standIn("ann", "evict"));
  assert.equal((await deployment.ask("ann", `/api/runs/${docId}`)).status, 404);
  const again = await World.of("plain-answer");
  await deployment.deploy({ bundle: "stand-ins", hasAssets: false, variables: again.variables });
  await until(deployment, "ann", await again.begin(deployment), "finished");
  asksOnce(again);
});
