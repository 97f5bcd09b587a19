// The table of a bench.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./wasm.mjs";

/** Four significant digits. */
export const digits = (value) => Number(value.toPrecision(4));

/** One line of a bench: ours beside a peer, the ratio above 1 when ours is better. */
export function compare(name, ours, unit, peer, peerValue) {
  return {
    case: name,
    ours: digits(ours),
    unit,
    peer,
    peer_value: digits(peerValue),
    ratio: digits(peerValue / ours),
  };
}

/** Prints the lines of a bench and keeps them under target/bench. */
export function report(name, cases) {
  console.table(cases);
  mkdirSync(join(ROOT, "target/bench"), { recursive: true });
  writeFileSync(join(ROOT, `target/bench/${name}.json`), JSON.stringify({ cases }, null, 2));
}
