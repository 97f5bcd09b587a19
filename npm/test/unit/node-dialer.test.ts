/** Connections to addresses that were judged, whatever a name leads to by then. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { nodeDialer } from "../../src/node-dialer.ts";
import { named } from "../../src/user-agent.ts";

/** A server on this address that says who was asked for. */
async function serving(context: TestContext, address: string, port = 0): Promise<number> {
  const server: Server = createServer(({ headers }, response) => {
    response.end(`${address} for ${headers.host}`);
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  context.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test("BX-05 a page is asked at the address that was judged, and not where its name leads by then", async (context) => {
  // The name leads to 127.0.0.1, and 127.0.0.2 is what was judged.
  const port = await serving(context, "127.0.0.2");
  await serving(context, "127.0.0.1", port);
  const request = new Request(`http://localhost:${port}/page`);
  const response = await nodeDialer.fetch(request, ["127.0.0.2"]);
  assert.equal(await response.text(), `127.0.0.2 for localhost:${port}`);
});

test("MB-19 a request names the package, unless it names another client", () => {
  const agent = (headers: Record<string, string>) =>
    named(new Request("https://a.example/", { headers })).headers.get("user-agent");
  assert.match(agent({}) ?? "", /^agentic-memory-bank\/\d/);
  assert.equal(agent({ "User-Agent": "mine/1" }), "mine/1");
});

test("BX-05 without an address nobody is asked", async (context) => {
  const port = await serving(context, "127.0.0.1");
  const request = new Request(`http://localhost:${port}/page`);
  await assert.rejects(nodeDialer.fetch(request, []));
});

test("BX-05 an address in brackets is one", async () => {
  assert.deepEqual(await nodeDialer.resolve("[::1]"), ["::1"]);
  assert.deepEqual(await nodeDialer.resolve("127.0.0.3"), ["127.0.0.3"]);
  await assert.rejects(nodeDialer.resolve("nowhere.invalid"));
});
