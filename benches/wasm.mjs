// Crates of benches as wasm.

import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Compiles a crate's library into `folder`, as the artefacts are compiled. */
export function buildWasm(crate, folder) {
  const target = "wasm32-unknown-unknown";
  const run = (program, args) => execFileSync(program, args, { cwd: ROOT, stdio: "inherit" });
  run("cargo", ["build", "--quiet", "--release", "--lib", "--target", target, "-p", crate]);
  const built = join(ROOT, "target", target, "release", `${crate.replaceAll("-", "_")}.wasm`);
  const bindgen = join(ROOT, "target/tools/bin/wasm-bindgen");
  run(bindgen, ["--target", "web", "--out-dir", folder, built]);
}
