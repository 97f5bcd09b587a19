/** The proxy's server of Node. */
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { type TestContext, test } from "node:test";
import { isLoopback, type ServerOptions, startServer } from "../../src/proxy/node-server.ts";

/** A server that answers so. */
async function serving(context: TestContext, options: Partial<ServerOptions> = {}) {
  const server = await startServer({
    answer: async (request) => new Response(request.url),
    path: "/proxy",
    service: "the proxy",
    greeting: "hello\n",
    host: "127.0.0.1",
    port: 0,
    portOption: "--port",
    names: [],
    ...options,
  });
  context.after(() => server.close());
  return server;
}

/** The status of a request that names this host. */
function statusFor(origin: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${origin}/`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
  });
}

test("MB-21 at / the proxy says in plain text what it is", async (context) => {
  const { origin } = await serving(context);
  const response = await fetch(origin);
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain/);
  assert.equal(await response.text(), "hello\n");
  assert.equal((await fetch(origin, { method: "POST", body: "x" })).status, 405);
  assert.equal((await fetch(`${origin}/favicon.ico`)).status, 404);
});

test("MB-21 at loopback only names of this machine are answered, and those that were given", async (context) => {
  const { origin } = await serving(context, { names: ["proxy.example"] });
  const { port } = new URL(origin);
  for (const host of ["localhost", "LOCALHOST", "localhost.", "127.0.0.1", "127.0.0.2", "[::1]"]) {
    assert.equal(await statusFor(origin, `${host}:${port}`), 200, host);
  }
  assert.equal(await statusFor(origin, "proxy.example"), 200);
  for (const host of [
    "evil.example",
    "localhost.evil.example",
    "10.0.0.1",
    "2130706433",
    "a@b",
    "x/",
  ]) {
    assert.equal(await statusFor(origin, host), 421, host);
  }
});

test("MB-21 at another address any name is answered", async (context) => {
  const { origin } = await serving(context, { host: "0.0.0.0" });
  const { port } = new URL(origin);
  assert.equal(await statusFor(`http://127.0.0.1:${port}`, "proxy.example"), 200);
  assert.equal(await statusFor(`http://127.0.0.1:${port}`, "0x7f.1"), 421);
});

test("MB-21 addresses of loopback are told from others", () => {
  for (const host of ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "::ffff:127.0.0.1"]) {
    assert.ok(isLoopback(host), host);
  }
  for (const host of ["0.0.0.0", "::", "10.0.0.1", "localhost.example.com", ""]) {
    assert.ok(!isLoopback(host), host);
  }
});

test("MB-21 a busy port, a port of others and an address of another machine: each is told what to do", async (context) => {
  const { origin } = await serving(context);
  const port = Number(new URL(origin).port);
  await assert.rejects(serving(context, { port }), {
    name: "MemoryBankError",
    code: "port_busy",
    message: `port ${port} of 127.0.0.1 is in use: give another one with --port, or end the program that has it`,
  });
  await assert.rejects(serving(context, { host: "192.0.2.1" }), {
    code: "host_unusable",
    message: /^nothing can listen at 192\.0\.2\.1 .*--host$/,
  });
});

test("MB-21 an answer that breaks off ends its connection, and one that nobody reads is stopped", async (context) => {
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (one) => one.enqueue(new Uint8Array(65_536)),
    cancel: () => {
      isCancelled = true;
    },
  });
  let pulls = 0;
  const broken = new ReadableStream({
    pull(one) {
      pulls += 1;
      if (pulls === 1) one.enqueue(new TextEncoder().encode("half"));
      else one.error(new Error("the target went away"));
    },
  });
  const { origin } = await serving(context, {
    answer: async ({ url }) => new Response(url.includes("endless") ? endless : broken),
  });
  await assert.rejects((await fetch(`${origin}/proxy`)).text());
  const socket = net.connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(`GET /proxy?endless HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, "data");
  socket.destroy();
  for (let tries = 0; tries < 200 && !isCancelled; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(isCancelled);
});

test("MB-21 a closed server ends what is under way", async (context) => {
  const server = await serving(context, { answer: () => new Promise(() => {}) });
  const asked = fetch(`${server.origin}/proxy`);
  setTimeout(() => void server.close(), 50);
  await assert.rejects(asked);
});
