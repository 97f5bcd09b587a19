/** Limits of an exchange in size, time and number, and what of it is told. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  createProxy,
  hashOf,
  type ProxyLogEntry,
  type ProxyServerOptions,
  rateLimit,
  userWith,
} from "../../src/proxy.ts";

const TOKEN = "amb_a-token-of-these-tests-0123456789";
const KEY = "sk-key-of-these-tests-0123456789";

/** A proxy of one service, which answers so. */
async function proxyOf(
  context: TestContext,
  listener: RequestListener,
  options: Partial<ProxyServerOptions> = {},
) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const entries: ProxyLogEntry[] = [];
  const proxy = createProxy({
    services: [{ address, key: KEY, keyHeader: "x-api-key" }],
    origins: [],
    userOf: userWith({ ann: await hashOf(TOKEN) }),
    log: (entry) => entries.push(entry),
    ...options,
  });
  const ask = (init: RequestInit & { duplex?: "half" } = {}) => {
    const url = `https://proxy.example.org/proxy?url=${encodeURIComponent(`${address}/x?q=secret`)}`;
    return proxy(new Request(url, { headers: { "x-proxy-token": TOKEN }, ...init }));
  };
  return { ask, entries, address };
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { error: { code: unknown } }).error.code;
}

test("MB-21 each piece of a stream is passed back as it comes", async (context) => {
  let answering: ServerResponse | undefined;
  const { ask, entries } = await proxyOf(context, (_, response) => {
    answering = response;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 0\n\n");
  });
  const response = await ask();
  const reader = response.body?.getReader();
  for (let at = 0; at < 5; at += 1) {
    // Only now is the next one written: nothing waits for the end.
    const piece = await reader?.read();
    assert.equal(Buffer.from(piece?.value ?? []).toString(), `data: ${at}\n\n`);
    answering?.write(`data: ${at + 1}\n\n`);
  }
  assert.deepEqual(entries, []);
  answering?.end();
  while (!(await reader?.read())?.done);
  const [{ milliseconds, host, ...entry } = {} as ProxyLogEntry] = entries;
  assert.ok(milliseconds >= 0);
  assert.match(host ?? "", /^127\.0\.0\.1:\d+$/);
  assert.deepEqual(entry, { user: "ann", method: "GET", status: 200, code: null, bytes: 54 });
});

test("MB-21 an answer that is declared too long is not begun", async (context) => {
  const long = Buffer.alloc(2000);
  const { ask, entries } = await proxyOf(context, (_, response) => response.end(long), {
    limits: { answerBytes: 1999 },
  });
  const response = await ask();
  assert.deepEqual([response.status, await codeOf(response)], [502, "answer_too_large"]);
  assert.equal(entries[0]?.code, "answer_too_large");
});

test("MB-21 an answer that becomes too long breaks off, and its target is left", async (context) => {
  let closed: Promise<unknown> | undefined;
  const { ask, entries } = await proxyOf(
    context,
    (_, response) => {
      closed = once(response, "close");
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000)));
      };
      response.on("drain", write);
      write();
    },
    { limits: { answerBytes: 100_000 } },
  );
  const response = await ask();
  assert.equal(response.status, 200);
  await assert.rejects(response.arrayBuffer());
  await closed;
  assert.equal(entries.length, 1);
  assert.equal(entries[0]?.code, "answer_too_large");
  assert.ok((entries[0]?.bytes ?? Infinity) <= 100_000);
});

test("MB-21 a packed answer counts by what it holds", async (context) => {
  const packed = gzipSync(Buffer.alloc(5_000_000));
  assert.ok(packed.length < 10_000);
  const { ask } = await proxyOf(
    context,
    (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
    { limits: { answerBytes: 1_000_000 } },
  );
  const response = await ask();
  assert.equal(response.headers.get("content-encoding"), null);
  await assert.rejects(response.arrayBuffer());
});

test("MB-21 a target that says nothing is left", async (context) => {
  const limits = { silence: 60 };
  const mute = await proxyOf(context, () => {}, { limits });
  const unbegun = await mute.ask();
  assert.deepEqual([unbegun.status, await codeOf(unbegun)], [504, "target_timeout"]);
  const falling = await proxyOf(context, (_, response) => response.writeHead(200).write("x"), {
    limits,
  });
  await assert.rejects((await falling.ask()).text());
  assert.deepEqual(
    falling.entries.map(({ status, code, bytes }) => [status, code, bytes]),
    [[200, "target_timeout", 1]],
  );
});

test("MB-21 an exchange that never ends does", async (context) => {
  const { ask, entries } = await proxyOf(
    context,
    (_, response) => {
      const timer = setInterval(() => response.write("x"), 10);
      response.on("close", () => clearInterval(timer));
    },
    { limits: { time: 200, silence: 5000 } },
  );
  await assert.rejects((await ask()).text());
  assert.equal(entries[0]?.code, "target_timeout");
});

test("MB-21 a reader that waits is no silence of the target's", async (context) => {
  const { ask } = await proxyOf(context, (_, response) => response.end("x".repeat(500_000)), {
    limits: { silence: 300 },
  });
  const response = await ask();
  await new Promise((resolve) => setTimeout(resolve, 900));
  assert.equal((await response.text()).length, 500_000);
});

test("MB-21 a target that nobody waits for any more is left", async (context) => {
  let closed: Promise<unknown> | undefined;
  const listener: RequestListener = (_, response) => {
    closed = once(response, "close");
    response.writeHead(200).write("x");
  };
  const first = await proxyOf(context, listener);
  await (await first.ask()).body?.cancel();
  await closed;
  assert.equal(first.entries.length, 1);
  const gone = new AbortController();
  let arrived: () => void = () => {};
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const second = await proxyOf(context, (_, response) => {
    closed = once(response, "close");
    arrived();
  });
  const asked = second.ask({ signal: gone.signal });
  await waiting;
  gone.abort();
  assert.equal((await asked).status, 502);
  await closed;
});

test("MB-21 an answer that is cut off is not taken for a whole one", async (context) => {
  const { ask, entries } = await proxyOf(context, (_, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("half", () => response.destroy());
  });
  await assert.rejects((await ask()).text());
  assert.equal(entries[0]?.code, "target_unreachable");
});

test("MB-21 a body that does not come is not waited for", async (context) => {
  let asked = 0;
  const { ask } = await proxyOf(context, () => (asked += 1), { limits: { silence: 60 } });
  const never = new ReadableStream<Uint8Array>({ start: (one) => one.enqueue(new Uint8Array(3)) });
  const response = await ask({ method: "POST", body: never, duplex: "half" });
  assert.deepEqual([response.status, await codeOf(response)], [408, "request_timeout"]);
  const broken = new ReadableStream({ start: (one) => one.error(new Error("gone")) });
  const other = await ask({ method: "POST", body: broken, duplex: "half" });
  assert.deepEqual([other.status, await codeOf(other)], [400, "request_malformed"]);
  assert.equal(asked, 0);
});

test("MB-21 a refused body is read to its end, so that its sender sees the refusal", async (context) => {
  const { ask } = await proxyOf(context, () => assert.fail("the service was asked"));
  for (const headers of [{ "x-proxy-token": TOKEN }, {}] as Record<string, string>[]) {
    let left = 50;
    const body = new ReadableStream({
      pull(controller) {
        left -= 1;
        controller.enqueue(new Uint8Array(100_000));
        if (left === 0) controller.close();
      },
    });
    const response = await ask({ method: "POST", headers, body, duplex: "half" });
    assert.equal(
      await codeOf(response),
      "x-proxy-token" in headers ? "too_large" : "token_missing",
    );
    assert.equal(left, 0);
  }
});

test("MB-21 nobody listens: a typed error, which holds no address and no key", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const other = createProxy({
    services: [{ address: `http://127.0.0.1:${port}`, key: KEY, keyHeader: "authorization" }],
    origins: [],
    userOf: async () => "ann",
  });
  const url = `https://proxy.example.org/proxy?url=http%3A%2F%2F127.0.0.1%3A${port}%2Fpath`;
  const response = await other(new Request(url, { headers: { "x-proxy-token": TOKEN } }));
  const body = await response.text();
  assert.equal(response.status, 502);
  assert.match(body, /"code":"target_unreachable".*"retryable":true/);
  assert.doesNotMatch(body, new RegExp(`${KEY}|${port}|path`));
});

test("MB-21 a user who asks too often is told how long to wait", async (context) => {
  const { ask, entries } = await proxyOf(context, (_, response) => response.end("x"), {
    wait: async (user) => (user === "ann" ? 2.5 : 0),
  });
  const response = await ask();
  assert.equal(response.headers.get("retry-after"), "3");
  assert.deepEqual([response.status, await codeOf(response)], [429, "rate_limited"]);
  assert.deepEqual([entries[0]?.user, entries[0]?.host], ["ann", null]);
});

test("MB-21 the limit of requests fills again, for each user alone", async () => {
  let now = 0;
  const wait = rateLimit({ requests: 3, seconds: 60 }, () => now);
  for (let at = 0; at < 3; at += 1) assert.equal(await wait("ann"), 0);
  assert.equal(await wait("ann"), 20);
  assert.equal(await wait("bob"), 0);
  now = 19_999;
  assert.ok((await wait("ann")) > 0);
  now = 20_000;
  assert.equal(await wait("ann"), 0);
  now = 1e9;
  for (let at = 0; at < 3; at += 1) assert.equal(await wait("ann"), 0);
  assert.ok((await wait("ann")) > 0);
});

test("MB-21 what fails inside of the proxy says nothing of it, and no log breaks an exchange", async (context) => {
  const failing = async (): Promise<never> => {
    throw new Error(`the table of ${TOKEN} is gone`);
  };
  const unknowing = await proxyOf(context, () => {}, { userOf: failing });
  const response = await unknowing.ask();
  const body = await response.text();
  assert.equal(response.status, 500);
  assert.doesNotMatch(body, new RegExp(TOKEN));
  const logless = await proxyOf(context, (_, answer) => answer.end("x"), {
    log: () => {
      throw new Error("disk full");
    },
  });
  assert.equal(await (await logless.ask()).text(), "x");
});

test("MB-21 the key of one service goes to no other, and the nearer address decides", async (context) => {
  const seen: (string | undefined)[] = [];
  const { address } = await proxyOf(context, (request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? request.headers["x-api-key"]}`);
    response.end();
  });
  const { origin } = new URL(address);
  const proxy = createProxy({
    services: [
      { address: origin, keyHeader: "authorization", key: "outer" },
      { address: `${address}/`, keyHeader: "x-api-key", key: "inner" },
    ],
    origins: [],
    userOf: async () => "ann",
  });
  for (const path of ["/v1/a", "/v2/a", "/v1"]) {
    const url = `http://proxy.example.org/proxy?url=${encodeURIComponent(origin + path)}`;
    await (await proxy(new Request(url, { headers: { "x-proxy-token": "t" } }))).text();
  }
  assert.deepEqual(seen, ["/v1/a inner", "/v2/a Bearer outer", "/v1 inner"]);
});

const good = { services: [], origins: [], userOf: async () => null };
for (const [what, options] of [
  ["no list of services", { origins: [], userOf: good.userOf }],
  ["no users", { services: [], origins: [] }],
  ["an option that is misspelled", { ...good, page: true }],
  ["an origin with a path", { ...good, origins: ["https://a.example/app"] }],
  ["any origin", { ...good, origins: ["*"] }],
  ["the origin null", { ...good, origins: ["null"] }],
  ["a service with a password", service({ address: "https://u:p@a.example/v1" })],
  ["a service with a query", service({ address: "https://a.example/v1?key=x" })],
  ["a service by FTP", service({ address: "ftp://a.example" })],
  ["a service that is no address", service({ address: "a.example" })],
  ["a key with a line end", service({ key: "secret-key\nX-Injected: 1" })],
  ["another header for a key", service({ keyHeader: "cookie" })],
  ["subdomains for a key", service({ key: "secret-key", subdomains: true })],
  ["a path without a slash", service({ paths: ["chat"] })],
  ["a limit below zero", { ...good, limits: { time: -1 } }],
  ["a limit of another name", { ...good, limits: { bytes: 1 } }],
] as [string, ProxyServerOptions][]) {
  test(`MB-21 a proxy is not made with ${what}`, () => {
    assert.throws(
      () => createProxy(options),
      (thrown: Error & { code?: string }) => {
        assert.equal(thrown.code, "invalid_argument");
        assert.ok(!thrown.message.includes("secret-key"), thrown.message);
        return true;
      },
    );
  });
}

function service(fields: object) {
  const given = { address: "https://a.example", keyHeader: "authorization", ...fields };
  return { ...good, services: [given] };
}
