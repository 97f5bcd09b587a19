/** Runs by /api: events, reconnecting, stopping, going on. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { begin, refused, show, TOWER, until } from "./asking.ts";
import { Deployment } from "./deployment.ts";
import { type Sent, streamed } from "./events.ts";
import { World } from "./world.ts";

const world = await World.of("multi-hop");
let deployment = await Deployment.start({ variables: world.variables });
after(() => deployment.end());

const follow = (docId: string, init?: RequestInit, query = "") =>
  deployment.ask("ann", `/api/runs/${docId}/events${query}`, init);
const behind = (id: string | null): RequestInit => ({ headers: { "last-event-id": id ?? "" } });
const numbered = (sent: Sent[]) => sent.filter(({ id }) => id?.endsWith(".0"));

/** The events of a run behind one of them. */
function restOf(sent: Sent[], id: string | null): Sent[] {
  return sent.slice(sent.findIndex((one) => one.id === id) + 1);
}

let docId = "";
let whole: Sent[] = [];

test("PL-02 a run with a language model by /api comes out as its scenario says", async () => {
  docId = await world.begin(deployment);
  const response = await follow(docId);
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.equal(response.headers.get("x-accel-buffering"), "no");
  const { end, sent } = await streamed(response);
  assert.deepEqual(end, { state: "finished", termination: "answer" });
  const ids = numbered(sent).map(({ id }) => id);
  assert.deepEqual(
    ids,
    Array.from(ids, (_, at) => `${at + 1}.0`),
  );
  assert.deepEqual(await world.faults(deployment, docId), []);
  whole = (await streamed(await follow(docId))).sent;
});

test("PL-02 a client that comes back after the end gets exactly the rest, wherever it was", async () => {
  for (const { id } of whole) {
    const { sent, end } = await streamed(await follow(docId, behind(id)));
    assert.deepEqual(sent, restOf(whole, id), `behind ${id}`);
    assert.equal(end?.state, "finished");
  }
  const { id = null } = whole[7] ?? {};
  const byQuery = await streamed(await follow(docId, {}, `?after=${id}`));
  assert.deepEqual(byQuery.sent, restOf(whole, id));
});

test("PL-02 a client that vanishes in mid-stream comes back to the run at work, to its end, and after a restart", async () => {
  const again = await World.of("multi-hop");
  again.gate.delay = 15;
  await deployment.deploy({ variables: again.variables });
  const asked = await again.begin(deployment);
  const got: Sent[] = [];
  let end = null;
  while (end === null) {
    const leaving = new AbortController();
    const init = { ...behind(got.at(-1)?.id ?? null), signal: leaving.signal };
    const part = await streamed(await follow(asked, init), ({ sent }) => sent.length >= 9);
    leaving.abort();
    got.push(...part.sent);
    end = part.end;
  }
  const read = await streamed(await follow(asked));
  assert.deepEqual(numbered(got), numbered(read.sent));
  assert.equal(new Set(again.gate.calls.map((call) => call.asked)).size, again.gate.calls.length);

  await deployment.kill();
  deployment = await Deployment.start({ data: deployment.data, variables: again.variables });
  for (const id of [null, ...read.sent.filter((_, at) => at % 9 === 0).map((one) => one.id)]) {
    const { sent } = await streamed(await follow(asked, behind(id)));
    assert.deepEqual(sent, restOf(read.sent, id), `behind ${id}`);
  }
});

test("PL-02 a client that gave no event of this stream is told so", async () => {
  for (const id of ["x", "1", "1.2.3", "-1.0", "1e3.0"]) {
    assert.deepEqual(await refused(await follow(docId, behind(id))), [400, "invalid_argument"]);
  }
});

test("PL-02 BX-02 a run is stopped, listed, gone on with, exported and deleted", async () => {
  const again = await World.of("multi-hop");
  again.gate.hold();
  await deployment.deploy({ variables: again.variables });
  const asked = await again.begin(deployment);
  await again.gate.came(1);
  const [first, second] = [follow(asked), show(deployment, "ann", asked)];
  assert.deepEqual((await second).run.state, { state: "running" });
  assert.equal((await second).result, undefined);

  const path = `/api/runs/${asked}`;
  assert.equal((await deployment.ask("ann", `${path}/stop`, { method: "POST" })).status, 202);
  const stopped = await streamed(await first);
  assert.deepEqual(stopped.end, { state: "paused" });
  assert.equal((await show(deployment, "ann", asked)).result?.termination, "aborted");
  const nothing = await deployment.ask("ann", `${path}/stop`, { method: "POST" });
  assert.deepEqual(await refused(nothing), [409, "not_running"]);

  again.gate.release();
  assert.equal((await deployment.ask("ann", `${path}/resume`, { method: "POST" })).status, 202);
  const rest = await streamed(await follow(asked, behind(stopped.sent.at(-1)?.id ?? null)));
  assert.deepEqual(rest.end, { state: "finished", termination: "answer" });
  const read = await streamed(await follow(asked));
  const joined = [...stopped.sent, ...rest.sent];
  assert.deepEqual(numbered(joined), numbered(read.sent));
  assert.deepEqual(await again.faults(deployment, asked), []);
  assert.equal((await deployment.ask("ann", `${path}/resume`, { method: "POST" })).status, 202);

  const { runs } = (await (await deployment.ask("ann", "/api/runs")).json()) as {
    runs: { id: string }[];
  };
  assert.ok(runs.some(({ id }) => id === asked));
  assert.equal((await deployment.ask("ann", path, { method: "DELETE" })).status, 204);
  assert.deepEqual(await refused(await deployment.ask("ann", path)), [404, "stored_run_not_found"]);
  const gone = await deployment.ask("ann", path, { method: "DELETE" });
  assert.deepEqual(await refused(gone), [404, "stored_run_not_found"]);
});

test("PL-02 two runs of a user are at work at the same time, and no third; one at work is deleted", async () => {
  const again = await World.of("multi-hop");
  again.gate.hold();
  await deployment.deploy({ variables: again.variables });
  const one = await again.begin(deployment);
  const other = await again.begin(deployment);
  const third = await deployment.send("ann", "/api/runs", again.request);
  assert.equal(third.headers.get("retry-after"), "30");
  assert.deepEqual(await refused(third), [429, "too_many_runs"]);
  assert.equal((await deployment.ask("ann", `/api/runs/${one}`, { method: "DELETE" })).status, 204);
  assert.equal((await deployment.ask("ann", `/api/runs/${one}`)).status, 404);
  await deployment.ask("ann", `/api/runs/${other}/stop`, { method: "POST" });
  await until(deployment, "ann", other, "paused");
});

test("PL-02 a further question goes on with the memory of a run", async () => {
  await deployment.deploy({});
  const before = await begin(deployment, "ben", TOWER);
  await until(deployment, "ben", before, "finished");
  const further = { question: "When was the tower of Orrin built?", continueFrom: before };
  const asked = await begin(deployment, "ben", further);
  const { result } = await until(deployment, "ben", asked, "finished");
  assert.match(result?.answer?.text ?? "", /1871/);
  assert.equal((await deployment.ask("ben", `/api/runs/${before}`)).status, 404, "it moved on");
});

test("PL-02 a deployment without an embedding model says so in each run", async () => {
  const asked = await begin(deployment, "ben");
  for (const _ of ["at work", "read back"]) {
    const { sent } = await streamed(await deployment.ask("ben", `/api/runs/${asked}/events`));
    const [, warning] = sent;
    assert.equal(warning?.id, "1.1");
    assert.equal(warning?.event.type === "warning" && warning.event.code, "no_embedder");
  }
});

test("PL-02 HEAD is answered as GET is, without a body", async () => {
  const response = await deployment.ask("ann", "/api/runs", { method: "HEAD" });
  assert.equal(response.status, 200);
  assert.equal(await response.text(), "");
});
