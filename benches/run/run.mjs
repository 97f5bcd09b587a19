// `node benches/run/run.mjs`: measures the engine's artefact in Node, then the engine in a native program, which prints
// the tables and writes target/bench/run.json.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildWasm, ROOT } from "../wasm.mjs";

const CRATE = "amb-bench-run";
const WORLD = join(ROOT, "target/bench/run-wasm");
const READINGS = join(WORLD, "readings.json");

mkdirSync(WORLD, { recursive: true });
buildWasm(CRATE, WORLD);
const { measure } = await import("./artefact.mjs");
writeFileSync(READINGS, JSON.stringify(await measure(WORLD)));

const cargo = ["run", "--release", "--quiet", "-p", CRATE, "--", READINGS];
const { status } = spawnSync("cargo", cargo, { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
