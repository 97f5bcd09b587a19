// `cargo xtask bench edge [-- --users 100 --times 20 --sizes 1000,10000 --gathered 1,10,20 --record]`: the Worker in workerd,
// on loopback, under a crowd of users: errors, whose answers come back, times, memory, rows. Prints tables and writes
// target/bench/edge.json; `--record` also writes worker/costs/measured.json, which `npm run costs` in worker/ reckons with.
// Wants npm/dist with the release artefacts, npm/minilm, and worker/node_modules.
//
// Where the kernel tells nothing of a process (other than Linux), processor time and resident memory are left out.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compare, digits, report } from "../table.mjs";
import { ROOT } from "../wasm.mjs";
import { share } from "./crowd.mjs";
import { bundle, cleanUp } from "./deployment.mjs";
import { figuresOf } from "./figures.mjs";
import * as parts from "./parts.mjs";
import { startServices } from "./services.mjs";

const LIMIT = 128_000_000;
const PLAIN = "a plain object with FTS5";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "100" },
    times: { type: "string", default: "20" },
    sizes: { type: "string", default: "1000,10000" },
    gathered: { type: "string", default: "1,5,10,20,40" },
    entries: { type: "string", default: "100" },
    steps: { type: "string", default: "2,10" },
    rest: { type: "string", default: "15" },
    record: { type: "boolean", default: false },
  },
});
const numbers = (list) => list.split(",").map(Number);
const [users, times, entries, rest] = ["users", "times", "entries", "rest"].map((name) =>
  Number(values[name]),
);

async function measure(services) {
  const variables = {
    EMBEDDER: process.env.BENCH_EMBEDDER ?? "endpoint",
    EMBEDDING_ADDRESS: services.address,
    EMBEDDING_MODEL: "words-384",
    LLM_PROVIDER: services.address,
    LLM_MODEL: "script",
    SEARCH_ADDRESS: services.search,
  };
  const told = async (name, work) => {
    const began = performance.now();
    const reading = await work();
    console.error(`  ${name}: ${digits((performance.now() - began) / 1000)} s`);
    return reading;
  };
  return {
    crowded: await told("the crowd", () => parts.crowded({ users, times, services, variables })),
    cold: await told("cold starts", () => parts.cold({ users, variables })),
    front: await told("the Worker alone", () => parts.fronted({ services, variables, times: 200 })),
    grown: await told("a memory that grows", () =>
      parts.grown({ sizes: numbers(values.sizes), variables }),
    ),
    plain: await told("the plain object", () =>
      parts.plainly({ sizes: numbers(values.sizes), variables }),
    ),
    gathered: await told("users in one isolate", () =>
      parts.gathered({ counts: numbers(values.gathered), entries, variables }),
    ),
    ran: await told("runs", () => parts.ran({ steps: numbers(values.steps), variables })),
    embedded: await told("the model in the isolate", () =>
      parts.embedded({ variables, texts: 16 }),
    ),
    hibernated: await told("an object at rest", () => parts.rested({ variables, seconds: rest })),
  };
}

/** A line without a peer. */
function alone(name, value, unit) {
  const ours = value === null ? null : digits(value);
  return { case: name, ours, unit, peer: null, peer_value: null, ratio: null };
}

function ofCrowd({ memory, plain, proxy, straight, startedIn, after }) {
  const size = `${users} users × ${times}`;
  const both = (name, ours, theirs, peer) =>
    [0.5, 0.95].map((part) =>
      compare(
        `${name} p${100 * part}, ${size}`,
        share(ours.milliseconds[name], part),
        "ms",
        peer,
        share(theirs.milliseconds[name], part),
      ),
    );
  const failed = memory.errors.length + proxy.errors.length;
  return [
    alone(`errors and strangers' data, ${size}, memory and proxy`, failed, "calls"),
    ...both("observe", memory, plain, PLAIN),
    ...both("recall", memory, plain, PLAIN),
    ...both("proxy", proxy, straight, "straight to the service"),
    alone(`workerd with miniflare, started`, startedIn, "ms"),
    alone(`WebAssembly memory after ${users} users`, parts.megabytes(after.wasmBytes), "MB"),
  ];
}

function ofCold({ ready, first, recall, other }) {
  return [
    alone("cold start: workerd and miniflare ready", ready, "ms"),
    alone("cold start: the first answer of the Worker", first, "ms"),
    alone("cold start: a user's first recall, engine and store opened", recall, "ms"),
    alone("the next user's first recall", other, "ms"),
  ];
}

function ofGrown(reading, plain) {
  const { size, open, recall, observe } = reading;
  const among = `among ${size.toLocaleString("en")} memories`;
  const beside = (name, unit, of) => {
    const line = compare(`${name} ${among}`, of(reading), unit, PLAIN, of(plain));
    return { ...line, ratio: Number.isFinite(line.ratio) ? line.ratio : null };
  };
  return [
    beside("recall p50", "ms", (one) => one.p50),
    beside("recall p95", "ms", (one) => one.p95),
    beside("rows written by recall", "rows", (one) => one.recall.rowsWritten),
    beside("rows written by observe", "rows", (one) => one.observe.rowsWritten),
    beside("rows read by recall", "rows", (one) => one.recall.rowsRead),
    alone(`the first recall ${among}, the store opened`, open.wall, "ms"),
    alone(`rows read when the store is opened, ${among}`, open.rowsRead, "rows"),
    alone(`processor time of recall ${among}`, recall.cpu, "ms"),
    alone(`processor time of observe ${among}`, observe.cpu, "ms"),
    alone(`WebAssembly memory ${among}`, parts.megabytes(reading.wasmBytes), "MB"),
    alone(`stored ${among}`, parts.megabytes(reading.storedBytes), "MB"),
  ];
}

function ofGathered({ count, wasmBytes, heap, resident, bare }) {
  const name = `${count} users of ${entries} memories in one isolate`;
  return [
    alone(`WebAssembly memory, ${name}`, parts.megabytes(wasmBytes), "MB"),
    alone(`JavaScript's heap, ${name}`, parts.megabytes(heap), "MB"),
    alone(
      `resident memory of workerd, ${name}`,
      resident === null ? null : parts.megabytes(resident - bare),
      "MB more",
    ),
  ];
}

function ofRuns({ steps, rowsWritten, cpu, bytes }) {
  return [
    alone(`rows written by a run of ${steps} steps`, rowsWritten, "rows"),
    alone(`processor time of a run of ${steps} steps`, cpu, "ms"),
    alone(`stored of a run of ${steps} steps`, bytes / 1000, "kB"),
  ];
}

function ofModel({ first, wasmBytes, observe }) {
  return [
    alone("the model in the isolate: the first text", first, "ms"),
    alone("the model in the isolate: processor time of observe", observe.cpu, "ms"),
    alone("the model in the isolate: WebAssembly memory", parts.megabytes(wasmBytes), "MB"),
  ];
}

/** Where an isolate's memory ends: users of some memories each, and memories of one user. */
function ends({ memory }) {
  const left = LIMIT - memory.isolate;
  const each = memory.object + entries * memory.entry;
  return [
    alone(
      `128 MB end: users of ${entries} memories at once, without the model`,
      Math.floor(left / each),
      "users",
    ),
    alone(
      `128 MB end: the same with the model in the isolate`,
      Math.floor((left - memory.embedder) / each),
      "users",
    ),
    alone(
      `128 MB end: memories of one user, without the model`,
      Math.floor((left - memory.object) / memory.entry),
      "memories",
    ),
    alone(
      `128 MB end: the same with the model in the isolate`,
      Math.max(0, Math.floor((left - memory.object - memory.embedder) / memory.entry)),
      "memories",
    ),
  ];
}

await bundle();
const services = await startServices();
try {
  const readings = await measure(services);
  const { crowded, cold, grown, plain, gathered, ran, embedded, hibernated } = readings;
  const figures = figuresOf(readings);
  report("edge", [
    ...ofCrowd(crowded),
    ...ofCold(cold),
    ...grown.flatMap((reading, at) => ofGrown(reading, plain[at])),
    ...gathered.flatMap(ofGathered),
    ...ran.flatMap(ofRuns),
    ...ofModel(embedded),
    {
      case: `objects that hibernate within ${rest} s of silence`,
      ours: Number(hibernated.worker),
      unit: "of 1",
      peer: PLAIN,
      peer_value: Number(hibernated.plain),
      ratio: null,
    },
    ...ends(figures),
  ]);
  if (values.record) {
    const file = join(ROOT, "worker/costs/measured.json");
    writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  }
  if (crowded.errors.length > 0) process.exitCode = 1;
} finally {
  services.close();
  await cleanUp();
}
