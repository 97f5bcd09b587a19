// Runs the run bench, which is a native program.
import { spawnSync } from "node:child_process";

const cargo = [
  "run",
  "--release",
  "--quiet",
  "-p",
  "amb-bench-run",
  "--",
  ...process.argv.slice(2),
];
const { status } = spawnSync("cargo", cargo, { stdio: "inherit" });
process.exit(status ?? 1);
