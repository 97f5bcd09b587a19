// MiniLM in a worker of its own, as the package has it: what a question's vector takes before anything is recalled.

import { minilm } from "/minilm.js";
import { answerWith } from "./calls.js";

let embedder = null;

answerWith({
  async load() {
    embedder ??= await minilm();
  },

  embed: (text) => embedder.embed([text]).length,
});
