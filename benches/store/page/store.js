// What the driver calls in the page: asks long-term memory in its worker, and reads the clock on both sides.

/** Calls of a worker: what it answered, what it took there, and what it took from here. */
function caller(script) {
  const worker = new Worker(new URL(script, import.meta.url), { type: "module" });
  const waiting = new Map();
  let next = 0;
  worker.addEventListener("message", ({ data }) => {
    waiting.get(data.number)(data);
    waiting.delete(data.number);
  });
  worker.addEventListener("error", ({ message }) => console.error(message));
  return async (name, argument) => {
    const begun = performance.now();
    const data = await new Promise((resolve) => {
      const number = next++;
      waiting.set(number, resolve);
      worker.postMessage({ number, name, argument });
    });
    if (data.error !== undefined) throw new Error(data.error);
    const { result, milliseconds } = data;
    return { result, inWorker: milliseconds, fromPage: performance.now() - begun };
  };
}

const call = caller("./worker.js");
const embed = caller("./embed-worker.js");

/** Does it for each request, one after the other; times within the worker and from the page. */
async function times(requests, check = () => true) {
  const taken = { inWorker: [], fromPage: [] };
  for (const request of requests) {
    const { result, inWorker, fromPage } = await call("ask", request);
    if (!check(result)) throw new Error(`nothing came of ${JSON.stringify(request)}`);
    taken.inWorker.push(inWorker);
    taken.fromPage.push(fromPage);
  }
  return taken;
}

const recalling = (strategy) => (text) => {
  return { memory: "hierarchy", op: "recall", query: { text, strategy } };
};
const came = ({ recollection }) => recollection.memories.length > 0;

const fetched = async (address) => (await fetch(address)).text();
let runs = null;
let asked = null;

globalThis.bench = {
  async open(name) {
    asked ??= JSON.parse(await fetched("/data/asked.json"));
    return (await call("open", name)).result;
  },

  bytes: async () => (await call("bytes")).result,

  /** Learns the runs of these numbers. */
  async learn(from, until) {
    runs ??= (await fetched("/data/runs.jsonl")).split("\n");
    const learned = runs.slice(from, until);
    const request = (line) => ({ memory: "trajectories", op: "learn", run: JSON.parse(line) });
    return times(learned.map(request));
  },

  /** Asks what is known in so many situations. */
  query(rounds) {
    const request = (situation) => ({ memory: "trajectories", op: "query", ...situation });
    return times(asked.situations.slice(0, rounds).map(request));
  },

  /** Imports a file of entries; says how many. */
  importPart: async (part) => (await call("import", `/data/entries-${part}.jsonl`)).result,

  /** Recalls by the questions of these numbers. */
  recall(strategy, from, until) {
    return times(asked.questions.slice(from, until).map(recalling(strategy)), came);
  },

  /** The same with each question's vector made by MiniLM before: milliseconds of that, and of both, from the page. */
  async recallEmbedded(strategy, from, until) {
    await embed("load");
    const taken = { embedding: [], both: [] };
    for (const question of asked.questions.slice(from, until)) {
      const { fromPage } = await embed("embed", question);
      const recall = await times([recalling(strategy)(question)], came);
      taken.embedding.push(fromPage);
      taken.both.push(fromPage + recall.fromPage[0]);
    }
    return taken;
  },

  /** Remembers one thing after the other, which nobody said before. */
  observe(rounds) {
    const told = asked.questions.slice(0, rounds);
    const request = (question) => {
      const observations = [{ content: `again ${question}` }];
      return { memory: "hierarchy", op: "observe", observations };
    };
    return times(told.map(request));
  },
};
