// Vectors of texts, at no cost: a text's own hash sets off a row of numbers. src/embedder.rs makes the same ones.

/** Numbers of a vector: as many as MiniLM gives. */
export const DIMENSIONS = 384;
/** What made the vectors. */
export const MODEL = "stand-in";

const encoder = new TextEncoder();

/** The vectors of texts, one after the other. */
export function vectorsOf(texts) {
  const vectors = new Float32Array(texts.length * DIMENSIONS);
  for (const [row, text] of texts.entries()) fill(vectors, row * DIMENSIONS, text);
  return vectors;
}

function fill(vectors, from, text) {
  let state = 0x811c9dc5;
  for (const byte of encoder.encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  state |= 1;
  for (let at = from; at < from + DIMENSIONS; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    vectors[at] = (state >>> 0) / 2147483648 - 1;
  }
}
