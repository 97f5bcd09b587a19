// Opens a bank with each of these sources of its engine: JSON of addresses, or of files whose bytes are given.
import { readFile } from "node:fs/promises";
import { MemoryBank } from "agentic-memory-bank";
import { told } from "./research.js";

const reports = [];
for (const { path, asBytes } of JSON.parse(process.argv[2])) {
  const engine = asBytes ? await readFile(path) : path;
  reports.push(await told(() => MemoryBank.open({ wasm: { engine }, embedder: false })));
}
console.log(JSON.stringify(reports));
