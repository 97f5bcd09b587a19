import { MemoryBank } from "agentic-memory-bank/slim";
import { manifest } from "agentic-memory-bank-minilm";
import { told } from "./research.js";

const beside = (file) => new URL(file, import.meta.url);
const names = ["engine", "embed-baseline", "embed-relaxed"];
const wasm = Object.fromEntries(names.map((name) => [name, beside(`${name}.wasm`)]));
const models = {
  manifest,
  weights: beside("model.safetensors"),
  tokenizer: beside("tokenizer.json"),
};
const worker = () => new Worker(beside("worker.js"), { type: "module" });

globalThis.told = await told(() => MemoryBank.open({ wasm, models, worker }));
