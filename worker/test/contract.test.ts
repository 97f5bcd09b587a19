/** The contracts of durable runs and of long-term memory in a Durable Object: the suites that every other store passes, too. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { RUNTIME } from "./deployment.ts";

const WORKER = fileURLToPath(new URL("../../../", import.meta.url));

/** Where `cargo xtask test --only worker` builds the suites. */
const CONTRACT = `${WORKER}../target/contract`;

/** The script of the object that runs the suites. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: WORKER,
    entryPoints: ["test/contract/worker.ts"],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    external: ["cloudflare:workers", "contract.wasm"],
    alias: {
      "contract.js": `${CONTRACT}/amb-worker-contract.js`,
      source: `${WORKER}../npm/src`,
    },
  });
  return outputFiles[0]?.text ?? "";
}

/** Asks an object of its own to run a suite. */
async function run(path: string): Promise<void> {
  const file = `${CONTRACT}/amb-worker-contract.wasm`;
  assert.ok(existsSync(file), "the suites are not built: run cargo xtask test --only worker");
  const wasm = readFileSync(file);
  const miniflare = new Miniflare({
    compatibilityDate: RUNTIME.compatibility_date,
    modules: [
      { type: "ESModule", path: "worker.js", contents: await script() },
      { type: "CompiledWasm", path: "contract.wasm", contents: wasm },
    ],
    durableObjects: { SUITES: { className: "Suites", useSQLite: true } },
  });
  try {
    const response = await miniflare.dispatchFetch(`http://suites/${path}`);
    assert.equal(await response.text(), "it holds");
  } finally {
    await miniflare.dispose();
  }
}

test("PL-02 BX-02 a Durable Object holds the contract of durable runs", () => run("runs"));

test("PL-02 BX-02 whichever write of a Durable Object fails, the old state or the new one is found", () =>
  run("runs/faults"));

test("PL-02 CG-09 a Durable Object holds the contract of trajectory memory", () =>
  run("trajectories"));

test("PL-02 CG-09 whichever write fails, a trajectory or a consolidation is whole or not there", () =>
  run("trajectories/faults"));

test("PL-02 AF-03 AF-04 a Durable Object holds the contract of hierarchical memory", () =>
  run("hierarchy"));

test("PL-02 AF-03 whichever write fails, a change set is whole or not there", () =>
  run("hierarchy/faults"));
