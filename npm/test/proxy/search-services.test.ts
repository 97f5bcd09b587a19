/** The search services that a proxy asks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createProxy } from "../../src/proxy/create-proxy.ts";
import { languageModelService, searchService } from "../../src/proxy/known-services.ts";
import { checkedOptions, type Service } from "../../src/proxy/options.ts";
import { serviceOf } from "../../src/proxy/services.ts";

const SEARCH = "/w/api.php?action=query&generator=search";

/** True if a proxy with this service alone asks it at a target. */
function asks(service: Service, target: string): boolean {
  const options = { services: [service], origins: [], userOf: async () => null };
  return serviceOf(new URL(target), checkedOptions(options).services) !== null;
}

test("MB-19 MB-21 Wikipedia is asked in every language, for its search alone and without a key", () => {
  const service = searchService("k", undefined, "wikipedia");
  assert.equal(service.key, undefined);
  for (const language of ["en", "zh", "zh-yue"]) {
    const wiki = `https://${language}.wikipedia.org`;
    assert.ok(asks(service, `${wiki}${SEARCH}&gsrsearch=x`));
    assert.ok(!asks(service, `${wiki}/wiki/Tower`));
  }
  for (const other of [
    `https://evilwikipedia.org${SEARCH}`,
    `https://a.en.wikipedia.org${SEARCH}`,
    `https://en.wikipedia.org.evil.example${SEARCH}`,
    `http://en.wikipedia.org${SEARCH}`,
    `https://en.wikipedia.org:8443${SEARCH}`,
    "https://en.wikipedia.org/w/api.php/x?action=query&generator=search",
  ]) {
    assert.ok(!asks(service, other), other);
  }
});

test("MB-19 MB-21 a wiki is asked to search, and for nothing else", async () => {
  const service = searchService(undefined, undefined, "wikipedia");
  for (const query of [
    "action=edit&generator=search",
    "action=query",
    "action=query&generator=search&action=edit",
    "action=query&generator=search&+action=edit",
    "action=query&generator=search&action%00=edit",
    "action=query&generator=search&action[]=edit",
  ]) {
    assert.ok(!asks(service, `https://en.wikipedia.org/w/api.php?${query}`), query);
  }
  const proxy = createProxy({ services: [service], origins: [], userOf: async () => "ann" });
  for (const [method, target, status, code] of [
    ["POST", `https://en.wikipedia.org${SEARCH}`, 405, "method_refused"],
    ["GET", "https://en.wikipedia.org/w/api.php?action=edit", 403, "target_refused"],
  ] as const) {
    const url = `https://proxy.example/?url=${encodeURIComponent(target)}`;
    const headers = { "X-Proxy-Token": "t" };
    const response = await proxy(new Request(url, { method, headers }));
    assert.deepEqual([response.status, (await response.json()).error.code], [status, code]);
  }
});

test("MB-19 MB-21 the address of Wikipedia is read as an address", () => {
  for (const own of ["https://wikipedia.org/", "https://www.wikipedia.org"]) {
    const service = searchService(undefined, own, "wikipedia");
    assert.ok(asks(service, `https://en.wikipedia.org${SEARCH}`), own);
  }
});

test("MB-19 MB-21 a wiki at another address has no subdomains", () => {
  const service = searchService(undefined, "https://wiki.example", "wikipedia");
  assert.ok(asks(service, `https://wiki.example${SEARCH}`));
  assert.ok(!asks(service, `https://en.wiki.example${SEARCH}`));
});

test("MB-19 MB-21 each search service has its key in its own header, for its own path", () => {
  const jina = searchService("j", undefined, "jina");
  assert.deepEqual([jina.key, jina.keyHeader], ["j", "authorization"]);
  assert.ok(asks(jina, "https://s.jina.ai/"));
  assert.ok(!asks(jina, "https://s.jina.ai/other"));
  const serper = searchService("s");
  assert.deepEqual([serper.key, serper.keyHeader], ["s", "x-api-key"]);
  assert.ok(asks(serper, "https://google.serper.dev/search"));
});

test("MB-21 Anthropic is asked for its models with the key in the header of its own API", async (context) => {
  const sent: Headers[] = [];
  context.mock.method(globalThis, "fetch", async (request: Request) => {
    sent.push(request.headers);
    return new Response("{}");
  });
  const service = languageModelService("https://api.anthropic.com/v1", "k3y");
  const proxy = createProxy({ services: [service], origins: [], userOf: async () => "ann" });
  const asked = async (path: string, own: Record<string, string>) => {
    const target = encodeURIComponent(`https://api.anthropic.com/v1${path}`);
    const headers = { "X-Proxy-Token": "t", ...own };
    const response = await proxy(new Request(`https://proxy.example/?url=${target}`, { headers }));
    await response.text();
    const names = ["x-api-key", "authorization", "anthropic-version"];
    return names.map((name) => sent.at(-1)?.get(name));
  };
  const version = { "anthropic-version": "2023-06-01" };
  assert.deepEqual(await asked("/models?limit=1000", version), ["k3y", null, "2023-06-01"]);
  assert.deepEqual(await asked("/chat/completions", {}), [null, "Bearer k3y", null]);
});
