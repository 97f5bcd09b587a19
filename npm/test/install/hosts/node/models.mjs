// The embedding model by other ways than by itself: its folder by name, and slim with the slower embedder alone.
import { readFile } from "node:fs/promises";
import { MemoryBank } from "agentic-memory-bank";
import * as slim from "agentic-memory-bank/slim";
import { manifest } from "agentic-memory-bank-minilm";

const packages = new URL("./node_modules/", import.meta.url);
const bytes = async (path) => new Uint8Array(await readFile(new URL(path, packages)));
const artefact = (name) => bytes(`agentic-memory-bank/dist/artefacts/${name}.wasm`);
const modelFile = ({ file }) => bytes(`agentic-memory-bank-minilm/${file}`);

const named = await MemoryBank.open({ models: "node_modules/agentic-memory-bank-minilm" });
const given = await slim.MemoryBank.open({
  wasm: { engine: await artefact("engine"), "embed-baseline": await artefact("embed-baseline") },
  models: {
    manifest,
    weights: await modelFile(manifest.files.model),
    tokenizer: await modelFile(manifest.files.tokenizer),
  },
});
console.log(JSON.stringify({ named: await named.model, given: await given.model }));
