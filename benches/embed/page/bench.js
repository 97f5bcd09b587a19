// What the driver calls in the page: every engine embeds the same text in turn.

import { ENGINES } from "./engines.js";

const [CLS, SEP] = [101, 102];
const WARM_UP = 3;

const WORDS =
  `a memory bank keeps short summaries of what was read as nodes of a graph and links those that
belong together so that an agent which works for many hours can find them again when a new question comes and
can say where every part of the answer was found even when two sources do not agree about it`.split(
    /\s+/,
  );

const engines = {};
let vocabulary = {};

/** Loads all engines; gives back their names. */
async function load() {
  vocabulary = (await (await fetch("/models/tokenizer.json")).json()).model.vocab;
  for (const [name, make] of Object.entries(ENGINES)) {
    engines[name] = await make();
  }
  return Object.keys(engines);
}

/** A text of whole-word tokens, and its ids with [CLS] and [SEP]. */
function input(tokens) {
  const known = WORDS.filter((word) => word in vocabulary);
  const words = Array.from({ length: tokens - 2 }, (_, i) => known[i % known.length]);
  return { text: words.join(" "), ids: [CLS, ...words.map((word) => vocabulary[word]), SEP] };
}

/** Per engine: the median of `rounds` calls in milliseconds, the cosine to the f32 peer, and whether the
 * vector is ours to the last bit. */
async function measure(tokens, rounds) {
  const names = Object.keys(engines);
  const text = input(tokens);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const vectors = {};
  for (let round = 0; round < WARM_UP + rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      const vector = await engines[name](text);
      if (round >= WARM_UP) {
        times[name].push(performance.now() - start);
      }
      vectors[name] = Float32Array.from(vector);
    }
  }
  const reference = vectors["onnxruntime-web 1.30 f32"];
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        milliseconds: median(times[name]),
        cosine: cosine(vectors[name], reference),
        identical: vectors[name].every((value, i) => value === vectors.ours[i]),
      },
    ]),
  );
}

function cosine(left, right) {
  const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right));
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

globalThis.bench = { load, measure };
