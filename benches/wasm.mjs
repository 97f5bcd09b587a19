// Wasm of a bench's own crate.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Returns the folder of the bench's own CRATE.js and CRATE.wasm, which `cargo xtask bench` makes. */
export function ownWasm() {
  const folder = process.env.BENCH_WASM;
  if (!folder) throw new Error("BENCH_WASM names no folder: run `cargo xtask bench NAME`");
  return folder;
}
