// Our embedder in a page or worker of a bench, from the built artefacts and the model.

import { artefact } from "/artefact.js";

/** The smallest module with a relaxed SIMD instruction (i16x8.relaxed_dot_i8x16_i7x16_s). */
const RELAXED = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15,
  65, 2, 253, 15, 253, 146, 2, 11,
]);

const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());

/** The embedder, of the build that this browser runs best or of a named one. */
export async function minilm(build = WebAssembly.validate(RELAXED) ? "relaxed" : "baseline") {
  const { Embedder } = await artefact(`embed-${build}`);
  const [model, tokenizer] = await Promise.all(
    ["all-MiniLM-L6-v2-int8.safetensors", "tokenizer.json"].map((name) => bytes(`/models/${name}`)),
  );
  return new Embedder(model, tokenizer);
}
