// `cargo xtask bench retrieve`: measures the index's wasm in Chromium beside its peers,
// prints a table and writes target/bench/retrieve.json.

import { join } from "node:path";
import { call, compare, launch, ROOT, report, serve } from "../chromium.mjs";
import { ownWasm } from "../wasm.mjs";
import { readSentences } from "./corpus.mjs";

const OURS = "ours";
const ORAMA = "Orama 3.1.18 hybrid";
const ORAMA_ALL = "Orama 3.1.18 hybrid, no similarity threshold";
const MINISEARCH = "MiniSearch 7.2.0 + JS cosine";
const PEERS = [ORAMA, ORAMA_ALL, MINISEARCH];

/** A peer that takes longer to fill is left out at that size. */
const FILL_DEADLINE_MS = 120_000;

const FOLDERS = {
  "/artefacts/": ownWasm(),
  "/artefact.js": join(ROOT, "benches/artefact.js"),
  "/node_modules/": join(ROOT, "benches/node_modules"),
  "/": join(ROOT, "benches/retrieve/page"),
};

async function freshPage(browser, address, nodes) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${address}/index.html`);
  await page.waitForFunction(() => globalThis.bench);
  await call(page, "prepare", nodes);
  return page;
}

/** Searches of every engine that can be filled in time, `rounds` times each. */
async function searchCases(open, nodes, peers, rounds) {
  const page = await open(nodes);
  const filled = [];
  const cases = [];
  const name = `${nodes / 1000}k nodes`;
  for (const engine of [OURS, ...peers]) {
    const time = await call(page, "build", engine, FILL_DEADLINE_MS);
    if (time === null) {
      console.log(`${name}: ${engine} left out, not filled within ${FILL_DEADLINE_MS / 1000} s`);
    } else {
      filled.push(engine);
    }
  }
  const hybrid = await call(page, "search", filled, "search", rounds);
  for (const peer of filled.slice(1)) {
    cases.push(compare(name, hybrid[OURS], "ms", peer, hybrid[peer]));
  }
  if (filled.includes(MINISEARCH)) {
    const both = [OURS, MINISEARCH];
    const words = await call(page, "search", both, "keywordSearch", rounds);
    const vectors = await call(page, "search", both, "semanticSearch", rounds);
    cases.push(
      compare(`${name}, words only`, words[OURS], "ms", "MiniSearch 7.2.0", words[MINISEARCH]),
      compare(`${name}, vectors only`, vectors[OURS], "ms", "JS cosine", vectors[MINISEARCH]),
    );
  }
  await page.close();
  return cases;
}

/** Filling an empty index, each engine three times in turn. */
async function addCases(open) {
  const page = await open(10_000);
  const engines = [OURS, ORAMA, MINISEARCH];
  const times = Object.fromEntries(engines.map((engine) => [engine, []]));
  for (let round = 0; round < 3; round++) {
    for (const engine of engines) {
      times[engine].push(await call(page, "build", engine));
      await call(page, "drop", engine);
    }
  }
  await page.close();
  const median = (engine) => times[engine].toSorted((a, b) => a - b)[1];
  return [ORAMA, MINISEARCH].map((peer) =>
    compare("add 10k nodes", median(OURS), "ms", peer, median(peer)),
  );
}

/** Growth of the whole page's memory by one engine with 10k nodes, in a page of its own. */
async function memoryCases(open) {
  const nodes = 10_000;
  const bytes = {};
  for (const engine of [OURS, ORAMA, MINISEARCH]) {
    const page = await open(nodes);
    const before = await call(page, "pageBytes");
    await call(page, "build", engine);
    bytes[engine] = ((await call(page, "pageBytes")) - before) / nodes;
    await page.close();
  }
  return [ORAMA, MINISEARCH].map((peer) =>
    compare("memory per node at 10k nodes", bytes[OURS], "bytes", peer, bytes[peer]),
  );
}

async function main() {
  const { source, sentences } = readSentences(ROOT);
  const server = await serve(FOLDERS, { "/sentences.json": () => JSON.stringify(sentences) });
  const address = `http://localhost:${server.address().port}`;
  const browser = await launch();
  console.log(`${sentences.length} sentences from ${source}; Chromium ${browser.version()}`);
  const open = (nodes) => freshPage(browser, address, nodes);
  try {
    const cases = [
      ...(await searchCases(open, 1000, PEERS, 5)),
      ...(await searchCases(open, 10_000, PEERS, 5)),
      ...(await addCases(open)),
      ...(await memoryCases(open)),
      ...(await searchCases(open, 100_000, [ORAMA, MINISEARCH], 2)),
    ];
    report("retrieve", cases);
  } finally {
    await browser.close();
    server.close();
  }
}

await main();
