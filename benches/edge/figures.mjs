// What the command that reckons costs is given: figures of single calls, out of the readings.
import { cpus } from "node:os";

/** Bytes of a user's name and hash in the secret USERS, for a name of 16 letters. */
const USER_OF_SECRET = JSON.stringify({ u: "" }).length - 3 + 16 + 64 + 2;

/** The figures of readings, as worker/costs/measured.json holds them. */
export function figuresOf({ front, grown, gathered, ran, embedded }) {
  const [small, large] = [grown.at(0), grown.at(-1)];
  const apart = large.size - small.size;
  const slope = (reading) => (reading(large) - reading(small)) / apart;
  const [short, long] = [ran.at(0), ran.at(-1)];
  const more = long.steps - short.steps;
  const step = eachOf((figure) => (long[figure] - short[figure]) / more);
  return {
    asOf: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0].model.trim()}, workerd on Node ${process.version}`,
    calls: {
      front: { cpu: round(front.front.cpu), wall: round(front.front.wall) },
      proxy: { cpu: round(front.proxy.cpu), wall: round(front.proxy.wall) },
      observe: eachOf((figure) => small.observe[figure]),
      recall: growing((figure) => ({
        at: small.size,
        is: small.recall[figure],
        by: slope((reading) => reading.recall[figure]),
      })),
    },
    open: growing((figure) => ({
      at: small.size,
      is: small.open[figure] - small.recall[figure],
      by: slope((reading) => reading.open[figure] - reading.recall[figure]),
    })),
    run: eachOf((figure) => short[figure] - short.steps * step[figure]),
    step,
    embedding: { cpu: round(Math.max(0, embedded.observe.cpu - small.observe.cpu)) },
    bytes: {
      entry: Math.round(slope(({ storedBytes }) => storedBytes)),
      run: Math.round(short.bytes - short.steps * ((long.bytes - short.bytes) / more)),
      step: Math.round((long.bytes - short.bytes) / more),
      userOfSecret: USER_OF_SECRET,
    },
    memory: {
      isolate: front.heap,
      object: Math.round(
        small.wasmBytes - small.size * slope(({ wasmBytes }) => wasmBytes) + heapOfUser(gathered),
      ),
      entry: Math.round(slope(({ wasmBytes }) => wasmBytes)),
      embedder: embedded.wasmBytes,
    },
  };
}

/** Bytes that an open object adds to JavaScript's heap, garbage included, as long as none is drained. */
function heapOfUser(gathered) {
  const [first, ...others] = gathered.filter(({ count, instances }) => instances >= 2 * count);
  const last = others.at(-1);
  return last === undefined
    ? 0
    : Math.max(0, (last.heap - first.heap) / (last.count - first.count));
}

const FIGURES = ["cpu", "wall", "rowsRead", "rowsWritten"];

/** Each figure, none below zero. */
function eachOf(figure) {
  return Object.fromEntries(FIGURES.map((name) => [name, round(Math.max(0, figure(name)))]));
}

/** Each figure as what it is without memories, and what each memory adds. */
function growing(figure) {
  const lines = FIGURES.map((name) => [name, line(figure(name))]);
  const part = (of) => Object.fromEntries(lines.map(([name, both]) => [name, round(both[of])]));
  return { ...part("base"), perEntry: part("by") };
}

function line({ at, is, by }) {
  const slope = Math.max(0, by);
  return { base: Math.max(0, is - at * slope), by: slope };
}

/** Three significant digits. */
function round(value) {
  return Number(value.toPrecision(3));
}
