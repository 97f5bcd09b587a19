// The Worker as it is deployed, with a meter beside it: rows that its objects read and write, WebAssembly memory of its
// isolate, objects that were made. And the peer: a plain object with rows in its own SQL.
import worker, { UserObject as DeployedObject } from "../../worker/src/worker.ts";
import { metered, metersRead, watchInstances } from "./meter.mjs";
import { askPeer } from "./peer.mjs";

export { PlainMemory } from "./peer.mjs";

const SIZE = "/bench/size/";

watchInstances();

/** The object of a user, metered. */
export class UserObject extends DeployedObject {
  #sql;

  constructor(context, env) {
    super(metered(context), env);
    this.#sql = context.storage.sql;
  }

  async fetch(request) {
    if (!new URL(request.url).pathname.startsWith(SIZE)) return super.fetch(request);
    return Response.json({ database: this.#sql.databaseSize });
  }
}

export default {
  ...worker,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/bench/meters") return Response.json(metersRead());
    if (pathname.startsWith("/bench/peer/")) return askPeer(request, env);
    if (pathname.startsWith(SIZE)) {
      return env.USERS_OBJECTS.getByName(pathname.slice(SIZE.length)).fetch(request);
    }
    return worker.fetch(request, env, context);
  },
};
