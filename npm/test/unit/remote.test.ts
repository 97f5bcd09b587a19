/** The client of a deployment, its calls and their failures, against a stand-in on loopback. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, beforeEach, test } from "node:test";
import { inspect } from "node:util";
import { MemoryBankError, RemoteBank } from "../../src/remote.ts";
import type { ResearchRequest } from "../../src/types.ts";
import { failure, json, StandIn, TOKEN } from "../deployment.ts";
import { someResult } from "../fixtures.ts";

const standIns: StandIn[] = [];
let server: StandIn;

beforeEach(async () => {
  server = await StandIn.start();
  standIns.push(server);
});
after(() => {
  for (const standIn of standIns) standIn.close();
});

const ASKED: ResearchRequest = { question: "What is ownership?" };

test("PL-02 every call has its route", async () => {
  const bank = server.bank();
  assert.deepEqual((await bank.deployment()).signIn, ["token"]);
  assert.deepEqual(
    (await bank.runs()).map(({ id }) => id),
    ["d1"],
  );
  assert.deepEqual((await bank.run("d1")).result, someResult());
  await bank.stop("d1");
  assert.deepEqual(JSON.parse(await bank.export("d1")), { export: true });
  assert.deepEqual(JSON.parse(await bank.journal("d1")), { journal: true });
  await bank.delete("d1");
  await bank.deleteEverything();
  server.memory = (request) => request;
  assert.deepEqual(await bank.keepUp({ idle: false }), { memory: "upkeep", idle: false });
  const routes = server.asked.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(routes, [
    "GET /api/deployment",
    "GET /api/runs",
    "GET /api/runs/d1",
    "POST /api/runs/d1/stop",
    "GET /api/runs/d1/export",
    "GET /api/runs/d1/journal",
    "DELETE /api/runs/d1",
    "DELETE /api/user",
    "POST /api/memory",
  ]);
  await assert.rejects(bank.openRun("a/../../user").result, { code: "stored_run_not_found" });
  assert.equal(server.asked.at(-1)?.path, "/api/runs/a%2F..%2F..%2Fuser/events");
});

test("PL-02 both memories are asked over the API as they are in a bank", async () => {
  const asked: unknown[] = [];
  server.memory = (request) => {
    asked.push(request);
    return { text: "one line\n", next: null };
  };
  const bank = server.bank();
  await bank.memory.observe("I like tea.");
  await bank.trajectories.mistakes("in a loop");
  let file = "";
  for await (const part of bank.exportLongTerm()) file += part;
  assert.match(file, /^\{"format":"amb-long-term-memory","version":1\}\none line\none line\n$/);
  await bank.importLongTerm('{"format":"amb-trajectory-memory"}\n');
  const told = asked.map((request) => {
    const { memory, op } = request as Record<string, string>;
    return `${memory} ${op}`;
  });
  assert.deepEqual(told, [
    "hierarchy observe",
    "trajectories mistakes",
    "hierarchy export",
    "trajectories export",
    "trajectories readImport",
    "trajectories readImport",
    "trajectories checkImport",
    "trajectories import",
    "trajectories dropImport",
  ]);
});

test("PL-02 bad input is refused before anything is sent", async () => {
  const bank = server.bank();
  const refused: [Promise<unknown>, string][] = [
    [bank.research({ question: " " }).result, "empty_question"],
    [bank.research({ question: "a", documnts: [] } as ResearchRequest).result, "invalid_argument"],
    [bank.research(ASKED, { signal: {} as AbortSignal }).result, "invalid_argument"],
    [bank.research(ASKED, { budget: { monney: 1 } as object }).result, "invalid_argument"],
    [bank.openRun(7 as unknown as string).result, "invalid_argument"],
    [bank.stop(undefined as unknown as string), "invalid_argument"],
    [bank.keepUp({ idle: 1 as unknown as boolean }), "invalid_argument"],
    [bank.importLongTerm(7 as unknown as string), "invalid_argument"],
    [bank.memory.observe(7 as unknown as string), "invalid_argument"],
  ];
  for (const [refusal, code] of refused) await assert.rejects(refusal, { code });
  assert.deepEqual(server.asked, []);
});

test("PL-02 an address or a token that cannot be one is refused, and the token is not repeated", () => {
  const addresses = [
    "",
    "amb.example",
    "ftp://amb.example",
    "https://anna:secret@amb.example",
    7,
    undefined,
  ];
  for (const address of addresses) {
    assert.throws(
      () => RemoteBank.connect({ address: address as string }),
      (thrown) => {
        assert.ok(thrown instanceof MemoryBankError);
        assert.equal(thrown.code, "invalid_argument");
        assert.doesNotMatch(inspect(thrown), /secret/);
        return true;
      },
    );
  }
  for (const token of ["", "a secret", "secret\r\nx: y", "sécret"]) {
    assert.throws(
      () => RemoteBank.connect({ address: "https://amb.example", token }),
      (thrown) => {
        assert.ok(thrown instanceof MemoryBankError);
        assert.equal(thrown.code, "invalid_argument");
        assert.doesNotMatch(inspect(thrown), /secret|sécret/);
        return true;
      },
    );
  }
});

test("PL-02 an address may have a path, and a token blanks around it", async () => {
  server.answers = (_, response) => {
    json(response, 200, { runs: [] });
    return true;
  };
  await RemoteBank.connect({
    address: new URL(`${server.address}/bank/`),
    token: `\n${TOKEN} `,
  }).runs();
  const [asked] = server.asked;
  assert.deepEqual(
    [asked?.path, asked?.headers.authorization],
    ["/bank/api/runs", `Bearer ${TOKEN}`],
  );
});

const HTML = "<!doctype html><title>Welcome</title>";
const page =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "text/html", ...headers });
    response.end(HTML);
  };

/** Answers that a call may meet, and the error that they become. */
const ANSWERS: [string, (response: ServerResponse) => void, Partial<MemoryBankError>][] = [
  ["an HTML page", page(200), { code: "no_deployment", retryable: false }],
  ["a missing page", page(404), { code: "no_deployment", retryable: false }],
  [
    "a redirect",
    (response) => {
      response.writeHead(302, { location: `${server.address}/else` });
      response.end();
    },
    { code: "no_deployment" },
  ],
  ["other JSON", (response) => json(response, 200, { hello: 1 }), { code: "no_deployment" }],
  [
    "JSON that is none",
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"runs":');
    },
    { code: "no_deployment" },
  ],
  ["an unknown token", page(401), { code: "token_unknown", retryable: false }],
  ["a wall before the deployment", page(403), { code: "access_refused", retryable: false }],
  ["too much at once", page(413), { code: "too_large", retryable: false }],
  [
    "a limit",
    page(429, { "retry-after": "7" }),
    { code: "rate_limited", retryable: true, retryAfter: 7 },
  ],
  ["a gateway's failure", page(502), { code: "deployment_failed", retryable: true }],
  [
    "an overloaded isolate",
    (response) =>
      json(response, 503, failure("overloaded", "too much memory in use: wait", true), {
        "retry-after": "5",
      }),
    {
      code: "overloaded",
      retryable: true,
      retryAfter: 5,
      message: "too much memory in use: wait (wait 5 s)",
    },
  ],
  [
    "a clock that disagrees",
    (response) =>
      json(response, 503, failure("overloaded", "wait", true), {
        date: "Thu, 01 Jan 1998 00:00:00 GMT",
        "retry-after": "Thu, 01 Jan 1998 00:00:09 GMT",
      }),
    { code: "overloaded", retryAfter: 9 },
  ],
  [
    "an error of another shape",
    (response) => json(response, 400, { error: "no" }),
    { code: "no_deployment" },
  ],
  [
    "an answer that is cut off",
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "999" });
      response.write("{", () => response.destroy());
    },
    { code: "network_broken", retryable: true },
  ],
  [
    "a connection that is cut",
    (response) => response.destroy(),
    { code: "network_unreachable", retryable: true },
  ],
  [
    "a server that repeats the token",
    (response) => json(response, 400, failure("invalid", `you said Bearer ${TOKEN}`)),
    { code: "invalid", message: "you said Bearer [token]" },
  ],
];

for (const [name, answer, expected] of ANSWERS) {
  test(`PL-02 ${name} is a typed error, without the token`, async () => {
    server.answers = ({ path }, response) => {
      if (path === "/else") return false;
      answer(response);
      return true;
    };
    const bank = server.bank({ patience: 10, askedPatience: 10 });
    const calls = [
      () => bank.runs(),
      () => bank.memory.stats(),
      () => bank.research(ASKED).result,
      () => bank.openRun("d1").result,
    ];
    for (const [at, call] of calls.entries()) {
      await assert.rejects(call, (thrown) => {
        assert.ok(thrown instanceof MemoryBankError);
        assert.doesNotMatch(inspect(thrown, { depth: 9 }), new RegExp(TOKEN));
        if (at < 2)
          for (const [field, value] of Object.entries(expected)) {
            assert.equal(thrown[field as keyof MemoryBankError], value, field);
          }
        return true;
      });
    }
    assert.deepEqual(
      server.asked.filter(({ path }) => path === "/else"),
      [],
    );
  });
}

test("PL-02 a run that may have begun although its answer did not come says so", async () => {
  server.answers = ({ path }, response) => {
    if (path === "/api/runs") response.destroy();
    return path === "/api/runs";
  };
  const run = server.bank().research(ASKED);
  await assert.rejects(run.result, { code: "network_unreachable", message: /runs\(\) first/ });
});

test("PL-02 nobody at the address is told as that", async () => {
  const bank = server.bank();
  server.close();
  await assert.rejects(bank.runs(), { code: "network_unreachable", retryable: true });
});
