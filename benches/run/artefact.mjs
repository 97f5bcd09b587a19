// The engine's artefact in Node, in a world that answers at once: its own time and memory after each planned step.
//
// The watch stands still while the world works: the model, search, pages and embedder, which are wasm of their own, and
// what the platform does for an exchange, which is played here. What the engine does of it counts: requests, each packet
// of a stream across the boundary, events.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { instantiate } from "../artefact.js";
import { ROOT } from "../wasm.mjs";

const ENGINE = join(ROOT, "target/artefacts/release/engine-llm");

/**
 * Milliseconds that the processor gave to this thread, or where Node does not tell that, to the whole process, which
 * clears memory in threads of its own: what else the machine does is none of the engine's.
 */
function processorTime() {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/** A watch that can stand still. */
class Watch {
  #outside = 0;

  /** Milliseconds that were not spent outside. */
  get engine() {
    return processorTime() - this.#outside;
  }

  outside(part) {
    const from = processorTime();
    try {
      return part();
    } finally {
      this.#outside += processorTime() - from;
    }
  }
}

/** What the engine gives `fetch`. */
class PlayedRequest {
  constructor(url, { body = "" } = {}) {
    this.url = url;
    this.body = body;
  }
}

/** What `fetch` gives the engine. */
class PlayedResponse {
  status = 200;
  ok = true;
  type = "basic";

  constructor(url, { kind, body }, packet) {
    this.url = url;
    this.headers = new Headers({ "content-type": kind });
    const packets = [];
    for (let at = 0; at < body.length; at += packet) {
      packets.push({ done: false, value: body.subarray(at, at + packet) });
    }
    const arriving = packets.values();
    const read = async () => arriving.next().value ?? { done: true };
    this.body = { getReader: () => ({ read }) };
  }
}

/** Loads an artefact: for each `instance` a glue and a memory of its own. */
async function load(artefact, instance) {
  const glue = await import(`${pathToFileURL(`${artefact}.js`).href}?${instance}`);
  return instantiate(glue, readFileSync(`${artefact}.wasm`));
}

/** Has `fetch` answered by the world that is `played.world`, and pauses that only let others come through end at once. */
function play(played, packet, watch) {
  const answer = ({ url, body }) => {
    const reply = played.world.answer(url, body);
    if (reply === undefined) throw new Error(`the bench's world does not have ${url}`);
    return new PlayedResponse(url, reply, packet);
  };
  const { setTimeout } = globalThis;
  Object.assign(globalThis, {
    Request: PlayedRequest,
    Response: PlayedResponse,
    fetch: async (request) => watch.outside(() => answer(request)),
    setTimeout: (call, delay) => (delay > 0 ? setTimeout(call, delay) : setImmediate(call)),
  });
}

/** An instance of the engine in the bench's world. */
async function begin(bench, watch, name) {
  const { Bank, memory } = await load(ENGINE, name);
  const embed = async (texts) => watch.outside(() => embeddings(bench, texts));
  const embedder = { modelId: bench.modelId(), dimensions: bench.dimensions() };
  const settings = JSON.parse(bench.settings(bench.longSteps()));
  return { bank: new Bank({ embedder, embed }, settings), bench, memory, watch };
}

function embeddings(bench, texts) {
  return { vectors: bench.embed(texts), coverage: new Float32Array(texts.length).fill(1) };
}

/** One run; its course and its id. A run that did not go as written would be measured for nothing. */
async function run({ bank, bench, memory, watch }, world, steps, continueFrom) {
  const readings = [];
  const onEvent = ({ type }) => {
    if (type !== "plan") return;
    readings.push({ milliseconds: watch.engine, bytes: memory.buffer.byteLength });
  };
  const request = { question: bench.question(), keep: true, continueFrom };
  const result = await bank.research(request, onEvent);
  const done = result.insightDoc.completed_tasks.length;
  const nodes = Object.keys(result.queryGraph.nodes).length;
  const isWhole = done === steps && readings.length === steps + 1 && nodes > steps;
  if (result.termination !== "answer" || !isWhole) {
    const { termination, error } = result;
    const what = `${termination} after ${done} of ${steps} steps with ${nodes} topics`;
    throw new Error(`the run did not go as written: ${what} ${JSON.stringify(error)}`);
  }
  return { docId: result.docId, course: { readings, nodes, turns: world.turns() } };
}

/** The long run, and one in the memory that it left. `own` is the path of the bench's own wasm, without its extension. */
export async function measure(own) {
  const bench = await load(own, "world");
  const books = bench.BenchPages.books().map((book) => join(ROOT, "target/documents", book));
  const pages = new bench.BenchPages(books.map((book) => new Uint8Array(readFileSync(book))));
  const watch = new Watch();
  const played = {};
  play(played, bench.packetBytes(), watch);
  const perform = (engine, from, steps, continueFrom) => {
    played.world = pages.world(from, steps);
    return run(engine, played.world, steps, continueFrom);
  };
  const [long, stretch] = [bench.longSteps(), bench.stretchSteps()];
  // Wasm is compiled in earnest only once it is at work, and then for all of its instances.
  await perform(await begin(bench, watch, "first"), 0, stretch);
  const engine = await begin(bench, watch, "measured");
  const { docId, course } = await perform(engine, 0, long);
  const again = await perform(engine, long, stretch, docId);
  return { long: course, again: again.course };
}
