// Bundles the Worker as Wrangler does, runs it in workerd, and prints its answer.
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

/** Wasm files that the Worker imports, by their names. */
const wasm = new Map();

const wasmModules = {
  name: "wasm-modules",
  setup({ onResolve }) {
    onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
      const name = basename(path);
      wasm.set(name, join(resolveDir, path));
      return { path: `./${name}`, external: true };
    });
  },
};

const { outputFiles } = await build({
  entryPoints: ["worker.js"],
  bundle: true,
  format: "esm",
  target: "es2022",
  conditions: ["workerd", "worker", "browser"],
  plugins: [wasmModules],
  write: false,
});
const compiled = [...wasm].map(async ([path, file]) => ({
  type: "CompiledWasm",
  path,
  contents: await readFile(file),
}));
const worker = { type: "ESModule", path: "worker.js", contents: outputFiles[0].text };
const miniflare = new Miniflare({
  modules: [worker, ...(await Promise.all(compiled))],
  compatibilityDate: "2026-07-01",
  cf: false,
});
try {
  const response = await miniflare.dispatchFetch("http://localhost/");
  console.log(await response.text());
} finally {
  await miniflare.dispose();
}
