/** Several embedding models as one (BX-12). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EmbeddingModel } from "../../src/embedder.ts";
import { MemoryBankError } from "../../src/errors.ts";
import { checkedModels, parseManifest } from "../../src/model-files.ts";
import { SeveralModels } from "../../src/several-models.ts";

/** A model that knows the characters of an alphabet; a vector holds the length of its text. */
function modelOf(modelId: string, alphabet: RegExp, dimensions: number): EmbeddingModel {
  const shareOf = (text: string) =>
    text === "" ? 1 : [...text].filter((it) => alphabet.test(it)).length / [...text].length;
  return {
    info: { modelId, dimensions },
    isCrashed: false,
    embed: (texts) => ({
      vectors: Float32Array.from(
        texts.flatMap(({ length }) => new Array<number>(dimensions).fill(length)),
      ),
      coverage: Float32Array.from(texts.map(shareOf)),
    }),
    coverage: (texts) => texts.map(shareOf),
    memoryBytes: () => 10,
    free: () => {},
  };
}

const english = modelOf("english", /[a-z ]/, 2);
const chinese = modelOf("chinese", /[\p{Script=Han}a-z]/u, 3);

test("BX-12 each text is embedded by the first model that knows it", () => {
  const both = new SeveralModels([english, chinese]);
  assert.deepEqual(both.info, { modelId: "english + chinese", dimensions: 5 });
  const { vectors, coverage } = both.embed(["the cat", "市场", "", "猫狗 cat"]);
  const rows = [0, 1, 2, 3].map((row) => [...vectors.subarray(row * 5, row * 5 + 5)]);
  assert.deepEqual(rows, [
    [7, 7, 0, 0, 0],
    [0, 0, 2, 2, 2],
    [0, 0, 0, 0, 0],
    // Known to neither as a whole: to the second most of it.
    [0, 0, 6, 6, 6],
  ]);
  assert.deepEqual([...coverage].slice(0, 3), [1, 1, 1]);
  assert.deepEqual(both.coverage(["ж", "the cat"]), [0, 1]);
  assert.equal(both.memoryBytes(), 20);
});

test("BX-12 a manifest may describe an encoder, and a wrong description is refused", () => {
  const file = { file: "a", sha256: "0".repeat(64), bytes: 1 };
  const manifest = { name: "a", modelId: "a", files: { model: file, tokenizer: file } };
  const encoder = { dimensions: 512, pooling: "cls", maxTokens: 256 };
  const text = JSON.stringify({ ...manifest, encoder });
  assert.deepEqual(parseManifest(text).encoder, encoder);
  for (const wrong of [
    {},
    null,
    { ...encoder, pooling: "max" },
    { ...encoder, dimensions: 0 },
    { ...encoder, maxTokens: "256" },
    { ...encoder, prefix: 1 },
  ]) {
    const damaged = () => parseManifest(JSON.stringify({ ...manifest, encoder: wrong }));
    assert.throws(damaged, { code: "model_damaged" });
  }
});

test("BX-12 one model or a list of models is taken", () => {
  assert.equal(checkedModels(undefined), undefined);
  assert.deepEqual(checkedModels("/models/"), ["/models/"]);
  assert.deepEqual(checkedModels(["/a/", "/b/"]), ["/a/", "/b/"]);
  for (const wrong of [[], new Array(9).fill("/a/"), [7], 7, [["/a/"]]]) {
    assert.throws(() => checkedModels(wrong), MemoryBankError);
  }
});
