/** Embedders that a caller gives (AF-14): options, vectors, an endpoint as OpenAI's. */
import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Embedder, type EmbedderModule } from "../../src/embedder.ts";
import { embeddingEndpoint } from "../../src/embedding-endpoint.ts";
import { MemoryBankError } from "../../src/errors.ts";
import { openModel } from "../../src/model-embedder.ts";
import {
  checkedEmbedder,
  checkNoEmbedder,
  embeddingBy,
  type TextEmbedder,
} from "../../src/text-embedder.ts";
import { Fault } from "../../src/wasm-instance.ts";

const turn = async () => {};

const embedderOf = (vectors: number[][], more: Partial<TextEmbedder> = {}): TextEmbedder => ({
  modelId: "test",
  dimensions: 2,
  embed: async () => vectors.map((vector) => Float32Array.from(vector)),
  ...more,
});

test("AF-14 what is no embedder is refused", () => {
  const embed = async () => [];
  const wrong: unknown[] = [
    "minilm",
    7,
    {},
    () => {},
    { modelId: "", dimensions: 2, embed },
    { modelId: "x".repeat(201), dimensions: 2, embed },
    { modelId: "a", dimensions: 0, embed },
    { modelId: "a", dimensions: 1.5, embed },
    { modelId: "a", dimensions: 100_000, embed },
    { modelId: "a", dimensions: 2 },
    { modelId: "a", dimensions: 2, embed, coverage: 1 },
  ];
  for (const embedder of wrong) {
    const failure = { code: "invalid_argument", message: /embedder of the options must be false/ };
    assert.throws(() => checkedEmbedder(embedder), failure);
  }
  assert.throws(() => checkedEmbedder(Promise.resolve()), /await it first/);
  assert.deepEqual([null, undefined, true].map(checkedEmbedder), [undefined, undefined, undefined]);
  assert.equal(checkedEmbedder(false), false);
  const own = embedderOf([]);
  assert.equal(checkedEmbedder(own), own);
});

test("AF-14 where the engine has a worker of its own, an embedder is refused, and told why", () => {
  for (const embedder of [undefined, null, false, true]) checkNoEmbedder(embedder);
  assert.throws(() => checkNoEmbedder(embedderOf([])), {
    code: "invalid_argument",
    message: /works in a worker, and no function can move there/,
  });
});

test("AF-14 vectors are normalised, and the share that a model knows is its own", async () => {
  const service = embeddingBy(
    embedderOf([
      [3, 4],
      [0.5, 0],
    ]),
    turn,
  );
  const { vectors, coverage } = await service.embed(["a", "b"]);
  assert.deepEqual(
    [...vectors].map((number) => Number(number.toFixed(6))),
    [0.6, 0.8, 1, 0],
  );
  assert.deepEqual([...coverage], [1, 1]);
  const knowing = embedderOf([[1, 0]], { coverage: async () => [0.25] });
  assert.deepEqual([...(await embeddingBy(knowing, turn).embed(["a"])).coverage], [0.25]);
  assert.equal(await service.memoryBytes(), null);
});

test("AF-14 vectors that are none fail as the embedder's", async () => {
  const wrong = [
    [[1, 0]],
    [
      [1, 0],
      [1, 0, 0],
    ],
    [
      [1, 0],
      [Number.NaN, 0],
    ],
    [
      [1, 0],
      [0, 0],
    ],
  ];
  for (const vectors of wrong) {
    const failure = { code: "embedding_failed", retryable: false };
    await assert.rejects(embeddingBy(embedderOf(vectors), turn).embed(["a", "b"]), failure);
  }
});

/** A model's wasm of one number a text, which traps at the text "trap". */
function trapping(): EmbedderModule {
  const fault = new Fault();
  class Model {
    readonly modelId = "trapping";
    readonly dimensions = 1;
    embed(texts: string[]): Float32Array {
      if (texts.includes("trap")) fault.set(new Error("unreachable executed"));
      return Float32Array.from(texts, ({ length }) => length);
    }
    coverage(): number {
      return 1;
    }
    free(): void {}
  }
  return { Embedder: Model, fault, memory: new WebAssembly.Memory({ initial: 1 }) };
}

test("AF-14 a trap fails the call that meets it, and the model is loaded anew for the next", async () => {
  let loads = 0;
  const file = { file: "", sha256: "", bytes: 0 };
  const manifest = { name: "", modelId: "trapping", files: { model: file, tokenizer: file } };
  const bytes = { manifest, model: new Uint8Array(), tokenizer: new Uint8Array() };
  const load = async () => {
    loads += 1;
    return {
      embedder: new Embedder(trapping(), bytes),
      artefact: "baseline",
      downloaded: 0,
    } as const;
  };
  const shared = await openModel({}, { load, turn });
  await assert.rejects(shared.embed(["one", "trap"]), {
    code: "embedder_crashed",
    retryable: true,
  });
  const [one, two] = await Promise.all([shared.embed(["one"]), shared.embed(["three"])]);
  assert.deepEqual([one?.[0]?.[0], two?.[0]?.[0], await shared.coverage?.(["a"])], [3, 5, [1]]);
  assert.equal(loads, 3);
  assert.equal(shared.memoryBytes(), 65_536);
  shared.close();
  await assert.rejects(shared.embed(["one"]), { code: "closed" });
});

interface Asked {
  headers: IncomingHttpHeaders;
  url: string | undefined;
  body: { model: string; input: string[] };
}

/** An endpoint on loopback that answers like this; the last answer stays. */
async function withEndpoint(
  answers: ((response: ServerResponse, asked: Asked) => void)[],
  work: (address: string, asked: Asked[]) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (piece: Buffer) => {
      text += piece.toString();
    });
    request.on("end", () => {
      const one = { headers: request.headers, url: request.url, body: JSON.parse(text) };
      asked.push(one);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      answer?.(response, one);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  try {
    await work(`http://127.0.0.1:${port}/v1/`, asked);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Vectors of three numbers, the last text's first. */
const answers = (response: ServerResponse, { body }: Asked) => {
  const data = body.input.map((text, index) => ({ index, embedding: [text.length, 1, 0] }));
  response.end(JSON.stringify({ object: "list", data: data.reverse() }));
};
const json = (value: unknown) => (response: ServerResponse) => {
  response.end(JSON.stringify(value));
};
const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end("a page that repeats sk-secret");
  };

test("AF-14 an endpoint is asked in batches, and its dimensions are learnt", async () => {
  await withEndpoint([answers], async (address, asked) => {
    const embedder = await embeddingEndpoint({ address, model: "bge-m3", apiKey: "sk-secret" });
    assert.deepEqual([embedder.modelId, embedder.dimensions], ["bge-m3", 3]);
    const texts = Array.from({ length: 40 }, (_, at) => "x".repeat(at));
    const vectors = await embedder.embed(texts);
    assert.deepEqual(
      vectors.map(([first]) => first),
      texts.map(({ length }) => length),
    );
    assert.deepEqual(
      asked.map(({ body }) => body.input.length),
      [1, 16, 16, 8],
    );
    assert.deepEqual([asked[0]?.url, asked[0]?.body.model], ["/v1/embeddings", "bge-m3"]);
    assert.equal(asked[0]?.headers.authorization, "Bearer sk-secret");
  });
});

test("AF-14 an endpoint whose dimensions are known is asked for nothing before it is needed", async () => {
  await withEndpoint([answers], async (address, asked) => {
    const embedder = await embeddingEndpoint({ address, model: "m", dimensions: 1024 });
    assert.equal(asked.length, 0);
    await assert.rejects(embedder.embed(["a"]), {
      code: "embedding_malformed",
      message: /3 numbers instead of 1024/,
    });
    assert.equal(asked[0]?.headers.authorization, undefined);
    assert.deepEqual(await embedder.embed([]), []);
  });
});

test("AF-14 an endpoint that is busy for a moment is asked again, when it says", async () => {
  const busy = [status(503), status(429, { "retry-after": "1" }), answers];
  await withEndpoint(busy, async (address, asked) => {
    const start = performance.now();
    const embedder = await embeddingEndpoint({ address, model: "m" });
    assert.equal(embedder.dimensions, 3);
    assert.equal(asked.length, 3);
    assert.ok(performance.now() - start >= 1400);
  });
});

test("MB-21 AF-14 what an endpoint refuses is told by its code, and without the key", async () => {
  const refusals: [(response: ServerResponse, asked: Asked) => void, string][] = [
    [status(401), "embedding_unauthorized"],
    [status(403), "embedding_unauthorized"],
    [status(404), "embedding_not_found"],
    [status(400), "embedding_refused"],
    [status(302, { location: "http://127.0.0.1:1/" }), "embedding_refused"],
    [status(429, { "retry-after": "3600" }), "embedding_rate_limited"],
    [status(200), "embedding_malformed"],
    [json({ data: [] }), "embedding_malformed"],
    [json({ data: [{ index: 1, embedding: [1] }] }), "embedding_malformed"],
    [json({ data: [{ index: 0, embedding: ["1"] }] }), "embedding_malformed"],
    [json({ data: [{ index: 0, embedding: [] }] }), "embedding_malformed"],
    [json(null), "embedding_malformed"],
  ];
  for (const [answer, code] of refusals) {
    await withEndpoint([answer], async (address, asked) => {
      const options = { address, model: "m", apiKey: "sk-secret" };
      await assert.rejects(embeddingEndpoint(options), (thrown) => {
        assert.ok(thrown instanceof MemoryBankError);
        assert.equal(thrown.code, code);
        assert.equal(thrown.retryAfter, code === "embedding_rate_limited" ? 3600 : undefined);
        assert.doesNotMatch(`${thrown.stack} ${JSON.stringify(thrown)}`, /sk-secret/);
        return true;
      });
      assert.equal(asked.length, 1);
    });
  }
});

test("AF-14 options of an endpoint that are wrong are refused, and not repeated", async () => {
  const wrong = [
    {},
    { address: "https://e.example/v1" },
    { address: "", model: "m" },
    { address: "sk-secret", model: "m" },
    { address: "ftp://e.example", model: "m" },
    { address: "https://user:sk-secret@e.example", model: "m" },
    { address: "https://e.example", model: "" },
    { address: "https://e.example", model: "m", dimensions: 0 },
    { address: "https://e.example", model: "m", key: "sk-secret" },
  ];
  for (const options of wrong) {
    await assert.rejects(embeddingEndpoint(options as never), (thrown) => {
      const { code, message } = thrown as MemoryBankError;
      assert.doesNotMatch(message, /sk-secret/);
      return code === "invalid_argument";
    });
  }
});
