// What the driver calls in the page. Engines are timed in turn, on the same nodes and questions.

import { ENGINES } from "./engines.js";
import { makeNodes, makeQuestions } from "./nodes.js";

const HITS = 5;
const NODES_PER_STEP = 1000;

const questions = makeQuestions();
let nodes = [];
let engines = {};

async function prepare(count) {
  const sentences = await (await fetch("/sentences.json")).json();
  nodes = makeNodes(sentences, count);
  engines = {};
}

/** Makes and fills an engine; milliseconds of filling, or null when the deadline passed before. */
async function build(name, deadline = Number.POSITIVE_INFINITY) {
  const engine = await ENGINES[name]();
  let spent = 0;
  for (let from = 0; from < nodes.length; from += NODES_PER_STEP) {
    const step = formed(engine, nodes.slice(from, from + NODES_PER_STEP));
    const start = performance.now();
    await engine.add(step);
    spent += performance.now() - start;
    if (spent > deadline) {
      return null;
    }
  }
  engines[name] = engine;
  return spent;
}

function formed(engine, records) {
  return engine.form ? records.map(engine.form) : records;
}

function drop(name) {
  delete engines[name];
}

/** Medians in milliseconds, by engine, of all questions asked `rounds` times after a warm-up. */
async function search(names, method, rounds) {
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const asked = Object.fromEntries(names.map((name) => [name, formed(engines[name], questions)]));
  for (let round = 0; round <= rounds; round++) {
    for (const place of questions.keys()) {
      for (const name of names) {
        const question = asked[name][place];
        const start = performance.now();
        await engines[name][method](question, HITS);
        if (round > 0) {
          times[name].push(performance.now() - start);
        }
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

/** Bytes of the page's JavaScript and array buffers after a collection, and of wasm memory, which that
 * measure leaves out. */
async function pageBytes() {
  const { bytes } = await performance.measureUserAgentSpecificMemory();
  return bytes + (engines.ours?.wasmBytes() ?? 0);
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

globalThis.bench = { prepare, build, drop, search, pageBytes };
