/** Requests that cross from the engine's thread to the caller's. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { requestsOver } from "../../src/fetch-link.ts";

/** What goes back on the port of a request that crossed: all of it at once. */
function answering(context: TestContext, told: readonly unknown[]) {
  const { port1, port2 } = new MessageChannel();
  context.after(() => port1.close());
  port2.onmessage = ({ data }) => {
    for (const one of told) data.port.postMessage(one);
  };
  return requestsOver(port1);
}

const HEAD = { kind: "head", status: 200, url: "http://localhost/page", headers: [] };
const PIECE = { kind: "piece", piece: new TextEncoder().encode("once ") };

test("PL-03 a page that comes in pieces is read to its end", async (context) => {
  const send = answering(context, [HEAD, PIECE, PIECE, { kind: "end" }]);
  const response = await send(new Request("http://localhost/page"), null);
  assert.equal(response.url, "http://localhost/page");
  assert.equal(await response.text(), "once once ");
});

test("PL-03 a page that nobody reads on may still come to its end", async (context) => {
  const send = answering(context, [HEAD, PIECE, { kind: "end" }]);
  const response = await send(new Request("http://localhost/page"), null);
  await response.body?.cancel();
  // A piece that met a closed stream would end the process.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test("PL-03 a request that is stopped tells why, though its answer came meanwhile", async (context) => {
  const send = answering(context, [HEAD, PIECE, { kind: "end" }]);
  const stop = new AbortController();
  const response = await send(new Request("http://localhost/page", { signal: stop.signal }), null);
  stop.abort(new Error("stopped"));
  await assert.rejects(response.text(), /stopped/);
});
