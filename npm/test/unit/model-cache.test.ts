import assert from "node:assert/strict";
import { test } from "node:test";
import { type CachePlatform, loadModel } from "../../src/model-cache.ts";
import type { ModelProgress } from "../../src/model-files.ts";
import { sha256 } from "../../src/model-files.ts";

const BASE = "https://example.org/models/";
const MODEL = Uint8Array.from({ length: 5000 }, (_, index) => index % 251);
const TOKENIZER = new TextEncoder().encode('{"version":"1.0"}');

const manifest = JSON.stringify({
  name: "tiny",
  modelId: "tiny-int8",
  files: {
    model: { file: "tiny.safetensors", sha256: await sha256(MODEL), bytes: MODEL.length },
    tokenizer: { file: "tokenizer.json", sha256: await sha256(TOKENIZER), bytes: TOKENIZER.length },
  },
});

type Answer = Uint8Array<ArrayBuffer> | string | number | Error;

/** A server that gives each file's answers in turn, the last one for ever. */
class Server {
  readonly asked: string[] = [];
  readonly #answers: Record<string, Answer[]>;

  constructor(changes: Record<string, Answer[]> = {}) {
    this.#answers = {
      "manifest.json": [manifest],
      "tiny.safetensors": [MODEL],
      "tokenizer.json": [TOKENIZER],
      ...changes,
    };
  }

  readonly fetch: CachePlatform["fetch"] = async (url, init) => {
    init.signal?.throwIfAborted();
    const name = url.slice(BASE.length);
    this.asked.push(`${name} ${init.cache}`);
    const answers = this.#answers[name] ?? [];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) return new Response(null, { status: 404 });
    if (answer instanceof Error) throw answer;
    return typeof answer === "number"
      ? new Response(null, { status: answer })
      : new Response(answer);
  };

  times(name: string): number {
    return this.asked.filter((line) => line.startsWith(name)).length;
  }
}

/** The Cache API over a map. */
class Shelf {
  readonly kept = new Map<string, Uint8Array<ArrayBuffer>>();

  async open(): Promise<Cache> {
    const { kept } = this;
    const cache = {
      match: async (key: string) =>
        kept.has(key) ? new Response(kept.get(key) ?? null) : undefined,
      put: async (key: string, response: Response) => {
        kept.set(key, new Uint8Array(await response.arrayBuffer()));
      },
      delete: async (key: string) => kept.delete(key),
    };
    return cache as unknown as Cache;
  }
}

function platform(server: Server, caches?: CachePlatform["caches"]): CachePlatform {
  return { fetch: server.fetch, caches, digest: sha256 };
}

test("MB-05 a model is downloaded once, then taken from the cache", async () => {
  const server = new Server();
  const shelf = new Shelf();
  const first = await loadModel(BASE, platform(server, shelf));
  assert.deepEqual(first.model, MODEL);
  assert.deepEqual(first.tokenizer, TOKENIZER);
  assert.equal(first.downloaded, MODEL.length + TOKENIZER.length);
  const second = await loadModel(BASE, platform(server, shelf));
  assert.deepEqual(second.model, MODEL);
  assert.equal(second.downloaded, 0);
  assert.equal(server.times("tiny.safetensors"), 1);
});

test("MB-05 a damaged copy in the cache is thrown away and downloaded again", async () => {
  const server = new Server();
  const shelf = new Shelf();
  await loadModel(BASE, platform(server, shelf));
  for (const [key, bytes] of shelf.kept) {
    const damaged = bytes.slice();
    damaged[3] = (damaged[3] ?? 0) ^ 1;
    shelf.kept.set(key, damaged);
  }
  const loaded = await loadModel(BASE, platform(server, shelf));
  assert.deepEqual(loaded.model, MODEL);
  assert.equal(server.times("tiny.safetensors"), 2);
  assert.ok([...shelf.kept.values()].some((bytes) => Buffer.compare(bytes, MODEL) === 0));
});

test("MB-05 a truncated download is tried once more, past the HTTP cache", async () => {
  const server = new Server({ "tiny.safetensors": [MODEL.slice(0, 100), MODEL] });
  const loaded = await loadModel(BASE, platform(server, new Shelf()));
  assert.deepEqual(loaded.model, MODEL);
  assert.deepEqual(server.asked.slice(-2), ["tiny.safetensors default", "tiny.safetensors reload"]);
});

test("MB-05 a file that is truncated twice fails with a code, and is not kept", async () => {
  const shelf = new Shelf();
  const server = new Server({ "tiny.safetensors": [MODEL.slice(0, 100)] });
  await assert.rejects(loadModel(BASE, platform(server, shelf)), {
    code: "model_damaged",
    message: /tiny.safetensors has 100 bytes instead of 5000/,
  });
  assert.equal(server.times("tiny.safetensors"), 2);
  assert.ok([...shelf.kept.keys()].every((key) => !key.includes("safetensors")));
});

test("MB-05 a file of the right size with a wrong hash is refused", async () => {
  const wrong = MODEL.slice().reverse();
  const server = new Server({ "tiny.safetensors": [wrong] });
  await assert.rejects(loadModel(BASE, platform(server, new Shelf())), {
    code: "model_damaged",
    message: /wrong hash/,
  });
});

test("a body that does not end is cut off at the file's size", async () => {
  let given = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
    });
  const server = new Server();
  const fetch: CachePlatform["fetch"] = async (url, init) =>
    url.endsWith("safetensors") ? new Response(endless()) : server.fetch(url, init);
  const loading = loadModel(BASE, { ...platform(server), fetch });
  await assert.rejects(loading, { code: "model_damaged" });
  assert.ok(given < 20_000, `${given} bytes were read of 5,000`);
});

test("MB-05 an unreachable model fails with a code that says so", async () => {
  const offline = new Server({ "manifest.json": [new TypeError("Failed to fetch")] });
  await assert.rejects(loadModel(BASE, platform(offline)), {
    code: "model_unreachable",
    retryable: true,
  });
  const missing = new Server({ "tiny.safetensors": [404] });
  await assert.rejects(loadModel(BASE, platform(missing)), {
    code: "model_unreachable",
    message: /answers 404/,
  });
});

test("a page in place of the manifest is told from a manifest", async () => {
  for (const answer of ["<!doctype html>", "{}", '{"name":"x","modelId":"y","files":{}}']) {
    const server = new Server({ "manifest.json": [answer] });
    await assert.rejects(loadModel(BASE, platform(server)), { code: "model_damaged" });
  }
});

test("progress rises to the whole, from the network and from the cache", async () => {
  const total = MODEL.length + TOKENIZER.length;
  const shelf = new Shelf();
  for (const server of [new Server(), new Server()]) {
    const seen: ModelProgress[] = [];
    await loadModel(BASE, platform(server, shelf), { onProgress: (it) => seen.push(it) });
    const loaded = seen.map((it) => it.loaded);
    assert.deepEqual(
      loaded,
      [...loaded].sort((a, b) => a - b),
    );
    assert.deepEqual(seen.at(-1), { loaded: total, total });
  }
});

test("an abort during the download ends it with the signal's reason", async () => {
  const abort = new AbortController();
  const server = new Server();
  const fetch: CachePlatform["fetch"] = async (url, init) => {
    if (url.endsWith("safetensors")) abort.abort();
    return server.fetch(url, init);
  };
  const loading = loadModel(BASE, { ...platform(server), fetch }, { signal: abort.signal });
  await assert.rejects(loading, { name: "AbortError" });
});

test("a cache that refuses everything is done without", async () => {
  const refuse = () => Promise.reject(new DOMException("no storage", "SecurityError"));
  const shut = { open: refuse } as unknown as CacheStorage;
  const full = { open: async () => ({ match: refuse, put: refuse, delete: refuse }) };
  for (const caches of [shut, full as unknown as CacheStorage, undefined]) {
    const loaded = await loadModel(BASE, platform(new Server(), caches));
    assert.deepEqual(loaded.model, MODEL);
  }
});
