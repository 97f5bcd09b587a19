/** The proxy as a command: what it prints, and how it ends. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { run, start } from "../cli/program.ts";

/** Keys of services in the environment would change what is tested. */
const NOTHING = {
  LLM_API_KEY: "",
  LLM_BASE_URL: "",
  SERPER_API_KEY: "",
  JINA_API_KEY: "",
  SEARCH_SERVICE: "",
};

const OWN_TOKEN = "a-token-of-my-own-0123456789";

interface Started {
  address: string;
  token: string;
  stdout(): string;
  stderr(): string;
  /** Sends a signal, and returns the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the command on a free port, and waits until it serves. */
async function started(
  context: TestContext,
  words: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Started> {
  const child = start(["proxy", "--port", "0", ...words], { ...NOTHING, ...environment });
  context.after(() => child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  child.stderr?.on("data", (text) => {
    stderr += String(text);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (text) => {
      stdout += String(text);
      if (stdout.split("\n").length > 2) resolve();
    });
    child.on("exit", () => reject(new Error(stderr)));
  });
  const [, address = "", token = ""] = /^address {2}(\S+)\ntoken {4}(.*)\n$/.exec(stdout) ?? [];
  return {
    ...{ address, token },
    stdout: () => stdout,
    stderr: () => stderr,
    stop(signal = "SIGINT") {
      child.kill(signal);
      return exited;
    },
  };
}

test("MB-21 PL-06 the command prints address and a fresh token, serves, and ends by Ctrl-C", async (context) => {
  const proxy = await started(context, ["--pages", "--origin", "https://app.example"]);
  assert.match(proxy.address, /^http:\/\/127\.0\.0\.1:\d+\/proxy\?url=$/);
  assert.match(proxy.token, /^amb_[\w-]{43}$/);
  assert.match(
    proxy.stderr(),
    /^asks public pages for programs and pages of https:\/\/app\.example; Ctrl-C ends it\n$/,
  );
  const target = proxy.address + encodeURIComponent("http://127.0.0.1/secret?x=1");
  const headers = { "X-Proxy-Token": proxy.token };
  assert.equal((await fetch(target, { headers })).status, 403);
  assert.equal((await fetch(target)).status, 401);
  const greeting = await (await fetch(new URL("/", proxy.address))).text();
  assert.match(greeting, /^This is the proxy of agentic-memory-bank\. .*\n/);
  assert.equal(await proxy.stop(), 0);
  const [, refused = "", unknown = "", end] = proxy.stderr().split("\n");
  assert.match(refused, /^[\d-]+T[\d:.]+Z \S+ GET 127\.0\.0\.1 403 \d+ ms \d+ B target_refused$/);
  assert.match(unknown, /Z - GET - 401 \d+ ms \d+ B token_missing$/);
  assert.equal(end, "");
});

test("MB-21 PL-06 a token of one's own is used and not printed", async (context) => {
  const proxy = await started(context, ["--pages"], { AMB_PROXY_TOKEN: ` ${OWN_TOKEN}\n` });
  assert.equal(proxy.token, "that of AMB_PROXY_TOKEN");
  const target = proxy.address + encodeURIComponent("http://localhost/");
  const headers = { "X-Proxy-Token": OWN_TOKEN };
  assert.equal((await fetch(target, { headers })).status, 403);
  assert.equal(await proxy.stop("SIGTERM"), 0);
  assert.ok(!(proxy.stdout() + proxy.stderr()).includes(OWN_TOKEN));
});

test("MB-21 PL-06 the language model of the environment is asked with its key, piece by piece", async (context) => {
  const key = "sk-key-of-this-test-0123456789";
  let finish: () => void = () => {};
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${request.headers.authorization === `Bearer ${key}`}\n\n`);
    finish = () => response.end(`data: ${key}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const proxy = await started(context, [], { LLM_BASE_URL: address, LLM_API_KEY: key });
  const response = await fetch(proxy.address + encodeURIComponent(`${address}/chat/completions`), {
    method: "POST",
    headers: { "X-Proxy-Token": proxy.token, "content-type": "application/json" },
    body: "{}",
  });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  assert.equal(Buffer.from(first?.value ?? []).toString(), "data: true\n\n");
  finish();
  let rest = "";
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    rest += Buffer.from(piece.value).toString();
  }
  assert.equal(rest, "data: …\n\n");
  assert.equal(await proxy.stop(), 0);
  assert.ok(!(proxy.stdout() + proxy.stderr()).includes(key));
});

test("MB-21 PL-06 Ctrl-C ends the proxy in the middle of an answer", async (context) => {
  const server = createServer((_, response) => response.write("x"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await started(context, [], { LLM_BASE_URL: address });
  const target = proxy.address + encodeURIComponent(`${address}/models`);
  const response = await fetch(target, { headers: { "X-Proxy-Token": proxy.token } });
  const text = assert.rejects(response.text());
  assert.equal(await proxy.stop(), 0);
  await text;
});

test("MB-21 PL-06 services are known by name, and by their keys", async (context) => {
  const keys = { LLM_BASE_URL: "ollama", SERPER_API_KEY: "s", JINA_API_KEY: "j" };
  const named = await started(context, [], keys);
  assert.match(
    named.stderr(),
    /^asks localhost:11434, google\.serper\.dev, r\.jina\.ai for programs;/,
  );
  const free = await started(context, [], { SEARCH_SERVICE: "wikipedia" });
  assert.match(free.stderr(), /^asks wikipedia\.org for programs;/);
  const keyed = await started(context, ["--pages"], { LLM_API_KEY: "k" });
  assert.match(keyed.stderr(), /^asks api\.deepseek\.com, public pages for programs;/);
});

test("MB-21 PL-06 an address beyond loopback is warned of", async (context) => {
  const proxy = await started(context, ["--pages", "--host", "0.0.0.0"]);
  assert.match(proxy.stderr(), /^warning: http:\/\/0\.0\.0\.0:\d+ is reached without TLS.*HTTPS/m);
});

test("MB-21 PL-06 a busy port is told with what to do", async (context) => {
  const first = await started(context, ["--pages"]);
  const { port } = new URL(first.address);
  const second = await run(["proxy", "--pages", "--port", port], "", NOTHING);
  assert.deepEqual(second, {
    status: 1,
    stdout: "",
    stderr: `error: port ${port} of 127.0.0.1 is in use: give another one with --port, or end the program that has it\n`,
  });
});

for (const [what, words, environment, message] of [
  ["nothing to ask", [], {}, /nothing to ask: set LLM_API_KEY or LLM_BASE_URL, .*--pages/],
  ["a short token", ["--pages"], { AMB_PROXY_TOKEN: "letmein" }, /AMB_PROXY_TOKEN must have 20 to/],
  [
    "a token with blanks",
    ["--pages"],
    { AMB_PROXY_TOKEN: "my secret is quite a long one" },
    /AMB_PROXY_TOKEN must have .* no blanks/,
  ],
  ["an endpoint that is none", [], { LLM_BASE_URL: "nowhere" }, /LLM_BASE_URL is no endpoint/],
  [
    "a key with blanks",
    [],
    { LLM_API_KEY: "a b-secret" },
    /key of service 1 \(api\.deepseek\.com\) holds characters that no key has/,
  ],
  ["another machine's address", ["--pages", "--host", "192.0.2.1"], {}, /--host/],
] as [string, string[], NodeJS.ProcessEnv, RegExp][]) {
  test(`MB-21 PL-06 the proxy does not start with ${what}, and says so in one line`, async () => {
    const { status, stdout, stderr } = await run(["proxy", ...words, "--port", "0"], "", {
      ...NOTHING,
      ...environment,
    });
    assert.ok(status === 1 || status === 2, `${status}`);
    assert.equal(stdout, "");
    assert.match(stderr, /^error: [^\n]*\n$/);
    assert.match(stderr, message);
    for (const secret of [environment.AMB_PROXY_TOKEN, environment.LLM_API_KEY]) {
      assert.ok(!secret || !stderr.includes(secret));
    }
  });
}
