// Stands in for the embedder: every vector is of zeros.

const DIMENSIONS = 384;

export default async function init() {
  return { memory: new WebAssembly.Memory({ initial: 3 }) };
}

export class Embedder {
  modelId = "stand-in";
  dimensions = DIMENSIONS;

  embed(texts) {
    return new Float32Array(DIMENSIONS * texts.length);
  }

  coverage() {
    return 1;
  }
}
