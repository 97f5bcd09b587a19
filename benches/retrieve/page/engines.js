// Ours and its peers behind one face: `add(nodes)`, `search(question, k)` -> ids, each at its defaults.
// `form(record)`, where there is one, gives a node or question as the engine wants it, off the clock.

import * as orama from "@orama/orama";
import MiniSearch from "minisearch";
import { artefact } from "/artefact.js";
import { DIMENSIONS } from "./nodes.js";

const ALPHA = 0.5;

/** Our index, called node by node across the wasm boundary as the product does. */
async function ours() {
  const { BenchIndex, memory } = await artefact("amb-bench-retrieve");
  const index = new BenchIndex(DIMENSIONS);
  return {
    wasmBytes: () => memory.buffer.byteLength,
    add(nodes) {
      for (const node of nodes) {
        index.add(node.id, node.text, node.vector);
      }
    },
    search: (question, k) => index.search(question.text, question.vector, k),
    keywordSearch: (question, k) => index.keywordSearch(question.text, k),
    semanticSearch: (question, k) => index.semanticSearch(question.vector, k),
  };
}

/** Orama's hybrid mode. `similarity` is the cosine below which it drops a document; 0.8 is its default. */
async function oramaHybrid(similarity) {
  const schema = { text: "string", vector: `vector[${DIMENSIONS}]` };
  const database = orama.create({ schema });
  return {
    form: (record) => ({ ...record, vector: Array.from(record.vector) }),
    async add(nodes) {
      await orama.insertMultiple(database, nodes, 1000);
    },
    async search(question, k) {
      const found = await orama.search(database, {
        mode: "hybrid",
        term: question.text,
        vector: { value: question.vector, property: "vector" },
        hybridWeights: { text: ALPHA, vector: 1 - ALPHA },
        similarity,
        limit: k,
      });
      return found.hits.map((hit) => hit.id);
    },
  };
}

/** MiniSearch's BM25 joined with cosines over one Float32Array in plain JavaScript. */
function miniSearchAndCosine() {
  const words = new MiniSearch({ fields: ["text"] });
  const ids = [];
  let matrix = new Float32Array(0);
  const cosines = (query) => {
    const scores = new Float32Array(ids.length);
    for (let row = 0, at = 0; row < ids.length; row++) {
      let sum = 0;
      for (let i = 0; i < DIMENSIONS; i++, at++) {
        sum += matrix[at] * query[i];
      }
      scores[row] = sum;
    }
    return scores;
  };
  return {
    add(nodes) {
      const grown = new Float32Array(matrix.length + nodes.length * DIMENSIONS);
      grown.set(matrix);
      for (const node of nodes) {
        grown.set(node.vector, ids.length * DIMENSIONS);
        ids.push(node.id);
        words.add(node);
      }
      matrix = grown;
    },
    search(question, k) {
      const found = words.search(question.text);
      const best = found[0]?.score ?? 1;
      const keyword = new Map(found.map(({ id, score }) => [id, score / best]));
      const scores = cosines(question.vector);
      for (let row = 0; row < scores.length; row++) {
        scores[row] = ALPHA * (keyword.get(ids[row]) ?? 0) + (1 - ALPHA) * scores[row];
      }
      return topRows(scores, k).map((row) => ids[row]);
    },
    keywordSearch: (question, k) => words.search(question.text).slice(0, k),
    semanticSearch: (question) => cosines(question.vector),
  };
}

/** The places of the `k` greatest scores, best first, without sorting the rest. */
function topRows(scores, k) {
  const best = [];
  for (let row = 0; row < scores.length; row++) {
    if (best.length === k && scores[row] <= scores[best[k - 1]]) {
      continue;
    }
    const place = best.findIndex((other) => scores[other] < scores[row]);
    best.splice(place < 0 ? best.length : place, 0, row);
    best.length = Math.min(best.length, k);
  }
  return best;
}

/** By the name the table uses. */
export const ENGINES = {
  ours,
  "Orama 3.1.18 hybrid": () => oramaHybrid(0.8),
  "Orama 3.1.18 hybrid, no similarity threshold": () => oramaHybrid(-1),
  "MiniSearch 7.2.0 + JS cosine": miniSearchAndCosine,
};
