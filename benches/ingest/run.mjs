// `node benches/ingest/run.mjs [--sizes 1,2,4] [--no-model]`: reads real text of growing size in Chromium, through the
// package's own workers; prints a table and writes target/bench/ingest.json. Wants built artefacts, model and npm/dist.
//
// Memory: "engine wasm" and "embedder wasm" are the byteLength of each worker's WebAssembly.Memory after the run, which
// is its peak, as wasm memory never shrinks; "script" is performance.measureUserAgentSpecificMemory(). A stall is how
// late a 4 ms timer of the page fires, so it also holds what else the machine did; a task is the page's own work.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { beginning, booksText } from "./text.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "../..");
const MEGABYTE = 1_000_000;

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

const FOLDERS = {
  "/npm/": join(ROOT, "npm/dist"),
  "/artefacts/": join(ROOT, "target/artefacts"),
  "/models/": join(ROOT, "target/models"),
  "/": join(HERE, "page"),
};
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Serves page, package, artefacts, model and text; isolated, so that memory can be measured and clocks are fine. */
function serve(text) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const path = normalize(pathname);
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
    try {
      response.end(
        path === "/text" ? beginning(text, Number(searchParams.get("bytes"))) : read(path),
      );
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve(server)));
}

function read(path) {
  const prefix = Object.keys(FOLDERS).find((folder) => path.startsWith(folder));
  return readFileSync(join(FOLDERS[prefix], path.slice(prefix.length)));
}

/** One size in a page of its own, whose workers start with nothing. */
async function measure(browser, address, megabytes, useModel) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error));
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  await page.goto(`${address}/index.html`);
  await page.waitForFunction(() => globalThis.ingest);
  const measured = await page.evaluate(
    ([bytes, model]) => globalThis.ingest(bytes, model),
    [megabytes * MEGABYTE, useModel],
  );
  await page.close();
  if (measured.termination !== "answer") throw new Error(`the run ended: ${measured.termination}`);
  return measured;
}

const megabytesOf = (bytes) => bytes / MEGABYTE;
const digits = (value) => Number(value.toPrecision(4));

function row(measured) {
  const size = megabytesOf(measured.size);
  return {
    "text MB": digits(size),
    "ingest s": digits(measured.usage.ingestMilliseconds / 1000),
    "s per MB": digits(measured.usage.ingestMilliseconds / 1000 / size),
    "whole run s": digits(measured.milliseconds / 1000),
    nodes: measured.usage.nodes,
    passages: measured.usage.passages,
    embedded: measured.usage.embeddedTexts,
    "engine wasm MB": digits(megabytesOf(measured.after.engine)),
    "embedder wasm MB": digits(megabytesOf(measured.after.embedder ?? 0)),
    "script MB": digits(megabytesOf(measured.script)),
    "longest stall ms": digits(measured.longestStall),
    "longest task ms": digits(measured.longestTask),
    "progress events": measured.progressEvents,
  };
}

/** The cases of one size; its peer, where there is one, is our own first size: cost is to grow no faster than text. */
function casesOf(measured, previous, first, mode) {
  const name = `${Math.round(megabytesOf(measured.size))} MB, ${mode}`;
  const alone = (what, ours, unit) => {
    const none = { peer: null, peer_value: null, ratio: null };
    return { case: `${what}, ${name}`, ours: digits(ours), unit, ...none };
  };
  const cases = [
    alone("ingest time", measured.usage.ingestMilliseconds / 1000, "s"),
    alone("engine wasm memory", megabytesOf(measured.after.engine), "MB"),
    alone("embedder wasm memory", megabytesOf(measured.after.embedder ?? 0), "MB"),
    alone("JavaScript of page and workers", megabytesOf(measured.script), "MB"),
    alone("longest stall of the page's thread", measured.longestStall, "ms"),
    alone("longest task of the page's thread (over 50)", measured.longestTask, "ms"),
  ];
  if (previous === undefined) return cases;
  return [...cases, addedMegabyte(measured, previous, first, name)];
}

function addedMegabyte(measured, previous, first, name) {
  const seconds = (it) => it.usage.ingestMilliseconds / 1000;
  const firstCost = seconds(first) / megabytesOf(first.size);
  const added =
    (seconds(measured) - seconds(previous)) / megabytesOf(measured.size - previous.size);
  return {
    case: `each added MB up to ${name}`,
    ours: digits(added),
    unit: "s",
    peer: `ours, each of the first ${digits(megabytesOf(first.size))} MB`,
    peer_value: digits(firstCost),
    ratio: digits(firstCost / added),
  };
}

async function measureAll(browser, address, sizes, useModel) {
  const mode = useModel ? "with the model" : "keywords alone";
  const all = [];
  const cases = [];
  for (const size of sizes) {
    const measured = await measure(browser, address, size, useModel);
    cases.push(...casesOf(measured, all.at(-1), all[0], mode));
    all.push(measured);
    console.table([row(measured)]);
  }
  return { all, cases };
}

async function main() {
  const { values } = parseArgs({
    options: { sizes: { type: "string", default: "1,2,4" }, "no-model": { type: "boolean" } },
  });
  const sizes = values.sizes.split(",").map(Number);
  const useModel = !values["no-model"];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
  const text = await booksText(browser, ROOT);
  const server = await serve(text);
  const address = `http://localhost:${server.address().port}`;
  console.log(`${digits(megabytesOf(text.length))} MB of text; Chromium ${browser.version()}`);
  try {
    const { all, cases } = await measureAll(browser, address, sizes, useModel);
    console.log(`embedder: ${useModel ? all[0].model.artefact : "none"}`);
    console.table(all.map(row));
    console.table(cases);
    mkdirSync(join(ROOT, "target/bench"), { recursive: true });
    writeFileSync(join(ROOT, "target/bench/ingest.json"), JSON.stringify({ cases }, null, 2));
  } finally {
    await browser.close();
    server.close();
  }
}

await main();
