/** Users: who is let in, and that nobody sees anything of another. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { ROUTES, type Route } from "../src/routes.ts";
import { begin, refused, show, TOWER, until } from "./asking.ts";
import { Deployment, TOKENS } from "./deployment.ts";
import { streamed } from "./events.ts";

const LISTED = "https://app.example";
const SECRET = "The harbour master of Orrin is called Teodora.";

let deployment: Deployment;
let docId = "";

before(async () => {
  deployment = await Deployment.start({
    variables: { ORIGINS: `${LISTED}, https://other.example:8443` },
    options: { kvNamespaces: ["TOKENS"] },
  });
  docId = await begin(deployment, "ann");
  await until(deployment, "ann", docId, "finished");
  const observations = [
    { content: SECRET, memoryType: "conversation", speaker: "user", trust: "given" },
  ];
  const observed = { memory: "hierarchy", op: "observe", observations };
  assert.equal((await deployment.send("ann", "/api/memory", observed)).status, 200);
});
after(() => deployment.end());

/** Asks a route, about a run of Ann's where it takes one. */
function ask(route: Route, init: RequestInit = {}): Promise<Response> {
  const { method, path, takes } = route;
  const type = takes?.[0];
  return fetch(deployment.address + path.replace("ID", docId), {
    method,
    ...(type !== undefined && { body: bodyFor(route) }),
    ...init,
    headers: { ...(type !== undefined && { "content-type": type }), ...(init.headers as object) },
  });
}

function bodyFor({ name }: Route): string {
  if (name === "beginRun") return JSON.stringify({ ...TOWER, continueFrom: docId });
  if (name === "askMemory")
    return JSON.stringify({ memory: "hierarchy", op: "browse", after: null, limit: 10 });
  return '{"format":"amb-long-term-memory","version":1}\n';
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

for (const route of ROUTES) {
  const named = `${route.method} ${route.path}`;

  test(`PL-02 ${named} lets nobody in without a token, or with one that is nobody's`, async () => {
    assert.deepEqual(await refused(await ask(route)), [401, "token_missing"]);
    for (const authorization of ["Basic YTpi", "Bearer", "bearer ", TOKENS.ann]) {
      const answer = await ask(route, { headers: { authorization } });
      assert.deepEqual(await refused(answer), [401, "token_missing"]);
    }
    const hash = createHash("sha256").update(TOKENS.ann).digest("hex");
    for (const token of ["x", hash, `${TOKENS.ann}x`, TOKENS.ann.slice(0, -1), "a".repeat(9000)]) {
      const answer = await ask(route, bearer(token));
      assert.equal(answer.headers.get("www-authenticate"), "Bearer");
      assert.deepEqual(await refused(answer), [401, "token_unknown"]);
    }
  });

  if (route.name === "deleteUser") continue;

  test(`PL-02 ${named} shows Ben nothing of Ann's`, async () => {
    const headers = {
      ...bearer(TOKENS.ben).headers,
      cookie: `user=ann; token=${TOKENS.ann}`,
      "x-user": "ann",
      "x-proxy-token": TOKENS.ann,
    };
    const answer = await ask(route, { headers });
    const text = await answer.text();
    for (const own of [SECRET, "guide.txt", "43 metres", "1871"])
      assert.ok(!text.includes(own), text);
    if (!route.path.includes("ID")) return;
    assert.equal(answer.status, 404);
    assert.equal(JSON.parse(text).error.code, "stored_run_not_found");
  });
}

test("PL-02 Ben deletes everything of his, and nothing of Ann's", async () => {
  const own = await begin(deployment, "ben");
  await until(deployment, "ben", own, "finished");
  const path = `/api/user?user=ann&id=${docId}`;
  assert.equal((await deployment.ask("ben", path, { method: "DELETE" })).status, 204);
  assert.deepEqual(await (await deployment.ask("ben", "/api/runs")).json(), { runs: [] });
  const { run, result } = await show(deployment, "ann", docId);
  assert.equal(run.state.state, "finished");
  assert.match(result?.answer?.text ?? "", /43 metres/);
  const memory = await (await deployment.ask("ann", "/api/memory/export")).text();
  assert.ok(memory.includes(SECRET));
});

test("PL-02 a user of the namespace TOKENS is let in by the hash of the token", async () => {
  const tokens = await deployment.miniflare.getKVNamespace("TOKENS");
  const token = "amb_of-cleo-alone";
  await tokens.put(createHash("sha256").update(token).digest("hex"), "cleo");
  const route = ROUTES.find(({ name }) => name === "listRuns") as Route;
  const answer = await ask(route, bearer(token));
  assert.deepEqual(await answer.json(), { runs: [] });
});

test("PL-02 a page of an origin that is not listed is refused, whatever it asks", async () => {
  const origins = [
    "https://evil.example",
    `${LISTED}.evil.example`,
    "http://app.example",
    `${LISTED}:444`,
    "null",
    "https://APP.example",
  ];
  for (const origin of origins) {
    for (const method of ["GET", "OPTIONS", "POST"]) {
      const headers = { origin, ...bearer(TOKENS.ann).headers };
      const answer = await fetch(`${deployment.address}/api/runs`, { method, headers });
      assert.equal(answer.headers.get("access-control-allow-origin"), null);
      assert.deepEqual(await refused(answer), [403, "origin_refused"], origin);
    }
  }
});

test("PL-02 a page of a listed origin, and the deployment's own, may call and read the answer", async () => {
  for (const origin of [LISTED, "https://other.example:8443", deployment.address]) {
    const asks = {
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    };
    const before = { method: "OPTIONS", headers: { origin, ...asks } };
    const preflight = await fetch(`${deployment.address}/api/runs`, before);
    assert.equal(preflight.status, 204);
    assert.match(
      preflight.headers.get("access-control-allow-headers") ?? "",
      /authorization.*last-event-id/,
    );
    const headers = { origin, ...bearer(TOKENS.ann).headers };
    const answer = await fetch(`${deployment.address}/api/runs`, { headers });
    for (const { headers } of [preflight, answer]) {
      assert.equal(headers.get("access-control-allow-origin"), origin);
      assert.equal(headers.get("access-control-allow-credentials"), null);
      assert.match(headers.get("vary") ?? "", /Origin/);
    }
    assert.equal(answer.status, 200);
  }
});

test("PL-02 an unknown route, and a method that a route does not take, are told in JSON", async () => {
  for (const path of ["/api", "/api/", "/api/nothing", "/api/runs/", `/api/runs/${docId}/secret`]) {
    assert.deepEqual(await refused(await deployment.ask("ann", path)), [404, "not_found"], path);
  }
  for (const [method, path] of [
    ["PUT", "/api/runs"],
    ["POST", "/api/user"],
    ["PATCH", "/api/deployment"],
  ] as const) {
    const answer = await deployment.ask("ann", path, { method });
    assert.deepEqual(await refused(answer), [405, "method_refused"]);
  }
});

test("PL-02 a user who asks too often waits", async () => {
  await deployment.deploy({
    options: { ratelimits: { API_LIMIT: { simple: { limit: 3, period: 60 } } } },
  });
  for (let asked = 0; asked < 3; asked += 1) {
    assert.equal((await deployment.ask("ben", "/api/runs")).status, 200);
  }
  const answer = await deployment.ask("ben", "/api/runs");
  assert.equal(answer.headers.get("retry-after"), "60");
  assert.deepEqual(await refused(answer), [429, "rate_limited"]);
  assert.equal((await deployment.ask("ann", "/api/runs")).status, 200);
});

test("PL-02 events of a run are streamed to its own user alone", async () => {
  await deployment.deploy({});
  const path = `/api/runs/${docId}/events`;
  assert.ok((await streamed(await deployment.ask("ann", path))).sent.length > 5);
  assert.equal((await deployment.ask("ben", path)).status, 404);
});

test("PL-02 the page is told what the deployment has, and comes with its policy", async () => {
  for (const path of ["/", "/index.html"]) {
    const page = await deployment.ask(null, path);
    const html = await page.text();
    const [, content = ""] = /<meta name="deployment" content="([^"]*)">/.exec(html) ?? [];
    const told = JSON.parse(content.replaceAll("&quot;", '"'));
    assert.deepEqual(told, await (await deployment.ask(null, "/api/deployment")).json());
    const policy = page.headers.get("content-security-policy") ?? "";
    for (const part of [
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self'",
      "frame-ancestors 'none'",
    ]) {
      assert.ok(policy.includes(part), policy);
    }
    assert.equal(page.headers.get("x-content-type-options"), "nosniff");
    assert.equal(page.headers.get("referrer-policy"), "no-referrer");
  }
  const posted = await deployment.ask(null, "/", { method: "POST" });
  assert.deepEqual(await refused(posted), [405, "method_refused"]);
});
