/** What Node does and refuses of the network, through the built package. */
import assert from "node:assert/strict";
import dns from "node:dns/promises";
import { createServer, type RequestListener } from "node:http";
import net, { type AddressInfo } from "node:net";
import { mock, test } from "node:test";
import { MemoryBank } from "agentic-memory-bank/node";

const PLAN = { next_task: { task_type: "NORMAL", description: "Read the page.", image: null } };
const VISIT = (url: string) =>
  `<tool_call>{"name": "visit", "arguments": {"url": "${url}", "goal": "what it says"}}</tool_call>`;
const SEARCH = '<tool_call>{"name": "search", "arguments": {"query": "tower"}}</tool_call>';

/** A model that calls these tools and then fails, and what it was asked. */
async function modelThatCalls(...calls: string[]) {
  const asked: string[] = [];
  const replies = [JSON.stringify(PLAN), ...calls];
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

/** Where names lead; none of them is anybody's (RFC 2606). */
type Names = Record<string, string[]>;

/** What the model is told of a visit of this page. */
async function told(url: string, names: Names, allowLocal: boolean, searchAt?: string) {
  const resolve = async (host: string) =>
    (names[host] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const lookup = mock.method(dns, "lookup", resolve as unknown as typeof dns.lookup);
  const model = await modelThatCalls(...(searchAt ? [SEARCH] : []), VISIT(url));
  const bank = await MemoryBank.open({
    embedder: false,
    llm: { provider: model.address, model: "m", retry: { retries: 0 } },
    ...(searchAt && { search: { baseUrl: searchAt } }),
    reader: { baseUrl: "", allowLocal },
  });
  try {
    const question = searchAt ? "How tall is the tower?" : `What does ${url} say?`;
    const { error } = await bank.research({ question }).result;
    assert.equal(error?.code, "llm_unauthorized");
    return model.asked.at(-1) ?? "";
  } finally {
    bank.close();
    model.close();
    lookup.mock.restore();
  }
}

/** What every name's server says: `answer`, whatever is asked; and at which addresses each name was asked meanwhile. */
async function served<T>(answer: RequestListener, meanwhile: () => Promise<T>) {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const dialed: [host: string, addresses: unknown][] = [];
  const connect = net.connect as (options: net.TcpNetConnectOpts) => net.Socket;
  // Any address is this test's server; who connects is given the judged addresses by its own look-up.
  const dialing = mock.method(net, "connect", (options: net.TcpNetConnectOpts) => {
    const { host = "", lookup } = options;
    if (!host.endsWith(".invalid")) return connect(options);
    if (lookup) lookup(host, { all: true }, (_, addresses) => dialed.push([host, addresses]));
    else dialed.push([host, "as the platform finds it"]);
    return connect({ host: "127.0.0.1", port });
  });
  try {
    return { told: await meanwhile(), dialed };
  } finally {
    dialing.mock.restore();
    server.close();
  }
}

const TOWER: RequestListener = (_, response) => response.end("The tower is 42 metres tall.");
const PAGE = "http://page.invalid/";
const PUBLIC = "93.184.216.34";

test("MB-20 BX-05 a name that leads into the own network is not asked", async () => {
  for (const addresses of [["10.0.0.7"], [PUBLIC, "::ffff:127.0.0.1"]]) {
    const words = await told(PAGE, { "page.invalid": addresses }, false);
    assert.match(words, /page\.invalid leads to \S+, which is not on the public internet/);
  }
});

test("MB-20 BX-05 a name of the internet is asked at the address that was judged", async () => {
  const visit = () => told(PAGE, { "page.invalid": [PUBLIC] }, false);
  const { told: words, dialed } = await served(TOWER, visit);
  assert.match(words, /The tower is 42 metres tall/);
  assert.deepEqual(dialed, [["page.invalid", [{ address: PUBLIC, family: 4 }]]]);
});

test("MB-20 BX-05 a name that leads to where clouds keep keys is asked in no case", async () => {
  for (const address of ["169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254"]) {
    const visit = () => told(PAGE, { "page.invalid": [address] }, true);
    const { told: words, dialed } = await served(TOWER, visit);
    assert.match(words, /page\.invalid leads to \S+, which is not on the public internet/);
    assert.deepEqual(dialed, []);
  }
});

test("MB-20 BX-05 the user's name is asked in the own network where that is open, at the address that was judged", async () => {
  // What announces itself in a network has a link-local address, too.
  const visit = () => told(PAGE, { "page.invalid": ["fe80::1", "10.0.0.5"] }, true);
  const { told: words, dialed } = await served(TOWER, visit);
  assert.match(words, /The tower is 42 metres tall/);
  assert.deepEqual(dialed, [["page.invalid", [{ address: "10.0.0.5", family: 4 }]]]);
});

test("MB-20 BX-05 no redirect of the internet leads by a name into the own network", async () => {
  const names = { "page.invalid": [PUBLIC], "inside.invalid": ["10.0.0.5"] };
  const redirect: RequestListener = (_, response) =>
    response.writeHead(302, { location: "http://inside.invalid/" }).end();
  const { told: words, dialed } = await served(redirect, () => told(PAGE, names, true));
  assert.match(words, /inside\.invalid leads to 10\.0\.0\.5, which is not on the public internet/);
  assert.deepEqual(
    dialed.map(([host]) => host),
    ["page.invalid"],
  );
});

test("MB-20 BX-05 no search result leads by a name into the own network", async () => {
  const found = { organic: [{ title: "Tower", link: PAGE, snippet: "Its height." }] };
  const engine: RequestListener = (_, response) => response.end(JSON.stringify(found));
  const visit = () => told(PAGE, { "page.invalid": ["10.0.0.5"] }, true, "http://search.invalid");
  const { told: words, dialed } = await served(engine, visit);
  assert.match(words, /page\.invalid leads to 10\.0\.0\.5, which is not on the public internet/);
  assert.deepEqual(
    dialed.map(([host]) => host),
    ["search.invalid"],
  );
});

test("MB-21 more silence than Node's fetch bears is refused", async () => {
  const llm = { provider: "ollama", model: "m", idleTimeout: 300_001 } as const;
  await assert.rejects(MemoryBank.open({ embedder: false, llm }), { code: "invalid_argument" });
});

test("BX-02 BX-05 a stranger's journal asks no service that is not the bank's", async () => {
  const model = await modelThatCalls();
  const llm = { provider: model.address, model: "m", retry: { retries: 0 } };
  const bank = await MemoryBank.open({ embedder: false, llm });
  try {
    const failed = await bank.research({ question: "How tall is the tower?", keep: true }).result;
    assert.equal(failed.error?.code, "llm_unauthorized");
    const journal = JSON.parse(await bank.journal(failed.docId));
    const asked = model.asked.length;
    const strange = (change: (settings: Record<string, { baseUrl: string }>) => void) => {
      const changed = structuredClone(journal);
      change(changed.settings);
      return JSON.stringify(changed);
    };
    const elsewhere = "http://169.254.169.254/latest/";
    const [search, reader] = [{ baseUrl: elsewhere }, { baseUrl: elsewhere }];
    for (const [service, text] of [
      ["web search", strange((settings) => Object.assign(settings, { search }))],
      ["page reader", strange((settings) => Object.assign(settings, { reader }))],
      ["language model", JSON.stringify(journal).replaceAll(model.address, elsewhere)],
    ] as const) {
      await assert.rejects(bank.resume(text).result, ({ code, message }) => {
        assert.match(
          message,
          new RegExp(`asks a ${service}(?: by serper)? at http://169\\.254\\.169\\.254,`),
        );
        return code === "foreign_endpoint";
      });
      assert.equal(model.asked.length, asked, "nobody is asked");
      const { termination } = await bank.replay(text).result.catch((thrown) => thrown);
      assert.notEqual(termination, "answer");
    }
    await bank.resume(JSON.stringify(journal)).result;
    assert.ok(model.asked.length > asked, "the bank's own model is asked");
  } finally {
    bank.close();
    model.close();
  }
});
