// `node benches/embed/run.mjs`: measures the embedder in Chromium beside onnxruntime-web, one thread
// each, prints a table and writes target/bench/embed.json.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "../..");
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

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const CHROMIUM_ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
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

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Serves the page, the artefacts, the models and the peers, isolated so that clocks are fine. */
function serve() {
  const folders = {
    "/artefacts/": join(ROOT, "target/artefacts/embed"),
    "/models/": MODELS,
    "/peers/": PEERS,
    "/node_modules/": join(ROOT, "benches/node_modules"),
    "/": join(HERE, "page"),
  };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const prefix = Object.keys(folders).find((folder) => path.startsWith(folder));
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    try {
      const body = readFileSync(join(folders[prefix], path.slice(prefix.length)));
      response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve(server)));
}

/** Calls a function of the page's `bench`. */
function call(page, name, ...args) {
  return page.evaluate(([name, args]) => globalThis.bench[name](...args), [name, args]);
}

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

function compare(name, ours, peer, peerValue) {
  const digits = (value) => Number(value.toPrecision(4));
  return {
    case: name,
    ours: digits(ours),
    unit: "ms",
    peer,
    peer_value: digits(peerValue),
    ratio: digits(peerValue / ours),
  };
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
      cases.push(compare(`${tokens} tokens`, time(OURS), peer, time(peer)));
      cases.push(compare(`${tokens} tokens, no relaxed SIMD`, time(BASELINE), peer, time(peer)));
    }
  }
  return cases;
}

async function main() {
  makePeers();
  const server = await serve();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error));
    await page.goto(`http://localhost:${server.address().port}/index.html`);
    await page.waitForFunction(() => globalThis.bench);
    const engines = await call(page, "load");
    console.log(`Chromium ${browser.version()}, one thread: ${engines.join("; ")}`);
    const cases = await measure(page);
    console.table(cases);
    mkdirSync(join(ROOT, "target/bench"), { recursive: true });
    writeFileSync(join(ROOT, "target/bench/embed.json"), JSON.stringify({ cases }, null, 2));
  } finally {
    await browser.close();
    server.close();
  }
}

await main();
