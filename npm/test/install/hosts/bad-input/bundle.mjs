// A bundler that takes the page's and the worker's code along and drops the wasm.
import { copyFile } from "node:fs/promises";
import { build } from "esbuild";

await build({
  entryPoints: { main: "main.js", worker: "agentic-memory-bank/worker" },
  bundle: true,
  format: "esm",
  target: "es2022",
  logLevel: "error",
  outdir: "dist",
});
await copyFile("bundled.html", "dist/index.html");
