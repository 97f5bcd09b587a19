import assert from "node:assert/strict";
import { test } from "node:test";
import type { EmbeddingService } from "../../src/bank-service.ts";
import { EmbedPool, sharesOf } from "../../src/embed-pool.ts";

/** An embedder whose vectors tell the length of a text, and who made them. */
function embedder(
  by: number,
  modelId = "m",
): EmbeddingService & { asked: string[][]; isOpen: boolean } {
  const made = {
    info: { modelId, dimensions: 2 },
    asked: [] as string[][],
    isOpen: true,
    embed: async (texts: string[]) => {
      made.asked.push(texts);
      return {
        vectors: Float32Array.from(texts.flatMap((text) => [text.length, by])),
        coverage: Float32Array.from(texts.map(() => by / 10)),
      };
    },
    memoryBytes: async () => 100,
    close: () => {
      made.isOpen = false;
    },
  };
  return made;
}

test("MB-05 texts are shared in their order, about as many characters for each", () => {
  assert.deepEqual(sharesOf(["aaaa", "bb", "bb"], 2), [["aaaa"], ["bb", "bb"]]);
  assert.deepEqual(sharesOf(["a", "a", "a", "a"], 2), [
    ["a", "a"],
    ["a", "a"],
  ]);
  assert.deepEqual(sharesOf(["a"], 3), [["a"]]);
  assert.deepEqual(sharesOf([], 2), [[]]);
  assert.deepEqual(sharesOf(["", "", ""], 2).flat(), ["", "", ""]);
  for (let count = 1; count < 6; count += 1) {
    const texts = Array.from({ length: 17 }, (_, at) => "x".repeat((at * 7) % 11));
    const shares = sharesOf(texts, count);
    assert.deepEqual(shares.flat(), texts);
    assert.ok(shares.length <= count && shares.every((share) => share.length > 0));
  }
});

test("MB-05 two embedders share a call, and the vectors come in the order of the texts", async () => {
  const [first, second] = [embedder(1), embedder(2)];
  const pool = new EmbedPool(first);
  const texts = ["a", "bb", "ccc", "dddd"];
  const alone = await pool.embed(texts);
  assert.deepEqual([...alone.vectors], [1, 1, 2, 1, 3, 1, 4, 1]);
  pool.add(second);
  const both = await pool.embed(texts);
  assert.deepEqual([...both.vectors], [1, 1, 2, 1, 3, 1, 4, 2]);
  assert.deepEqual(second.asked, [["dddd"]]);
  assert.equal(both.coverage.length, 4);
  assert.equal(await pool.memoryBytes(), 200);
  pool.close();
  assert.deepEqual([first.isOpen, second.isOpen], [false, false]);
});

test("MB-05 an embedder of another model does not join", async () => {
  const [first, other] = [embedder(1), embedder(2, "n")];
  const pool = new EmbedPool(first);
  pool.add(other);
  assert.equal(other.isOpen, false);
  await pool.embed(["a", "b"]);
  assert.deepEqual(other.asked, []);
});
