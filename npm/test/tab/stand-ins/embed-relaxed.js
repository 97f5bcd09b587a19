// Stands in for the embedder: every vector is of zeros.

const DIMENSIONS = 384;

export function __wbg_set_wasm() {}

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
