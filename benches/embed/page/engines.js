// Ours and its peers behind one face: `embed(input)` -> Float32Array, where `input` is a text and its ids.
// The peers get the ids: tokenising is on our clock alone.

import * as ort from "onnxruntime-web";
import { minilm } from "/minilm.js";

ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = "/node_modules/onnxruntime-web/dist/";

const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());

/** Our embedder, of the build this browser runs best or of a named one. */
async function ours(build) {
  const embedder = await minilm(build);
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
  ours: () => ours(),
  "ours, baseline build": () => ours("baseline"),
  "onnxruntime-web 1.30 f32": () => onnxruntime("f32"),
  "onnxruntime-web 1.30 int8": () => onnxruntime("int8"),
};
