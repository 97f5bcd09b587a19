// Runs the learning curve, which is a native program. It counts and does not time, so the build of the tests serves.
import { spawnSync } from "node:child_process";

const cargo = ["run", "--quiet", "-p", "amb-bench-learn"];
const { status } = spawnSync("cargo", cargo, { stdio: "inherit" });
process.exit(status ?? 1);
