// Builds npm/dist with esbuild and the TypeScript compiler: the scripts of each host, the artefacts, the declarations; and
// puts the model's files into npm/minilm. Options:
//   --artefacts FOLDER  where the wasm artefacts are; default target/artefacts/release
//   --model FOLDER      where the model is; without it npm/minilm is left as it is
//   --tests             also the tests, one bundle each
//   --no-types          no declarations, which need the TypeScript compiler's second or two
import { rmSync } from "node:fs";
import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { writeDeclarations } from "./build/declarations.mjs";
import { artefactFiles, glue } from "./build/glue.mjs";
import { notices } from "./build/notices.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const inPackage = (path) => `${here}${path}`;

const { values } = parseArgs({
  options: {
    artefacts: { type: "string", default: inPackage("../target/artefacts/release") },
    model: { type: "string" },
    tests: { type: "boolean" },
    "no-types": { type: "boolean" },
  },
});
const artefacts = resolve(values.artefacts);

const common = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: "es2022",
  logLevel: "warning",
};

/** Names stay, so that a stack trace can be read; so do the licences of what is bundled. */
const packed = { ...common, minifyWhitespace: true, minifySyntax: true, legalComments: "eof" };

async function buildBrowser(outdir, glueOfHost) {
  await build({
    ...packed,
    platform: "browser",
    outdir,
    entryPoints: ["src/browser.ts", "src/slim.ts", "src/worker.ts"],
    external: ["agentic-memory-bank-minilm"],
    plugins: [glueOfHost, notices],
  });
}

async function buildPackage() {
  rmSync(inPackage("dist"), { recursive: true, force: true });
  await buildBrowser("dist", glue(artefacts));
  await build({
    ...packed,
    platform: "browser",
    outdir: "dist",
    entryPoints: ["src/workerd.ts", "src/proxy.ts"],
    external: ["*.wasm"],
    plugins: [glue(artefacts), notices],
  });
  // The same script in browsers, Node and Workers.
  await build({
    ...packed,
    platform: "neutral",
    outdir: "dist",
    entryPoints: ["src/remote.ts"],
    plugins: [notices],
  });
  await build({
    ...packed,
    platform: "node",
    target: "node20",
    outdir: "dist",
    entryPoints: [
      ...["src/node.ts", "src/cli.ts", "src/command-line.ts", "src/mcp.ts"],
      ...["src/node-database.ts", "src/node-engine.ts", "src/node-reader.ts"],
    ],
    // The command line checks the version of Node, then loads its second half, which loads the MCP server if it is asked for.
    external: ["undici", "agentic-memory-bank-minilm", "./command-line.js", "./mcp.js"],
    plugins: [glue(artefacts), notices],
  });
  await chmod(inPackage("dist/cli.js"), 0o755);
  await mkdir(inPackage("dist/artefacts"), { recursive: true });
  for (const [name, bytes] of await artefactFiles(artefacts)) {
    await writeFile(inPackage(`dist/artefacts/${name}.wasm`), bytes);
  }
  if (!values["no-types"]) await writeDeclarations(here);
}

/** The licences, which stand at the top of the project. */
async function copyLicences() {
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    await cp(inPackage(`../${name}`), inPackage(name));
  }
  await cp(inPackage("../LICENSE-APACHE"), inPackage("minilm/LICENSE"));
}

/** The second package: the model's files, and its manifest as a module. */
async function fillModelPackage(folder) {
  const manifest = JSON.parse(await readFile(`${folder}/manifest.json`, "utf8"));
  for (const { file } of Object.values(manifest.files)) {
    await cp(`${folder}/${file}`, inPackage(`minilm/${file}`));
  }
  const text = JSON.stringify(manifest, null, 2);
  await writeFile(inPackage("minilm/manifest.json"), `${text}\n`);
  await writeFile(inPackage("minilm/manifest.js"), `export const manifest = ${text};\n`);
}

async function buildTests() {
  await build({
    ...common,
    platform: "node",
    target: "node20",
    sourcemap: true,
    outdir: "dist/test",
    outbase: "test",
    outExtension: { ".js": ".mjs" },
    entryPoints: [
      ...["unit", "cli", "proxy", "tab", "scenarios", "neo4j", "install"].map(
        (folder) => `test/${folder}/*.test.ts`,
      ),
      "test/scenarios/perform.ts",
    ],
    external: [
      ...["playwright-core", "agentic-memory-bank", "agentic-memory-bank-minilm", "undici"],
      "@modelcontextprotocol/sdk",
    ],
    plugins: [glue(artefacts)],
  });
  // The same scripts over stand-ins of the artefacts, for tests of what is between page and workers.
  await buildBrowser("dist/test/stand-ins", glue(inPackage("test/tab/stand-ins"), "stand-in"));
}

await buildPackage();
await copyLicences();
if (values.model) await fillModelPackage(resolve(values.model));
if (values.tests) await buildTests();
