// `node benches/embed/run.mjs`: measures the embedder in Chromium beside onnxruntime-web, one thread
// each, prints a table and writes target/bench/embed.json.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { call, compare, launch, ROOT, report, serve } from "../chromium.mjs";

const HERE = join(ROOT, "benches/embed");
const MODELS = join(ROOT, "target/models");
const PEERS = join(ROOT, "target/bench/embed-peers");

const OURS = "ours";
const BASELINE = "ours, baseline build";
const F32 = "onnxruntime-web 1.30 f32";
const INT8 = "onnxruntime-web 1.30 int8";

const LENGTHS = [16, 64, 128, 256];
const ROUNDS = 15;

/** Below this the engines would not be doing the same work. The quantiser's own file is the furthest off. */
const LEAST_COSINE = { [OURS]: 0.98, [BASELINE]: 0.98, [INT8]: 0.9 };

const PYTHON_PACKAGES = [
  "numpy==2.4.6",
  "onnx==1.23.2",
  "onnxruntime==1.31.1",
  "safetensors==0.8.0",
];

/** Makes the peers' ONNX files from the official model, once. */
function makePeers() {
  if (existsSync(join(PEERS, "int8.onnx"))) {
    return;
  }
  const environment = join(ROOT, "target/bench/embed-python");
  const python = join(environment, "bin/python");
  const run = (program, args) => execFileSync(program, args, { cwd: ROOT, stdio: "inherit" });
  run("python3", ["-m", "venv", environment]);
  run(python, ["-m", "pip", "install", "--quiet", ...PYTHON_PACKAGES]);
  run(python, [join(HERE, "peer_models.py"), join(MODELS, "f32/model.safetensors"), PEERS]);
}

const FOLDERS = {
  "/artefacts/": join(ROOT, "target/artefacts/release"),
  "/artefact.js": join(ROOT, "benches/artefact.js"),
  "/models/": MODELS,
  "/peers/": PEERS,
  "/node_modules/": join(ROOT, "benches/node_modules"),
  "/minilm.js": join(ROOT, "benches/minilm.js"),
  "/": join(HERE, "page"),
};

function check(tokens, results) {
  for (const [name, least] of Object.entries(LEAST_COSINE)) {
    if (!(results[name].cosine >= least)) {
      throw new Error(`${name} at ${tokens} tokens: cosine ${results[name].cosine} to ${F32}`);
    }
  }
  if (!results[BASELINE].identical) {
    throw new Error(`our two builds differ at ${tokens} tokens`);
  }
}

async function measure(page) {
  const cases = [];
  for (const tokens of LENGTHS) {
    const results = await call(page, "measure", tokens, ROUNDS);
    check(tokens, results);
    const cosines = Object.entries(results).map(
      ([name, { cosine }]) => `${name} ${cosine.toFixed(4)}`,
    );
    console.log(`${tokens} tokens, cosine to f32: ${cosines.join(", ")}`);
    const time = (name) => results[name].milliseconds;
    for (const peer of [F32, INT8]) {
      cases.push(compare(`${tokens} tokens`, time(OURS), "ms", peer, time(peer)));
      cases.push(
        compare(`${tokens} tokens, no relaxed SIMD`, time(BASELINE), "ms", peer, time(peer)),
      );
    }
  }
  return cases;
}

async function main() {
  makePeers();
  const server = await serve(FOLDERS);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error));
    await page.goto(`http://localhost:${server.address().port}/index.html`);
    await page.waitForFunction(() => globalThis.bench);
    const engines = await call(page, "load");
    console.log(`Chromium ${browser.version()}, one thread: ${engines.join("; ")}`);
    report("embed", await measure(page));
  } finally {
    await browser.close();
    server.close();
  }
}

await main();
