// `cargo xtask bench run`: measures the engine's artefact in Node, then the engine in a native program, which prints
// the tables and writes target/bench/run.json.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownWasm, ROOT } from "../wasm.mjs";
import { measure } from "./artefact.mjs";

const CRATE = "amb-bench-run";
const FOLDER = join(ROOT, "target/bench");
const READINGS = join(FOLDER, "run-readings.json");

mkdirSync(FOLDER, { recursive: true });
writeFileSync(READINGS, JSON.stringify(await measure(join(ownWasm(), CRATE))));

const cargo = ["run", "--release", "--quiet", "-p", CRATE, "--", READINGS];
const { status } = spawnSync("cargo", cargo, { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
