// The artefact `store` in a dedicated worker, as the package has it there: the page asks, and is told what came and how
// long it took here.

import { artefact } from "/artefact.js";
import { answerWith } from "./calls.js";
import { DIMENSIONS, MODEL, vectorsOf } from "./embedder.js";

let place = null;
let store = null;
let memory = null;

const calls = {
  /** Opens an empty store in the place of the one that is open; says where it is kept. */
  async open(name) {
    // Not at the top level: a module that awaits there has no listener yet, and the page's first call is lost.
    const { LongTermMemory, RunStore } = await artefact("store");
    memory?.free();
    store?.free();
    store = await RunStore.open(name, false);
    place = name;
    memory = new LongTermMemory(store, "{}");
    return store.kept;
  },

  /** Bytes of the database's files. */
  async bytes() {
    const { RunStore } = await artefact("store");
    const files = await RunStore.files(place);
    return files.reduce((bytes, { size }) => bytes + size, 0);
  },

  ask: (request) => answered(request),

  /** Imports a file of entries; says how many. */
  async import(address) {
    const text = await (await fetch(address)).text();
    const file = { memory: "hierarchy", import: 0 };
    await answered({ ...file, op: "readImport", part: 0, text });
    return (await answered({ ...file, op: "import" })).imported;
  },
};

/** The answer of memory, supplied with the vectors that it asks for on the way. */
async function answered(request) {
  let step = JSON.parse(await memory.ask(JSON.stringify(request)));
  while ("needs" in step) {
    const { call, need } = step.needs;
    step = JSON.parse(await supplied(call, need));
  }
  return step.done;
}

function supplied(call, need) {
  if (need.need !== "vectors") return memory.supply(call, JSON.stringify({ supply: "nothing" }));
  const coverage = new Float32Array(need.texts.length).fill(1);
  return memory.supplyVectors(call, MODEL, DIMENSIONS, vectorsOf(need.texts), coverage);
}

answerWith(calls);
