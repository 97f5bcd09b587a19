/** The MCP server of the built command line over streamable HTTP: who may call, and what they get (BX-07). */
import assert from "node:assert/strict";
import http from "node:http";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { call, NOTHING } from "./mcp-client.ts";
import { modelThatSays } from "./model.ts";
import { ended, folder, start } from "./program.ts";

const TOKEN = "a-token-of-my-own-0123456789";

interface Serving {
  address: string;
  token: string | undefined;
  stderr(): string;
  /** Sends a signal, and returns the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the server on a free port, and waits until it serves. */
async function serving(
  context: TestContext,
  name: string,
  words: string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<Serving> {
  const options = ["--http", "0", "--runs", join(folder, name), "--no-model", ...words];
  const child = start(["mcp", ...options], { ...NOTHING, ...environment });
  context.after(() => child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  child.stdout?.on("data", (text) => {
    stdout += String(text);
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (text) => {
      stderr += String(text);
      if (stderr.includes("Ctrl-C")) resolve();
    });
    child.on("exit", () => reject(new Error(stderr)));
  });
  const [, address = ""] = /^address {2}(\S+)$/m.exec(stdout) ?? [];
  return {
    address,
    token: /^token {4}(.*)$/m.exec(stdout)?.[1],
    stderr: () => stderr,
    stop(signal = "SIGINT") {
      child.kill(signal);
      return exited;
    },
  };
}

async function connected(context: TestContext, address: string, token?: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(address), { requestInit });
  await client.connect(transport as Transport);
  context.after(() => client.close());
  await client.listTools();
  return client;
}

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
});

/** The status of an `initialize` with these headers, and its body. */
function sent(
  address: string,
  headers: Record<string, string>,
  body = INITIALIZE,
): Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; body: string }> {
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(address, { method: "POST", headers: all }, (response) => {
      let text = "";
      response.on("data", (piece) => {
        text += String(piece);
      });
      response.on("end", () => {
        resolve({ status: response.statusCode, headers: response.headers, body: text });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

test("BX-07 clients over HTTP share the memories, and Ctrl-C ends the server", async (context) => {
  const server = await serving(context, "shared");
  assert.match(server.address, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  assert.equal(server.token, undefined);
  const one = await connected(context, server.address);
  const other = await connected(context, server.address);
  const memories = [{ content: "I prefer heights in metres.", speaker: "user" }];
  await call(one, "observe", { memories });
  const found = await call(other, "recall", { query: "heights" });
  assert.equal(found.data.memories.length, 1);
  const texts = [{ name: "guide", text: "The lighthouse is 43 metres tall." }];
  const question = "How tall is the lighthouse?";
  const progress: string[] = [];
  const onprogress = ({ message = "" }) => progress.push(message);
  const told = await call(one, "ask_documents", { question, texts }, { onprogress });
  assert.ok(progress.length > 0);
  const { memory_id } = told.data;
  const further = await call(other, "ask_documents", { question, memory_id });
  assert.match(further.data.answer, /43 metres/);
  assert.equal(await server.stop(), 0);
});

test("BX-07 pages of other origins and names of other sites are refused, and a listed origin may call with a token", async (context) => {
  const server = await serving(context, "origins", ["--origin", "https://app.example"]);
  assert.match(server.token ?? "", /^amb_[\w-]{43}$/);
  const { port } = new URL(server.address);
  const foreign = await sent(server.address, { origin: "https://evil.example" });
  assert.equal(foreign.status, 403);
  assert.match(foreign.body, /"origin_refused"/);
  assert.equal((await sent(server.address, { origin: `http://127.0.0.1:${port}` })).status, 403);
  assert.equal((await sent(server.address, { host: `evil.example:${port}` })).status, 421);
  for (const front of [{ host: "app.example" }, { origin: "https://app.example" }, {}]) {
    assert.equal((await sent(server.address, front)).status, 401, JSON.stringify(front));
  }
  const authorization = `Bearer ${server.token}`;
  const listed = await sent(server.address, { origin: "https://app.example", authorization });
  assert.equal(listed.status, 200);
  assert.equal(listed.headers["access-control-allow-origin"], "https://app.example");
  const preflight = await fetch(server.address, {
    method: "OPTIONS",
    headers: { origin: "https://app.example", "access-control-request-method": "POST" },
  });
  assert.equal(preflight.status, 204);
});

test("BX-07 with a token, requests without it are refused, and it is not printed", async (context) => {
  const server = await serving(context, "token", [], { AMB_MCP_TOKEN: TOKEN });
  assert.equal(server.token, "that of AMB_MCP_TOKEN");
  const missing = await sent(server.address, {});
  assert.deepEqual([missing.status, missing.headers["www-authenticate"]], [401, "Bearer"]);
  assert.match(missing.body, /"token_missing"/);
  const wrong = await sent(server.address, { authorization: `Bearer ${TOKEN}x` });
  assert.match(wrong.body, /"token_unknown"/);
  const client = await connected(context, server.address, TOKEN);
  await client.ping();
  assert.equal(await server.stop("SIGTERM"), 0);
});

test("BX-07 beyond this machine a token is needed, and a fresh one is printed", async (context) => {
  const server = await serving(context, "network", ["--host", "0.0.0.0"]);
  assert.match(server.token ?? "", /^amb_[\w-]{43}$/);
  assert.match(server.stderr(), /without TLS/);
  assert.equal((await sent(server.address, {})).status, 401);
  const client = await connected(context, server.address, server.token);
  await client.ping();
});

test("BX-07 a port that is in use is refused with the option that names another", async (context) => {
  const { port } = new URL((await serving(context, "first")).address);
  const child = start(["mcp", "--http", port, "--runs", join(folder, "second")], NOTHING);
  const { status, stderr } = await ended(child);
  assert.equal(status, 1);
  assert.match(stderr, /is in use: give another one with --http PORT, or/);
});

test("BX-07 BX-02 a call whose connection is lost is cancelled, and resume_run goes on with its run", async (context) => {
  let isSilent = true;
  const model = await modelThatSays(
    () => '{"next_task": null}',
    "It is 43 metres tall [1].",
    () => isSilent,
  );
  context.after(model.close);
  const words = ["--llm", model.address, "--model", "m"];
  const server = await serving(context, "lost", words, { LLM_API_KEY: "sk-0123456789" });
  const lost = await connected(context, server.address);
  const texts = [{ name: "guide", text: "The lighthouse is 43 metres tall." }];
  const question = "How tall is the lighthouse?";
  const asked = call(lost, "research", { question, texts }).catch(() => null);
  while (model.asked.length === 0) await setTimeout(20);
  await lost.close();
  await asked;
  isSilent = false;
  const client = await connected(context, server.address);
  const { runs } = (await call(client, "list_runs", {})).data;
  const run_id = runs[0].memory_id;
  const told = await call(client, "resume_run", { run_id });
  assert.match(told.data.answer, /43 metres/);
  const requests = model.asked.length;
  const again = await call(client, "resume_run", { run_id });
  assert.deepEqual([again.data.answer, model.asked.length], [told.data.answer, requests]);
});

test("BX-07 over HTTP no file is read without --documents, and requests are bounded", async (context) => {
  const server = await serving(context, "bounded");
  const client = await connected(context, server.address);
  const asked = { question: "What is it?", documents: ["/etc/hostname"] };
  const refused = await call(client, "ask_documents", asked);
  assert.match(refused.text, /^error file_refused: no folder may be read/);
  const long = await sent(server.address, {}, " ".repeat(33 * 1024 * 1024));
  assert.equal(long.status, 413);
  assert.equal((await sent(server.address, { "mcp-session-id": "nobody" })).status, 404);
  assert.equal((await sent(server.address, {}, "no json")).status, 400);
});
