// Builds npm/dist with esbuild: the command line, the Node face and its worker, and the browser's modules (one for the
// page, the others its workers). With --tests also the tests, one bundle each.
import { rmSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const inPackage = (path) => `${here}${path}`;

/** Sources name their workers by source file, which is what Vite wants; the built modules load the built ones. */
const builtWorkerAddresses = {
  name: "built-worker-addresses",
  setup({ onLoad }) {
    onLoad({ filter: /(memory-bank|engine-worker|run-store)\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/"\.\/([\w-]+-worker)\.ts"/g, '"./$1.js"'),
      loader: "ts",
    }));
  },
};

const common = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: "es2022",
  sourcemap: true,
  logLevel: "warning",
};

async function buildPackage() {
  const browser = ["memory-bank", "engine-worker", "embed-worker", "reader-worker", "store-worker"];
  await build({
    ...common,
    platform: "browser",
    outdir: "dist",
    entryPoints: browser.map((name) => `src/${name}.ts`),
    plugins: [builtWorkerAddresses],
  });
  await build({
    ...common,
    platform: "node",
    target: "node20",
    outdir: "dist",
    entryPoints: ["src/node.ts", "src/cli.ts", "src/node-reader-worker.ts"],
    external: ["undici"],
  });
  await chmod(inPackage("dist/cli.js"), 0o755);
}

async function buildTests() {
  rmSync(inPackage("dist/test"), { recursive: true, force: true });
  await build({
    ...common,
    platform: "node",
    target: "node20",
    outdir: "dist/test",
    outbase: "test",
    outExtension: { ".js": ".mjs" },
    entryPoints: [
      ...["unit", "cli", "tab", "scenarios", "neo4j", "install"].map(
        (folder) => `test/${folder}/*.test.ts`,
      ),
      "test/scenarios/perform.ts",
    ],
    external: ["playwright-core", "agentic-memory-bank/node", "undici"],
  });
}

await buildPackage();
if (process.argv.includes("--tests")) await buildTests();
