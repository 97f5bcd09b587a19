/** What a server for what runs have taught may do to a program: through the built package and its artefact (CG-09). */
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { MemoryBank, RunStore } from "agentic-memory-bank/node";
import { attempt } from "../attempts.ts";
import { CONSTITUTION, folder, run } from "./program.ts";

const PASSWORD = "open sesame";
/** Nobody listens there. */
const DOWN = "http://127.0.0.1:9";

const servers: { close(): void }[] = [];
after(() => {
  for (const server of servers) server.close();
});

async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers);
  servers.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let stores = 0;

async function withBank<T>(
  url: string,
  work: (bank: MemoryBank) => Promise<T>,
  options: object = {},
): Promise<T> {
  stores += 1;
  const store = await RunStore.open({ folder: join(folder, `neo4j-${stores}`) });
  const longTerm = { neo4j: { url, password: PASSWORD, ...options } };
  const bank = await MemoryBank.open({ store, embedder: false, longTerm });
  try {
    return await work(bank);
  } finally {
    bank.close();
    await store.close();
  }
}

test("CG-09 of a server that is down nothing is learned, and the user is remembered all the same", async () => {
  await withBank(DOWN, async (bank) => {
    const { memory, trajectories } = bank;
    await assert.rejects(trajectories.learn(attempt("one", true)), (thrown: Error) => {
      assert.ok(thrown.message.includes("127.0.0.1:9"), thrown.message);
      assert.ok(!JSON.stringify([thrown, String(thrown.cause)]).includes("sesame"));
      return "code" in thrown && thrown.code === "server_unreachable";
    });
    await assert.rejects(trajectories.stats(), { code: "server_unreachable", retryable: true });
    await memory.observe("I prefer green tea.");
    const { recollection } = await memory.recall("Which tea?");
    assert.equal(recollection.memories.length, 1);
    await memory.observe(Array.from({ length: 130 }, (_, at) => `A bird of kind ${at}.`));
    const { consolidation, failure } = await bank.keepUp();
    assert.ok(consolidation.report.compressed.length > 0, "what was done of memory is told");
    assert.deepEqual([failure?.code, failure?.retryable], ["server_unreachable", true]);
  });
});

test("CG-09 a server that never answers is given up, and its connection with it", async () => {
  const dropped: Promise<void>[] = [];
  const url = await serverThat((request) => {
    dropped.push(new Promise((resolve) => request.socket.once("close", () => resolve())));
  });
  await withBank(
    url,
    ({ trajectories }) =>
      assert.rejects(trajectories.stats(), {
        code: "server_unreachable",
        message: /no answer within 300 ms/,
      }),
    { timeout: 300 },
  );
  assert.ok(dropped.length > 0);
  await Promise.all(dropped);
});

test("CG-09 a redirect is not followed: the password would go along", async () => {
  const elsewhere: unknown[] = [];
  const other = await serverThat(({ headers }, response) => {
    elsewhere.push(headers);
    response.end("{}");
  });
  const url = await serverThat((_, response) => {
    response.writeHead(307, { location: `${other}/db/neo4j/query/v2` }).end();
  });
  await withBank(url, ({ trajectories }) =>
    assert.rejects(trajectories.stats(), { code: "server_failed", retryable: false }),
  );
  assert.deepEqual(elsewhere, []);
});

test("CG-09 what is no Neo4j is told by what it is, and not by its words", async () => {
  const url = await serverThat((_, response) => response.writeHead(404).end("<p>sorry</p>"));
  await withBank(url, ({ trajectories }) =>
    assert.rejects(trajectories.stats(), (thrown: Error & { code?: string }) => {
      assert.doesNotMatch(thrown.message, /sorry/);
      return thrown.code === "server_failed" && /Query API/.test(thrown.message);
    }),
  );
});

test("CG-09 the login goes to the server as it wants it, in no address", async () => {
  const asked: [string, string][] = [];
  const url = await serverThat(({ url = "", headers }, response) => {
    asked.push([url, String(headers.authorization)]);
    response.writeHead(401, { "content-type": "application/json" });
    const errors = [{ code: "Neo.ClientError.Security.Unauthorized", message: PASSWORD }];
    response.end(JSON.stringify({ errors }));
  });
  const options = { user: "ann", database: "team" };
  await withBank(
    url,
    ({ trajectories }) =>
      assert.rejects(trajectories.stats(), (thrown: Error & { code?: string }) => {
        assert.ok(!JSON.stringify([thrown, thrown.message, thrown.stack]).includes("sesame"));
        return thrown.code === "server_denied";
      }),
    options,
  );
  const login = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString("base64")}`;
  assert.deepEqual(asked, [["/db/team/query/v2", login]]);
});

test("CG-09 a run goes on without a server that is down, and says so once", async () => {
  const plan = { next_task: { task_type: "NORMAL", description: "Read the page.", image: null } };
  const visit = `<tool_call>{"name": "visit", "arguments": {"url": "http://localhost:9/", "goal": "g"}}</tool_call>`;
  const replies = [JSON.stringify(plan), visit, visit];
  let asked = 0;
  const model = await serverThat((request, response) => {
    request.resume();
    asked += 1;
    const content = replies.shift();
    response.writeHead(content === undefined ? 401 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
  });
  const store = await RunStore.open({ folder: join(folder, "neo4j-run") });
  const bank = await MemoryBank.open({
    store,
    embedder: false,
    llm: { provider: `${model}/v1`, model: "m", retry: { retries: 0 } },
    longTerm: { neo4j: { url: DOWN, password: PASSWORD } },
  });
  const researching = bank.research({ question: "What does the page say?", keep: true });
  const warned: string[] = [];
  let told = "";
  for await (const event of researching) {
    told += JSON.stringify(event);
    if (event.type === "warning") warned.push(event.code);
  }
  const { docId } = await researching.result;
  const written = `${await bank.journal(docId)}${await bank.export(docId)}${told}`;
  bank.close();
  await store.close();
  assert.deepEqual(
    warned.filter((code) => code.startsWith("server_")),
    ["server_unreachable"],
  );
  assert.ok(asked > 3, `the model was asked ${asked} times`);
  assert.doesNotMatch(written, /sesame/);
});

test("CG-09 the command takes the server from the environment, and answers without it", async () => {
  const runs = join(folder, "neo4j-command");
  const question = ["ask", "How many senators has a state?", "--doc", CONSTITUTION, "--no-model"];
  const environment = { NEO4J_URL: DOWN, NEO4J_PASSWORD: PASSWORD, AMB_RUNS: runs };
  const answered = await run(question, "", environment);
  assert.equal(answered.status, 0, answered.stderr);
  assert.doesNotMatch(answered.stdout + answered.stderr, /sesame/);
  const listed = await run(["memory", "list"], "", environment);
  assert.equal(listed.status, 1);
  assert.match(listed.stdout, /How many senators has a state\?/, "what the user told is listed");
  assert.match(listed.stderr, /127\.0\.0\.1:9/);
  const without = await run(question, "", { ...environment, NEO4J_PASSWORD: "" });
  assert.equal(without.status, 2);
  assert.match(without.stderr, /NEO4J_PASSWORD/);
  const misspelt = await run(question, "", { ...environment, NEO4J_URL: "localhost" });
  assert.match(misspelt.stderr, /url of longTerm\.neo4j/);
  assert.notEqual(misspelt.status, 0);
});
