/** Input that no client of ours would send. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { begin, refused, TOWER, until } from "./asking.ts";
import { Deployment, logged, TOKENS } from "./deployment.ts";
import { streamed } from "./events.ts";

const KEY = "sk-the-key-that-nobody-may-see";
const MB = 1_000_000;

const deployment = await Deployment.start({});
after(() => deployment.end());

const post = (path: string, body: RequestInit["body"], type: string | null = "application/json") =>
  deployment.ask("ann", path, {
    method: "POST",
    ...(body != null && { body }),
    headers: type === null ? {} : { "content-type": type },
    duplex: "half",
  } as RequestInit);

/** Sends bytes as they are, and returns what came back until the other side or this one ended. */
function raw(head: string[], body: string, ends: boolean): Promise<string> {
  const { hostname, port } = new URL(deployment.address);
  const socket = connect(Number(port), hostname);
  let answer = "";
  return new Promise((resolve) => {
    socket.on("data", (bytes) => {
      answer += bytes;
    });
    socket.on("error", () => resolve(answer));
    socket.on("close", () => resolve(answer));
    const lines = [...head, `Host: ${hostname}`, `Authorization: Bearer ${TOKENS.ann}`, "", ""];
    socket.write(lines.join("\r\n") + body, () => {
      if (ends) socket.destroy();
      else void setTimeout(1500).then(() => socket.destroy());
    });
  });
}

test("PL-02 a body of 50 MB is refused before it is read, by what it declares", async () => {
  const head = [
    "POST /api/runs HTTP/1.1",
    "Content-Type: application/json",
    `Content-Length: ${50 * MB}`,
  ];
  const answer = await raw(head, '{"question":"', false);
  assert.match(answer, /^HTTP\/1.1 413 /);
  assert.match(answer, /"code":"too_large"/);
});

test("PL-02 a body of 50 MB that does not say so is refused as soon as it is too large", async () => {
  const megabyte = "a".repeat(MB);
  for (const [path, type] of [
    ["/api/runs", "application/json"],
    ["/api/memory", "application/json"],
    ["/api/memory/import", "application/x-ndjson"],
  ] as const) {
    async function* body() {
      yield path === "/api/memory/import" ? "" : '{"question":"';
      for (let sent = 0; sent < 50; sent += 1) yield megabyte;
    }
    const sent = Readable.toWeb(Readable.from(body())) as ReadableStream;
    // Whoever does not listen to the answer may be cut off instead.
    const answer = await post(path, sent, type).catch(() => null);
    if (answer !== null) assert.deepEqual(await refused(answer), [413, "too_large"], path);
    assert.equal((await deployment.ask("ann", "/api/runs")).status, 200, "the object goes on");
  }
});

test("PL-02 a body of another type is refused", async () => {
  for (const type of [
    null,
    "text/html",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "application/jsonp",
  ]) {
    const body = type === null ? new Blob([JSON.stringify(TOWER)]) : JSON.stringify(TOWER);
    for (const path of ["/api/runs", "/api/memory", "/api/memory/import"]) {
      assert.deepEqual(
        await refused(await post(path, body, type)),
        [415, "unsupported_type"],
        `${type}`,
      );
    }
  }
  const answer = await post("/api/runs", JSON.stringify(TOWER), "Application/JSON; charset=utf-8");
  assert.equal(answer.status, 201);
});

test("PL-02 a body that was cut off, or is no JSON object, is told so and not quoted", async () => {
  const bodies = [
    '{"question":"SECRET',
    "",
    "SECRET",
    "[1]",
    "null",
    '"SECRET"',
    new Uint8Array([123, 34, 0xff, 34, 125]),
  ];
  for (const body of bodies) {
    for (const path of ["/api/runs", "/api/memory"]) {
      const answer = await post(path, body);
      const text = await answer.text();
      assert.equal(answer.status, 400);
      assert.equal(JSON.parse(text).error.code, "invalid_json");
      assert.ok(!text.includes("SECRET"));
    }
  }
});

test("PL-02 a connection that ends in the midst of its body leaves nothing behind", async () => {
  const head = [
    "POST /api/runs HTTP/1.1",
    "Content-Type: application/json",
    "Content-Length: 5000",
  ];
  for (let times = 0; times < 3; times += 1) await raw(head, '{"question":"How', true);
  const { runs } = (await (await deployment.ask("ann", "/api/runs")).json()) as { runs: unknown[] };
  assert.equal(runs.length, 1);
});

test("PL-02 a request that is wrong is told by its field", async () => {
  const document = { name: "a.txt", text: "x" };
  const wrong: [body: object, code: string, says: string][] = [
    [{}, "empty_question", "empty"],
    [{ question: "  \u200b " }, "empty_question", "empty"],
    [{ question: "a".repeat(500_000) }, "long_question", "characters"],
    [{ question: 7 }, "invalid_argument", "question"],
    [{ ...TOWER, qestion: 1 }, "invalid_argument", "question"],
    [{ ...TOWER, documents: {} }, "invalid_argument", "documents"],
    [{ ...TOWER, documents: [null] }, "invalid_argument", "documents[0]"],
    [{ ...TOWER, documents: ["x"] }, "invalid_argument", "documents[0]"],
    [{ ...TOWER, documents: [{ text: "x" }] }, "invalid_argument", "documents[0]"],
    [
      { ...TOWER, documents: [{ ...document, base64: "eA==" }] },
      "invalid_argument",
      "documents[0]",
    ],
    [{ ...TOWER, documents: [{ name: "a", base64: "%%%" }] }, "invalid_argument", "documents[0]"],
    [{ ...TOWER, documents: [{ name: "a", base64: 3 }] }, "invalid_argument", "documents[0]"],
    [{ ...TOWER, images: 3 }, "invalid_argument", "images"],
    [{ ...TOWER, continueFrom: 3 }, "invalid_argument", "docId"],
    [{ ...TOWER, memory: { obsrve: true } }, "invalid_argument", "observe"],
    [{ ...TOWER, budget: { usd: 1 } }, "invalid_argument", "budget"],
    [{ ...TOWER, language: "xx" }, "invalid_argument", "xx"],
  ];
  for (const [body, code, says] of wrong) {
    const answer = await deployment.send("ann", "/api/runs", body);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    assert.deepEqual([answer.status, error.code], [400, code], JSON.stringify(body).slice(0, 80));
    assert.ok(error.message.includes(says), error.message);
  }
  const gone = { ...TOWER, continueFrom: crypto.randomUUID() };
  assert.deepEqual(await refused(await deployment.send("ann", "/api/runs", gone)), [
    404,
    "stored_run_not_found",
  ]);
});

test("PL-02 a document that cannot be read is told by its name, and no run begins", async () => {
  const base64 = Buffer.from("%PDF-1.7 and then nothing").toString("base64");
  const documents = [{ name: "broken.pdf", mediaType: "application/pdf", base64 }];
  const answer = await deployment.send("ben", "/api/runs", { question: "What is it?", documents });
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  assert.equal(answer.status, 400);
  assert.match(error.message, /broken\.pdf/);
  assert.deepEqual(await (await deployment.ask("ben", "/api/runs")).json(), { runs: [] });
});

test("PL-02 memory is asked for what it does for a user, and for nothing else", async () => {
  const wrong = [
    { memory: "run", call: { call: "recall" } },
    { memory: "vectors" },
    { memory: "hierarchy" },
    { memory: "hierarchy", op: "nothing" },
    { memory: "trajectories", op: ["learn"] },
    { memory: "upkeep" },
    { memory: "upkeep", idle: "yes" },
    { op: "stats" },
  ];
  for (const body of wrong) {
    const answer = await deployment.send("ann", "/api/memory", body);
    assert.deepEqual(await refused(answer), [400, "invalid_argument"], JSON.stringify(body));
  }
  const damaged = await post("/api/memory/import", "no export\n", "text/plain");
  assert.deepEqual(await refused(damaged), [400, "import_malformed"]);
});

test("PL-02 MB-21 a key that the model's server refuses, and repeats, is in no error, event, export and log", async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(401, { "content-type": "application/json" });
    const message = `Incorrect API key provided: ${request.headers.authorization}.`;
    response.end(JSON.stringify({ error: { message } }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const variables = { LLM_PROVIDER: `http://127.0.0.1:${port}/v1`, LLM_MODEL: "m", LLM_KEY: KEY };
  await deployment.deploy({ variables });
  const docId = await begin(deployment, "ann");
  const { run, result } = await until(deployment, "ann", docId, "failed");
  assert.deepEqual(run.state, { state: "failed", code: "llm_unauthorized" });
  const parts = [JSON.stringify({ run, result })];
  for (const route of ["/events", "/export", "/journal"]) {
    parts.push(await (await deployment.ask("ann", `/api/runs/${docId}${route}`)).text());
  }
  parts.push(await (await deployment.ask(null, "/api/deployment")).text());
  parts.push(await (await deployment.ask(null, "/")).text());
  parts.push(logged.join(""));
  for (const part of parts) assert.ok(!part.includes(KEY), part.slice(0, 200));
  assert.ok(!logged.join("").includes(TOKENS.ann));
  const { end } = await streamed(await deployment.ask("ann", `/api/runs/${docId}/events`));
  assert.equal(end?.state, "failed");
});
