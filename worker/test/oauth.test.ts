/** OAuth: a client gets a token of its own, and never sees the user's. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { begin, refused, until } from "./asking.ts";
import { Deployment, TOKENS } from "./deployment.ts";

const CLIENT = "https://client.example/callback?from=<script>";
const NAME = '<img src=x onerror="alert(1)">';

const deployment = await Deployment.start({ options: { kvNamespaces: ["OAUTH_KV"] } });
after(() => deployment.end());

const at = (path: string) => `${deployment.address}${path}`;

/** A client that is registered, and a request of it. */
async function client() {
  const body = JSON.stringify({
    client_name: NAME,
    redirect_uris: [CLIENT],
    token_endpoint_auth_method: "none",
  });
  const headers = { "content-type": "application/json" };
  const registered = await fetch(at("/register"), { method: "POST", headers, body });
  assert.equal(registered.status, 201);
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const asked = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: CLIENT,
    state: "the-client's-state",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  return { client_id, verifier, address: at(`/authorize?${asked}`) };
}

/** The page that asks the user, and what its form carries. */
async function asked(address: string, init: RequestInit = {}) {
  const page = await fetch(address, { redirect: "manual", ...init });
  const html = await page.text();
  const [, handle = ""] = /name="handle" value="([^"]+)"/.exec(html) ?? [];
  const cookie = page.headers.getSetCookie().map((set) => set.split(";")[0]);
  return { page, html, handle, cookie: cookie.join("; ") };
}

const decide = (address: string, cookie: string, fields: Record<string, string>) =>
  fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
  });

/** The token that a client gets for Ann. */
async function granted(): Promise<{ token: string; refresh: string; client_id: string }> {
  const { client_id, verifier, address } = await client();
  const { handle, cookie } = await asked(address);
  const fields = { handle, token: ` ${TOKENS.ann} `, decision: "approve" };
  const answer = await decide(address, cookie, fields);
  assert.equal(answer.status, 302);
  const to = new URL(answer.headers.get("location") ?? "");
  assert.equal(to.origin, "https://client.example");
  assert.equal(to.searchParams.get("state"), "the-client's-state");
  assert.ok(!to.href.includes(TOKENS.ann));
  const exchange = new URLSearchParams({
    grant_type: "authorization_code",
    code: to.searchParams.get("code") ?? "",
    client_id,
    redirect_uri: CLIENT,
    code_verifier: verifier,
  });
  const got = await fetch(at("/token"), { method: "POST", body: exchange });
  assert.equal(got.status, 200);
  const { access_token, refresh_token } = (await got.json()) as Record<string, string>;
  return { token: access_token ?? "", refresh: refresh_token ?? "", client_id };
}

const bearer = (token: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { authorization: `Bearer ${token}` },
});

test("PL-02 an OAuth client's token is Ann's, until Ann deletes everything", async () => {
  const docId = await begin(deployment, "ann");
  await until(deployment, "ann", docId, "finished");
  const { token, refresh, client_id } = await granted();
  const seen = await fetch(at("/api/runs"), bearer(token));
  const { runs } = (await seen.json()) as { runs: { id: string }[] };
  assert.deepEqual(
    runs.map(({ id }) => id),
    [docId],
  );
  assert.equal((await fetch(at(`/api/runs/${docId}`), bearer(`${token}x`))).status, 401);

  const all = await fetch(at("/api/user"), bearer(token, { method: "DELETE" }));
  assert.equal(all.status, 204);
  assert.deepEqual(await refused(await fetch(at("/api/runs"), bearer(token))), [
    401,
    "token_unknown",
  ]);
  const again = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refresh,
    client_id,
  });
  assert.equal((await fetch(at("/token"), { method: "POST", body: again })).status, 400);
  assert.deepEqual(await (await deployment.ask("ann", "/api/runs")).json(), { runs: [] });
});

test("PL-02 MB-21 the page with the token's field runs nothing, and shows what a client says as text", async () => {
  const { address } = await client();
  const { page, html } = await asked(address);
  assert.equal(page.status, 200);
  const policy = page.headers.get("content-security-policy") ?? "";
  for (const part of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://client.example",
  ]) {
    assert.ok(policy.includes(part), policy);
  }
  assert.equal(page.headers.get("referrer-policy"), "no-referrer");
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.ok(!html.includes("<img") && !html.includes("<script"), html);
  assert.ok(html.includes("client.example"));
  assert.equal(html.match(/<input type="password"/g)?.length, 1);
});

test("PL-02 a form that another page sends grants nothing", async () => {
  const { address } = await client();
  const { handle, cookie } = await asked(address);
  const fields = { handle, token: TOKENS.ann, decision: "approve" };
  for (const [others, sent] of [
    ["", fields],
    [cookie.replace(/=.*/, "=other"), fields],
    [cookie, { ...fields, handle: "" }],
    [cookie, { ...fields, handle: `${handle}x` }],
  ] as const) {
    const answer = await decide(address, others, sent);
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get("location"), null);
  }
});

test("PL-02 a token that is nobody's grants nothing, and the page asks again", async () => {
  const { address } = await client();
  const first = await asked(address);
  for (const token of ["", "wrong", TOKENS.ann.slice(1)]) {
    const { handle, cookie } = await asked(address);
    const answer = await decide(address, cookie, { handle, token, decision: "approve" });
    assert.equal(answer.status, 403);
    assert.match(await answer.text(), /Nobody has this access token/);
  }
  const fields = { handle: first.handle, token: TOKENS.ann, decision: "deny" };
  const denied = await decide(address, first.cookie, fields);
  assert.match(denied.headers.get("location") ?? "", /error=access_denied/);
});

test("PL-02 a client that is not known, or asks for another address, is not sent anywhere", async () => {
  const { address } = await client();
  const wrong = [
    address.replace(/client_id=[^&]+/, "client_id=nobody"),
    address.replace(encodeURIComponent(CLIENT), encodeURIComponent("https://evil.example/")),
  ];
  for (const one of wrong) {
    const { page, html } = await asked(one);
    assert.equal(page.status, 400);
    assert.equal(page.headers.get("location"), null);
    assert.ok(!html.includes("password"));
  }
});

test("PL-02 a client learns where to sign in", async () => {
  const answer = await fetch(at("/api/runs"));
  const challenge = answer.headers.get("www-authenticate") ?? "";
  const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  const resource = (await (await fetch(metadata)).json()) as Record<string, unknown>;
  assert.equal(resource.resource, at("/api"));
  const server = await fetch(at("/.well-known/oauth-authorization-server"));
  assert.equal(((await server.json()) as Record<string, unknown>).issuer, deployment.address);
  const { signIn } = (await (await fetch(at("/api/deployment"))).json()) as { signIn: string[] };
  assert.deepEqual(signIn, ["token", "oauth"]);
});
