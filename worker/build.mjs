// Fills worker/assets with the page and the embedding model's files. Options:
//   --page FOLDER   the built page; default www/dist
//   --model FOLDER  the model's files; default npm/minilm
//   --tests         instead, what the tests need, in worker/dist: the Worker's bundle, that of the tests' Worker, the tests
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { unstable_readConfig as readConfig } from "wrangler";

const here = fileURLToPath(new URL(".", import.meta.url));
const inWorker = (path) => `${here}${path}`;

const { values } = parseArgs({
  options: {
    page: { type: "string", default: inWorker("../www/dist") },
    model: { type: "string", default: inWorker("../npm/minilm") },
    tests: { type: "boolean" },
  },
});

/** Files of the platform: headers of what it serves without the Worker. */
const HEADERS = `/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;

/** A page for tests that need none of it. */
const BLANK = `<!doctype html>
<html lang="en"><head><title>Agentic Memory Bank</title></head><body></body></html>
`;

const indexOf = (page) => `${page}/index.html`;

function builtPage() {
  const page = resolve(values.page);
  if (existsSync(indexOf(page))) return page;
  throw new Error(`there is no page in ${page}: run npm run build in www first`);
}

async function fillAssets(folder, page) {
  rmSync(folder, { recursive: true, force: true });
  await mkdir(`${folder}/model`, { recursive: true });
  if (page === null) await writeFile(`${folder}/index.html`, BLANK);
  else await cp(page, folder, { recursive: true });
  await writeFile(`${folder}/_headers`, HEADERS);
  const model = resolve(values.model);
  const { files } = JSON.parse(await readFile(`${model}/manifest.json`, "utf8"));
  for (const { file } of Object.values(files))
    await cp(`${model}/${file}`, `${folder}/model/${file}`);
}

/** Bundles a Worker as a deployment does. */
async function bundle(entry, outdir) {
  const words = [
    "wrangler",
    "deploy",
    entry,
    "--dry-run",
    "--outdir",
    outdir,
    "--assets",
    "dist/assets",
  ];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_LOG: "warn" };
  const child = spawn("npx", words, { cwd: here, env, stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((end) => child.once("exit", end));
  if (code !== 0) throw new Error(`wrangler could not bundle ${entry}`);
}

/** What wrangler.toml says of the runtime, for tests that start it themselves. */
async function writeRuntime() {
  const { compatibility_date, compatibility_flags, assets } = readConfig({
    config: inWorker("wrangler.toml"),
  });
  const runtime = { compatibility_date, compatibility_flags, assets };
  await writeFile(inWorker("dist/runtime.json"), JSON.stringify(runtime));
}

async function buildTests() {
  rmSync(inWorker("dist"), { recursive: true, force: true });
  await fillAssets(inWorker("dist/assets"), null);
  await writeRuntime();
  if (existsSync(indexOf(resolve(values.page))))
    await fillAssets(inWorker("dist/site"), builtPage());
  await Promise.all([
    bundle("src/worker.ts", "dist/bundle"),
    bundle("test/stand-ins/worker.ts", "dist/stand-ins"),
    build({
      absWorkingDir: here,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "warning",
      sourcemap: true,
      // As deep as the suites of npm/dist/test, which share a stage with these.
      outdir: "dist/test/deployed",
      outbase: "test",
      outExtension: { ".js": ".mjs" },
      entryPoints: ["test/*.test.ts", "test/unit/*.test.ts"],
      packages: "external",
    }),
  ]);
}

if (values.tests) await buildTests();
else await fillAssets(inWorker("assets"), builtPage());
