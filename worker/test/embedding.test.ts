/** Embedding of a deployment: in the isolate, or by an endpoint. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { after, test } from "node:test";
import { begin, refused, show, TOWER, until } from "./asking.ts";
import { Deployment, logged } from "./deployment.ts";
import { streamed } from "./events.ts";
import { World } from "./world.ts";

const KEY = "sk-of-the-embedder-alone";
const MINILM = { EMBEDDER: "minilm" };

const deployment = await Deployment.start({ bundle: "stand-ins", variables: MINILM });
after(() => deployment.end());

async function embedderOf(docId: string): Promise<string | null> {
  const { sent } = await streamed(await deployment.ask("ann", `/api/runs/${docId}/events`));
  const [started] = sent;
  const isWarned = sent.some(
    ({ event }) => event.type === "warning" && event.code === "no_embedder",
  );
  const embedder = started?.event.type === "runStarted" ? started.event.embedder : null;
  assert.equal(isWarned, embedder === null);
  return embedder;
}

test("PL-02 MB-05 the model of the assets is loaded once for all users of an isolate", async () => {
  const parts = (await (await deployment.ask(null, "/api/deployment")).json()) as {
    embedder: string;
  };
  const empty = await deployment.standIn<number>("ann", "bytes");
  const [one, other] = await Promise.all([begin(deployment, "ann"), begin(deployment, "ben")]);
  await until(deployment, "ann", one, "finished");
  await until(deployment, "ben", other, "finished");
  assert.equal(await embedderOf(one), parts.embedder);
  const both = await deployment.standIn<number>("ann", "bytes");
  console.log(`# isolate: ${empty} bytes, with the model and two users ${both}`);
  assert.ok(both < 100_000_000, `${both}`);
});

test("PL-02 MB-21 an endpoint's vectors bear the name of its model, and its key is in no answer and no log", async () => {
  let texts = 0;
  let isDown = true;
  const server = createServer(async (request, response) => {
    const { input, model } = (await json(request)) as { input: string[]; model: string };
    const isKnown = request.headers.authorization === `Bearer ${KEY}`;
    texts += input.length;
    if (isDown || !isKnown) {
      response.writeHead(isDown ? 401 : 403);
      response.end(JSON.stringify({ error: { message: request.headers.authorization } }));
      return;
    }
    const data = input.map((text, index) => ({ index, embedding: [text.length, 1, 2, 3] }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ model, data }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  const { port } = server.address() as AddressInfo;
  await deployment.deploy({
    bundle: "stand-ins",
    variables: {
      EMBEDDER: "endpoint",
      EMBEDDING_ADDRESS: `http://127.0.0.1:${port}/v1`,
      EMBEDDING_MODEL: "small-model",
      EMBEDDING_KEY: KEY,
    },
  });
  const answer = await deployment.send("ann", "/api/runs", TOWER);
  const text = await answer.clone().text();
  assert.deepEqual((await refused(answer))[1], "embedding_unauthorized");
  assert.ok(!text.includes(KEY), text);
  isDown = false;
  const docId = await begin(deployment, "ann");
  await until(deployment, "ann", docId, "finished");
  assert.equal(await embedderOf(docId), "small-model");
  assert.ok(texts > 1);
  const journal = await (await deployment.ask("ann", `/api/runs/${docId}/journal`)).text();
  assert.ok(!journal.includes(KEY) && !logged.join("").includes(KEY));
});

/** A run that waits for its model's first answer, begun with the model of the assets. */
async function waiting() {
  const world = await World.of("plain-answer");
  world.gate.hold();
  const deploy = (variables: Record<string, string>) =>
    deployment.deploy({ bundle: "stand-ins", variables });
  await deploy({ ...world.variables, ...MINILM });
  const docId = await world.begin(deployment);
  await world.gate.came(1);
  return { world, docId, deploy };
}

test("PL-02 BX-02 a run goes on where the deployment has another embedder by then", async () => {
  const { world, docId, deploy } = await waiting();
  await deploy({ ...world.variables, EMBEDDER: "none" });
  assert.equal((await show(deployment, "ann", docId)).run.state.state, "running");
  world.gate.release();
  await until(deployment, "ann", docId, "finished");
  assert.deepEqual(await world.faults(deployment, docId), []);
});

test("PL-02 BX-02 a run whose model the deployment lacks by then fails by a code, and the heart lets it be", async () => {
  const { world, docId, deploy } = await waiting();
  await deploy(MINILM);
  const { run, result } = await until(deployment, "ann", docId, "failed");
  assert.deepEqual(run.state, { state: "failed", code: "journal_mismatch" });
  assert.equal(result?.termination, "aborted", "what was done until then can be seen");
  await deployment.standIn("ann", "alarm", { number: 1 });
  assert.equal(await deployment.standIn("ann", "alarm-due"), null);
  await deploy({ ...world.variables, ...MINILM });
  assert.deepEqual((await show(deployment, "ann", docId)).run.state, run.state);
  world.gate.release();
  await deployment.ask("ann", `/api/runs/${docId}/resume`, { method: "POST" });
  await until(deployment, "ann", docId, "finished");
  assert.deepEqual(await world.faults(deployment, docId), []);
});
