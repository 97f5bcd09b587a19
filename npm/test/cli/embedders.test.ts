/** Banks over embedders that they are given, with the engine (AF-14). */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  embeddingEndpoint,
  MemoryBank,
  openEmbedder,
  RunStore,
  type TextEmbedder,
} from "agentic-memory-bank/node";
import { folder } from "./program.ts";

const DOCUMENT = "The harbour of Westby was dredged in 1931. The work took two years.";
const REQUEST = {
  question: "When was the harbour dredged?",
  documents: [{ name: "harbour.txt", text: DOCUMENT }],
};

/** An embedder under which texts with the same words are near. */
function hashed(modelId: string, dimensions: number, seed: number): TextEmbedder {
  const place = (word: string) =>
    [...word].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), seed) >>> 0;
  const embed = async (texts: string[]) =>
    texts.map((text) => {
      const vector = new Float32Array(dimensions);
      for (const word of text.toLowerCase().match(/\w+/g) ?? ["-"]) {
        vector[place(word) % dimensions] = 1;
      }
      return vector;
    });
  return { modelId, dimensions, embed };
}

async function withMemory<T>(
  runs: string,
  embedder: TextEmbedder,
  work: (bank: MemoryBank) => Promise<T>,
): Promise<T> {
  const store = await RunStore.open({ folder: runs });
  const bank = await MemoryBank.open({ store, embedder });
  try {
    return await work(bank);
  } finally {
    bank.close();
    await store.close();
  }
}

test("AF-14 a run embeds by an embedder of other dimensions, and names its model", async () => {
  const bank = await MemoryBank.open({ embedder: hashed("hashed-1024", 1024, 7) });
  const { embedder, answer, usage } = await bank.research(REQUEST).result;
  assert.deepEqual([embedder, usage.embeddedTexts > 0], ["hashed-1024", true]);
  assert.match(answer?.text ?? "", /1931/);
  assert.deepEqual(await bank.model, {
    state: "ready",
    modelId: "hashed-1024",
    artefact: null,
    downloaded: 0,
    loadMilliseconds: 0,
  });
  assert.equal((await bank.memoryUse()).embedder, null);
  bank.close();
});

test("AF-14 vectors of another model count as none until upkeep has made new ones", async () => {
  const runs = join(folder, "embedders");
  const cosine = async (bank: MemoryBank) => {
    const { recollection } = await bank.memory.recall("Which tea do I prefer?");
    assert.match(recollection.memories[0]?.entry.content ?? "", /green tea/);
    return recollection.memories[0]?.cosine ?? null;
  };
  const isNear = async (bank: MemoryBank) => assert.ok(Number(await cosine(bank)) > 0.4);
  await withMemory(runs, hashed("one", 384, 7), async (bank) => {
    await bank.memory.observe(["I prefer green tea.", "I live in Westby."]);
    await isNear(bank);
  });
  for (const other of [hashed("two", 384, 9), hashed("three", 1024, 7), hashed("one", 512, 7)]) {
    await withMemory(runs, other, async (bank) => {
      assert.equal(await cosine(bank), null);
    });
  }
  await withMemory(runs, hashed("three", 1024, 7), async (bank) => {
    await bank.keepUp();
    await isNear(bank);
  });
});

test("AF-14 an embedder that fails leaves a run its keywords, and says so", async () => {
  const embed = async () => {
    throw new Error("the endpoint is down");
  };
  const bank = await MemoryBank.open({ embedder: { modelId: "down", dimensions: 4, embed } });
  const run = bank.research(REQUEST);
  const warnings: string[] = [];
  for await (const event of run) if (event.type === "warning") warnings.push(event.message);
  assert.match((await run.result).answer?.text ?? "", /1931/);
  assert.match(warnings.join(), /keywords alone.*the endpoint is down/);
  bank.close();
});

test("AF-14 MB-05 one model serves any number of banks, and outlives them", async () => {
  const embedder = await openEmbedder();
  assert.ok(embedder.memoryBytes() > 20_000_000);
  const [known = 0, unknown = 1] = (await embedder.coverage?.(["harbour work", "量子计算"])) ?? [];
  assert.ok(known > 0.9 && unknown < 0.5);
  const [first, second] = await Promise.all([1, 2].map(() => MemoryBank.open({ embedder })));
  for (const bank of [first, second]) {
    const { embedder: name } = (await bank?.research(REQUEST).result) ?? {};
    assert.equal(name, embedder.modelId);
    bank?.close();
  }
  const [vector] = await embedder.embed(["The harbour was dredged."]);
  assert.equal(vector?.length, embedder.dimensions);
  embedder.close();
  assert.equal(embedder.memoryBytes(), 0);
  await assert.rejects(embedder.embed(["again"]), { code: "closed" });
});

test("AF-14 what is wrong about an embedder is told when it is opened", async () => {
  const models = "https://127.0.0.1:9/";
  await assert.rejects(openEmbedder({ models: join(folder, "nothing") }), {
    code: "model_unreachable",
  });
  await assert.rejects(openEmbedder({ model: models } as never), { code: "invalid_argument" });
  const dead = { address: "http://127.0.0.1:9", model: "m", dimensions: 4 };
  const endpoint = await embeddingEndpoint(dead);
  assert.deepEqual([endpoint.modelId, endpoint.dimensions], ["m", 4]);
  await assert.rejects(MemoryBank.open({ embedder: "minilm" as never }), {
    code: "invalid_argument",
  });
});

/** A sentence encoder of 20 kB that knows some letters and some Chinese characters. */
const ONNX = fileURLToPath(new URL("../../../../crates/onnx/tests/files/", import.meta.url));
const ENCODER = { dimensions: 16, pooling: "mean", maxTokens: 24 } as const;

/** Puts the encoder into a folder of its own, with a manifest. */
function onnxFolder(name: string, encoder: object): string {
  const made = join(folder, name);
  mkdirSync(made);
  const described = (file: string) => {
    const bytes = readFileSync(join(ONNX, file));
    copyFileSync(join(ONNX, file), join(made, file));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { file, sha256, bytes: bytes.length };
  };
  const files = { model: described("tiny.onnx"), tokenizer: described("tokenizer.json") };
  const manifest = { name: "tiny", modelId: "tiny/onnx", files, encoder };
  writeFileSync(join(made, "manifest.json"), JSON.stringify(manifest));
  return made;
}

test("BX-12 a bank embeds by an encoder in an ONNX file, beside all-MiniLM-L6-v2 for what that does not know", async () => {
  const models = onnxFolder("onnx", ENCODER);
  const alone = await openEmbedder({ models });
  const [first] = await alone.embed(["the market opens"]);
  assert.deepEqual([alone.modelId, alone.dimensions, first?.length], ["tiny/onnx", 16, 16]);
  alone.close();
  const minilm = (await import("agentic-memory-bank-minilm")).default;
  const both = await openEmbedder({ models: [minilm, models] });
  assert.equal(both.dimensions, 384 + 16);
  const vectors = await both.embed(["The market opens at nine.", "市场九点开门"]);
  const partsUsed = vectors.map((it) => [
    it.subarray(0, 384).some((number) => number !== 0),
    it.subarray(384).some((number) => number !== 0),
  ]);
  assert.deepEqual(partsUsed, [
    [true, false],
    [false, true],
  ]);
  both.close();
  const bank = await MemoryBank.open({ models });
  const { embedder, answer } = await bank.research(REQUEST).result;
  assert.equal(embedder, "tiny/onnx");
  assert.match(answer?.text ?? "", /1931/);
  const status = await bank.model;
  assert.equal(status.state === "ready" && status.artefact, "onnx");
  bank.close();
});

test("BX-12 an encoder that does not fit its manifest is refused, and told why", async () => {
  const models = onnxFolder("wide", { ...ENCODER, dimensions: 384 });
  await assert.rejects(openEmbedder({ models }), {
    code: "model_unsupported",
    message: /makes vectors of 16 numbers, and its description says 384/,
  });
  const cut = onnxFolder("cut", ENCODER);
  writeFileSync(join(cut, "tiny.onnx"), "not an ONNX file");
  await assert.rejects(openEmbedder({ models: cut }), {
    code: "model_damaged",
    message: /tiny\.onnx has 16 bytes.*; fetch the file again, or correct the manifest/,
  });
});
