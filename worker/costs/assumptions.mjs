// Assumptions about a user: what nobody can measure before there are users. Each is a flag of `npm run costs`.

/** An assumption: its default, and what it is. Counts are of an active user and a day, unless they say otherwise. */
export const ASSUMPTIONS = {
  active: { value: 0.3, is: "share of the users who are active on a day" },
  visits: { value: 2, is: "visits of the page" },
  openings: {
    value: 12,
    is: "times that the object opens: it leaves memory after 10 s of silence",
  },
  runs: { value: 1, is: "research runs" },
  steps: { value: 8, is: "steps of a run, each with a model's reply and a tool's" },
  "step-seconds": { value: 12, is: "seconds that a step waits for the model and tools" },
  recalls: { value: 20, is: "calls that recall" },
  observes: { value: 10, is: "calls that observe one text" },
  proxied: { value: 10, is: "requests through the proxy" },
  linger: {
    value: 0,
    is: "seconds that an object is billed before it leaves memory, if it cannot hibernate",
  },
  entries: { value: 1000, is: "memories that a user keeps, all days together" },
  "runs-kept": { value: 50, is: "runs that a user keeps, all days together" },
  tokens: { value: 30, is: "tokens of a text that is embedded" },
  peak: { value: 5, is: "busiest second, as a multiple of the mean" },
  embedder: { value: "minilm", is: "minilm, workers-ai, endpoint or none" },
  "neo4j-writes": {
    value: 1,
    is: "writes of a run to Neo4j, where what runs teach is shared there",
  },
  "neo4j-rate": { value: 100, is: "writes a second that one Neo4j server takes; not measured" },
  "run-price": { value: 0, is: "dollars that a run's model and search cost; your provider's" },
};

const EMBEDDERS = ["minilm", "workers-ai", "endpoint", "none"];

/** The assumptions with what flags replace. Throws for a flag that is unknown, or no number of that kind. */
export function assumed(flags = {}) {
  const values = Object.fromEntries(
    Object.entries(ASSUMPTIONS).map(([name, { value }]) => [name, value]),
  );
  for (const [name, given] of Object.entries(flags)) {
    if (!(name in ASSUMPTIONS)) throw new Error(`there is no assumption "${name}"`);
    values[name] = name === "embedder" ? checkedEmbedder(given) : checkedNumber(name, given);
  }
  if (values.active > 1) throw new Error("active must be a share, 0 to 1");
  return values;
}

function checkedEmbedder(given) {
  if (EMBEDDERS.includes(given)) return given;
  throw new Error(`embedder must be one of ${EMBEDDERS.join(", ")}`);
}

function checkedNumber(name, given) {
  const value = String(given).trim() === "" ? Number.NaN : Number(given);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new Error(`${name} must be a number, 0 or more`);
}
