// The page and the worker are bundled; wasm and the model are copied beside them.
import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { tokenizer, weights } from "agentic-memory-bank-minilm";
import { build } from "esbuild";

await build({
  entryPoints: { main: "main.js", worker: "agentic-memory-bank/worker" },
  bundle: true,
  format: "esm",
  target: "es2022",
  outdir: "dist",
});
const copy = (address, name) => copyFile(fileURLToPath(address), `dist/${name}`);
for (const name of ["engine", "embed-baseline", "embed-relaxed"]) {
  await copy(import.meta.resolve(`agentic-memory-bank/artefacts/${name}.wasm`), `${name}.wasm`);
}
await copy(weights, "model.safetensors");
await copy(tokenizer, "tokenizer.json");
await copyFile("index.html", "dist/index.html");
