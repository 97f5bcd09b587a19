/** The script of every worker of the package, for those who start workers themselves. */
import { carryFailures } from "./comlink-errors.ts";
import { serveEmbedder } from "./embed-worker.ts";
import { serveEngine } from "./engine-worker.ts";
import { serveReader } from "./reader-worker.ts";
import { serveStore } from "./store-worker.ts";
import { type Role, roleIn } from "./worker-roles.ts";

function serve(role: Role): void {
  switch (role.role) {
    case "engine":
      return serveEngine();
    case "embedder":
      return serveEmbedder();
    case "store":
      return serveStore(role.name);
    case "reader":
      void serveReader(role.task);
  }
}

carryFailures();
addEventListener("message", function begin({ data }: MessageEvent<unknown>) {
  const role = roleIn(data);
  if (role === null) return;
  removeEventListener("message", begin);
  serve(role);
});
