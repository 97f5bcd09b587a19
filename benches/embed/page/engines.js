// Ours and its peers behind one face: `embed(input)` -> Float32Array, where `input` is a text and its ids.
// The peers get the ids: tokenising is on our clock alone.

import * as ort from "onnxruntime-web";

ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = "/node_modules/onnxruntime-web/dist/";

/** The smallest module with a relaxed SIMD instruction (i16x8.relaxed_dot_i8x16_i7x16_s). */
const RELAXED = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15,
  65, 2, 253, 15, 253, 146, 2, 11,
]);

const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());

/** Our embedder, of the build this browser runs best or of a named one. */
async function ours(build) {
  const { default: initialise, Embedder } = await import(`/artefacts/${build}/amb_embed.js`);
  await initialise();
  const [model, tokenizer] = await Promise.all(
    ["all-MiniLM-L6-v2-int8.safetensors", "tokenizer.json"].map((name) => bytes(`/models/${name}`)),
  );
  const embedder = new Embedder(model, tokenizer);
  return ({ text }) => embedder.embed([text]);
}

async function onnxruntime(model) {
  const session = await ort.InferenceSession.create(await bytes(`/peers/${model}.onnx`), {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
  });
  return async ({ ids }) => {
    const data = BigInt64Array.from(ids, BigInt);
    const tensor = new ort.Tensor("int64", data, [1, ids.length]);
    const { embedding } = await session.run({ ids: tensor });
    return embedding.data;
  };
}

/** By the name the table uses. */
export const ENGINES = {
  ours: () => ours(WebAssembly.validate(RELAXED) ? "relaxed" : "baseline"),
  "ours, baseline build": () => ours("baseline"),
  "onnxruntime-web 1.30 f32": () => onnxruntime("f32"),
  "onnxruntime-web 1.30 int8": () => onnxruntime("int8"),
};
