/** What Node does and refuses of the network, through the built package. */
import assert from "node:assert/strict";
import dns from "node:dns/promises";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { mock, test } from "node:test";
import { MemoryBank } from "agentic-memory-bank/node";

const PLAN = { next_task: { task_type: "NORMAL", description: "Read the page.", image: null } };
const VISIT = (url: string) =>
  `<tool_call>{"name": "visit", "arguments": {"url": "${url}", "goal": "what it says"}}</tool_call>`;

/** A model that wants a page read and then fails, and what it was asked. */
async function modelThatVisits(url: string) {
  const asked: string[] = [];
  const replies = [JSON.stringify(PLAN), VISIT(url)];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      asked.push(Buffer.concat(pieces).toString());
      const content = replies.shift();
      response.writeHead(content === undefined ? 401 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { asked, address: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

test("MB-21 a key that a model spells out is in no event and in no result", async () => {
  const key = "sk-0123456789abcdef";
  const spelt = [..."The key is ", ...key, "."];
  const events = spelt.map((letter) => ({ choices: [{ delta: { content: letter } }] }));
  const end = { choices: [{ delta: {}, finish_reason: "stop" }] };
  const stream = [...events, end].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const nothingToDo = { message: { content: '{"next_task": null}' }, finish_reason: "stop" };
  const server = createServer((request, response) => {
    let asked = "";
    request.on("data", (piece: Buffer) => {
      asked += piece.toString();
    });
    request.on("end", () => {
      const isPlan = asked.includes("next_task");
      response.end(isPlan ? JSON.stringify({ choices: [nothingToDo] }) : stream);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const llm = { provider: `http://127.0.0.1:${port}/v1`, model: "m", apiKey: key };
  const bank = await MemoryBank.open({ embedder: false, llm });
  try {
    const run = bank.research({ question: "What is the key?" });
    let told = "";
    for await (const event of run) if (event.type === "answerDelta") told += event.text;
    assert.equal(told, "The key is ….");
    assert.equal((await run.result).answer?.text, "The key is ….");
  } finally {
    bank.close();
    server.close();
  }
});

/** What the model is told of a visit of this page, which resolves to these addresses. */
async function told(url: string, addresses: string[], allowLocal: boolean): Promise<string> {
  const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
  const lookup = mock.method(dns, "lookup", resolve as unknown as typeof dns.lookup);
  const model = await modelThatVisits(url);
  const bank = await MemoryBank.open({
    embedder: false,
    llm: { provider: model.address, model: "m", retry: { retries: 0 } },
    reader: { baseUrl: "", allowLocal },
  });
  try {
    const { error } = await bank.research({ question: `What does ${url} say?` }).result;
    assert.equal(error?.code, "llm_unauthorized");
    return model.asked.at(-1) ?? "";
  } finally {
    bank.close();
    model.close();
    lookup.mock.restore();
  }
}

test("MB-20 BX-05 a name that leads into the own network is not asked", async () => {
  for (const addresses of [["10.0.0.7"], ["93.184.216.34", "::ffff:127.0.0.1"]]) {
    // A name that nobody has (RFC 2606).
    const words = await told("http://page.invalid/", addresses, false);
    assert.match(words, /page\.invalid leads to \S+, which is not on the public internet/);
  }
});

test("MB-20 BX-05 a name of the internet is asked at the address that was judged", async () => {
  const page = createServer((_, response) => response.end("The tower is 42 metres tall."));
  await new Promise<void>((listening) => page.listen(0, "127.0.0.1", listening));
  const { port } = page.address() as AddressInfo;
  const found: unknown[] = [];
  const connect = net.connect as (options: net.TcpNetConnectOpts) => net.Socket;
  // The public address is this test's server; who connects is given the judged address by its own look-up.
  const dialed = mock.method(net, "connect", (options: net.TcpNetConnectOpts) => {
    if (options.host !== "page.invalid") return connect(options);
    options.lookup?.(options.host, { all: true }, (_, addresses) => found.push(addresses));
    return connect({ host: "127.0.0.1", port });
  });
  try {
    const words = await told("http://page.invalid/", ["93.184.216.34"], false);
    assert.match(words, /The tower is 42 metres tall/);
    assert.deepEqual(found, [[{ address: "93.184.216.34", family: 4 }]]);
  } finally {
    dialed.mock.restore();
    page.close();
  }
});

test("MB-21 more silence than Node's fetch bears is refused", async () => {
  const llm = { provider: "ollama", model: "m", idleTimeout: 300_001 } as const;
  await assert.rejects(MemoryBank.open({ embedder: false, llm }), { code: "invalid_argument" });
});

test("MB-20 every name is asked where the user allows the own network", async () => {
  const page = createServer((_, response) => response.end("The tower is 42 metres tall."));
  await new Promise<void>((listening) => page.listen(0, "127.0.0.1", listening));
  const { port } = page.address() as AddressInfo;
  try {
    const words = await told(`http://localhost:${port}/`, ["10.0.0.7"], true);
    assert.match(words, /The tower is 42 metres tall/);
  } finally {
    page.close();
  }
});
