// `node benches/store/run.mjs [--trajectories 100,1000,10000] [--entries 100000] [--neo4j-trajectories 100,1000,10000]
// [--only sqlite,opfs,neo4j]`: what long-term memory takes in a SQLite file, on OPFS in Chromium, and on Neo4j, with the
// same runs and entries. Prints tables and writes target/bench/store.json. Wants built artefacts; for Neo4j a server of
// its own, which `cargo xtask bench store` starts.
//
// Runs, entries and their vectors are made up. Times are of whole calls: embedding, which is at no cost here, ranking, and
// that an access was counted included; on OPFS what MiniLM takes for a question is measured beside it, and with it. The least of them is what the machine's other work disturbs least. On OPFS they are taken within the worker and from the page, its message included.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { digits, launchWithProfile, ROOT, report, serve } from "../chromium.mjs";

const CRATE = "amb-bench-store";
const DATA = join(ROOT, "target/bench/store-data");
/** Entries of a file, as src/data.rs writes them. */
const PART = 5000;
const ROUNDS = 60;
/** Of what is learned on the way to a size, so many at the end are counted. */
const LEARNED = 200;
/** Within so many milliseconds is recalled. */
const BOUND = 30;
const RECALL = {
  "recall by meaning": "semantic",
  "recall by keywords": "keyword",
  "recall, hybrid": "hybrid",
};

const FOLDERS = {
  "/artefacts/": join(ROOT, "target/artefacts/release"),
  "/artefact.js": join(ROOT, "benches/artefact.js"),
  "/models/": join(ROOT, "target/models"),
  "/data/": DATA,
  "/minilm.js": join(ROOT, "benches/minilm.js"),
  "/": join(ROOT, "benches/store/page"),
};

const { values } = parseArgs({
  options: {
    trajectories: { type: "string", default: "100,1000,10000" },
    "neo4j-trajectories": { type: "string", default: "100,1000,10000" },
    entries: { type: "string", default: "100000" },
    only: { type: "string", default: "sqlite,opfs,neo4j" },
  },
});
const sizes = values.trajectories.split(",").map(Number);
const entries = Number(values.entries);
const places = values.only.split(",");

/** The crate's program; what it prints. */
function natively(...args) {
  const cargo = ["run", "--release", "--quiet", "-p", CRATE, "--", ...args.map(String)];
  const stdio = ["ignore", "pipe", "inherit"];
  return execFileSync("cargo", cargo, { cwd: ROOT, stdio, encoding: "utf8" });
}

const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];

function reading(place, what, size, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p95] = [share(sorted, 0.5), share(sorted, 0.95)];
  return { place, what, size, unit: "ms", least: sorted[0], p50, p95 };
}

/** Within the worker and from the page. */
function readings(what, size, { inWorker, fromPage }, most = ROUNDS) {
  return [
    reading("OPFS, in its worker", what, size, inWorker.slice(-most)),
    reading("OPFS, from the page", what, size, fromPage.slice(-most)),
  ];
}

function bytesEach(what, size, bytes) {
  const each = bytes / size;
  return {
    place: "OPFS, in its worker",
    what,
    size,
    unit: "bytes",
    least: each,
    p50: each,
    p95: each,
  };
}

/** Calls the page's `bench`. */
const asked = (page, name, ...args) =>
  page.evaluate(([name, args]) => globalThis.bench[name](...args), [name, args]);

async function onOpfs(page, name) {
  const kept = await asked(page, "open", name);
  if (kept !== "opfs") throw new Error(`the store is kept in ${kept}, not on OPFS`);
}

async function trajectoriesIn(page) {
  await onOpfs(page, "trajectories");
  const all = [];
  let known = 0;
  for (const size of sizes) {
    all.push(...readings("learn", size, await asked(page, "learn", known, size), LEARNED));
    known = size;
    all.push(...readings("query", size, await asked(page, "query", ROUNDS)));
    all.push(bytesEach("bytes a trajectory", size, await asked(page, "bytes")));
    console.error(`  OPFS: ${size} trajectories`);
  }
  return all;
}

async function memoriesIn(page) {
  await onOpfs(page, "memories");
  let size = 0;
  for (let part = 0; part * PART < entries; part += 1) {
    size += await asked(page, "importPart", part);
  }
  console.error(`  OPFS: ${size} entries`);
  const all = [bytesEach("bytes an entry", size, await asked(page, "bytes"))];
  all.push(...readings("the first recall", size, await asked(page, "recall", "semantic", 0, 1)));
  for (const [what, strategy] of Object.entries(RECALL)) {
    all.push(...readings(what, size, await asked(page, "recall", strategy, 1, 1 + ROUNDS)));
  }
  const { embedding, both } = await asked(page, "recallEmbedded", "hybrid", 1, 1 + ROUNDS);
  const fromPage = (what, times) => reading("OPFS, from the page", what, size, times);
  all.push(fromPage("a question's vector by MiniLM", embedding));
  all.push(fromPage("recall, hybrid, with its question's vector by MiniLM", both));
  all.push(...readings("observe", size, await asked(page, "observe", ROUNDS)));
  return all;
}

/** A browser with a profile on disk: without one OPFS is in memory. */
async function inChromium() {
  const server = await serve(FOLDERS);
  const profile = mkdtempSync(join(tmpdir(), "store-bench-"));
  const browser = await launchWithProfile(profile);
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error));
    page.on("console", (message) => message.type() === "error" && console.error(message.text()));
    await page.goto(`http://localhost:${server.address().port}/index.html`);
    await page.waitForFunction(() => globalThis.bench);
    return [...(await trajectoriesIn(page)), ...(await memoriesIn(page))];
  } finally {
    await browser.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

function onNeo4j() {
  if (process.env.NEO4J_URL === undefined) {
    console.error(
      `Neo4j is left out: ${process.env.NEO4J_LEFT_OUT ?? "NEO4J_URL names no server"}`,
    );
    return [];
  }
  return JSON.parse(natively("neo4j", values["neo4j-trajectories"]));
}

/** The cases of a reading; recall in Chromium beside what it may take. */
function cases({ place, what, size, unit, p50, p95 }) {
  const among = `${size.toLocaleString("en")} ${size === entries ? "entries" : "trajectories"}`;
  const is = (name, ours) => {
    const bound = place.startsWith("OPFS") && what.startsWith("recall") && unit === "ms";
    const peer = bound ? "what it may take" : null;
    const ratio = bound ? digits(BOUND / ours) : null;
    const line = { case: `${what}${name}, ${among}, ${place}`, ours: digits(ours), unit };
    return { ...line, peer, peer_value: bound ? BOUND : null, ratio };
  };
  return unit === "bytes" ? [is("", p50)] : [is(" p50", p50), is(" p95", p95)];
}

mkdirSync(DATA, { recursive: true });
natively("data", DATA, entries, Math.max(...sizes));
const all = [];
if (places.includes("sqlite")) all.push(...JSON.parse(natively("sqlite", DATA, sizes.join())));
if (places.includes("opfs")) all.push(...(await inChromium()));
if (places.includes("neo4j")) all.push(...onNeo4j());
rmSync(DATA, { recursive: true });
const rounded = ({ least, p50, p95 }) => ({
  least: digits(least),
  p50: digits(p50),
  p95: digits(p95),
});
console.table(all.map((line) => ({ ...line, ...rounded(line) })));
report("store", all.flatMap(cases));
