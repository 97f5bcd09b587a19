// `node benches/ingest/run.mjs [--sizes 1,2,4] [--no-model]`: reads real text of growing size in Chromium, through the
// package's own workers; prints a table and writes target/bench/ingest.json. Wants built artefacts, model and npm/dist.
//
// Memory: "engine wasm" and "embedder wasm" are the byteLength of each worker's WebAssembly.Memory after the run, which
// is its peak, as wasm memory never shrinks; "script" is performance.measureUserAgentSpecificMemory(). A stall is how
// late a 4 ms timer of the page fires, so it also holds what else the machine did; a task is the page's own work.

import { join } from "node:path";
import { parseArgs } from "node:util";
import { digits, launch, ROOT, report, serve } from "../chromium.mjs";
import { beginning, booksText } from "./text.mjs";

const MEGABYTE = 1_000_000;

const FOLDERS = {
  "/npm/": join(ROOT, "npm/dist"),
  "/minilm/": join(ROOT, "npm/minilm"),
  "/": join(ROOT, "benches/ingest/page"),
};
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
  const browser = await launch();
  const text = await booksText(browser, ROOT);
  const server = await serve(FOLDERS, {
    "/text": (asked) => beginning(text, Number(asked.get("bytes"))),
  });
  const address = `http://localhost:${server.address().port}`;
  console.log(`${digits(megabytesOf(text.length))} MB of text; Chromium ${browser.version()}`);
  try {
    const { all, cases } = await measureAll(browser, address, sizes, useModel);
    console.log(`embedder: ${useModel ? all[0].model.artefact : "none"}`);
    console.table(all.map(row));
    report("ingest", cases);
  } finally {
    await browser.close();
    server.close();
  }
}

await main();
