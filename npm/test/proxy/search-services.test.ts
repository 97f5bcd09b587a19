/** The search services that a proxy asks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { searchService } from "../../src/proxy/known-services.ts";
import { checkedOptions, type Service } from "../../src/proxy/options.ts";
import { serviceOf } from "../../src/proxy/services.ts";

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
    assert.ok(asks(service, `${wiki}/w/api.php?action=query&gsrsearch=x`));
    assert.ok(!asks(service, `${wiki}/wiki/Tower`));
  }
  for (const other of [
    "https://evilwikipedia.org/w/api.php",
    "https://en.wikipedia.org.evil.example/w/api.php",
    "http://en.wikipedia.org/w/api.php",
    "https://en.wikipedia.org:8443/w/api.php",
    "https://en.wikipedia.org/w/api.php/x",
  ]) {
    assert.ok(!asks(service, other), other);
  }
});

test("MB-19 MB-21 a wiki at another address has no subdomains", () => {
  const service = searchService(undefined, "https://wiki.example", "wikipedia");
  assert.ok(asks(service, "https://wiki.example/w/api.php?x"));
  assert.ok(!asks(service, "https://en.wiki.example/w/api.php?x"));
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
