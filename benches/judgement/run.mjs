// Runs the judgement bench, a native program. It counts and does not time, so the build of the tests serves.
import { spawnSync } from "node:child_process";

const cargo = ["run", "--quiet", "-p", "amb-bench-judgement", "--", ...process.argv.slice(2)];
const { status } = spawnSync("cargo", cargo, { stdio: "inherit" });
process.exit(status ?? 1);
