// What the driver calls in the page: asks long-term memory in its worker, and reads the clock on both sides.

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const waiting = new Map();

worker.addEventListener("message", ({ data }) => {
  waiting.get(data.number)(data);
  waiting.delete(data.number);
});
worker.addEventListener("error", ({ message }) => console.error(message));

let next = 0;

/** What the worker answered, what it took there, and what it took from here. */
async function call(name, argument) {
  const begun = performance.now();
  const data = await new Promise((resolve) => {
    const number = next++;
    waiting.set(number, resolve);
    worker.postMessage({ number, name, argument });
  });
  if (data.error !== undefined) throw new Error(data.error);
  const { result, milliseconds } = data;
  return { result, inWorker: milliseconds, fromPage: performance.now() - begun };
}

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
    const request = (text) => ({ memory: "hierarchy", op: "recall", query: { text, strategy } });
    const came = ({ recollection }) => recollection.memories.length > 0;
    return times(asked.questions.slice(from, until).map(request), came);
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
