// The nodes that are indexed and the questions that are asked: the same for every engine.

export const DIMENSIONS = 384;

const SENTENCES_PER_NODE = 3;

const QUESTIONS = [
  "How does ownership work when a value is passed to a function?",
  "What is the difference between a String and a string slice?",
  "When should I use a reference counted smart pointer?",
  "Why does the borrow checker reject two mutable references?",
  "How are lifetimes annotated in struct definitions?",
  "Which trait must a type implement to be used in a for loop?",
  "How do threads share state with Mutex and Arc?",
  "What happens on panic in a release profile?",
  "How is a module split into several files?",
  "Can generic functions be as fast as concrete ones?",
  "How to read command line arguments and handle errors",
  "async await futures and streams",
];

/** A small seeded generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A direction: normally distributed numbers at length 1. */
function unitVector(random) {
  const vector = new Float32Array(DIMENSIONS);
  for (let i = 0; i < DIMENSIONS; i++) {
    vector[i] = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  }
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

/** `count` nodes of real sentences, drawn and joined by a seeded generator. */
export function makeNodes(sentences, count) {
  const random = seeded(1);
  const draw = () => sentences[Math.floor(random() * sentences.length)];
  return Array.from({ length: count }, (_, i) => ({
    id: `node-${String(i).padStart(8, "0")}`,
    text: Array.from({ length: SENTENCES_PER_NODE }, draw).join(" "),
    vector: unitVector(random),
  }));
}

export function makeQuestions() {
  const random = seeded(2);
  return QUESTIONS.map((text) => ({ text, vector: unitVector(random) }));
}
