/** The script of every worker of the package, for those who start workers themselves. */
import { carryFailures } from "./comlink-errors.ts";
import { serveEmbedder } from "./embed-worker.ts";
import { serveEngine } from "./engine-worker.ts";
import { serveReader } from "./reader-worker.ts";
import { serveStore } from "./store-worker.ts";
import { type Role, roleIn } from "./worker-roles.ts";

function serve(role: Role): void {
  if (role.role === "engine") serveEngine();
  else if (role.role === "embedder") serveEmbedder();
  else if (role.role === "store") serveStore(role.name);
  else void serveReader(role.task);
}

carryFailures();
addEventListener("message", function begin({ data }: MessageEvent<unknown>) {
  const role = roleIn(data);
  if (role === null) return;
  removeEventListener("message", begin);
  serve(role);
});
