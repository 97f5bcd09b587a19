// A peer: a Durable Object that keeps texts as rows of its own SQL, and finds them by SQLite's full-text index.
import { DurableObject } from "cloudflare:workers";
import { metered } from "./meter.mjs";

const FOUND = 10;

/** Texts of one user, by their words. */
export class PlainMemory extends DurableObject {
  #sql;

  constructor(context, env) {
    super(metered(context), env);
    this.#sql = context.storage.sql;
    this.#sql.exec("CREATE VIRTUAL TABLE IF NOT EXISTS entries USING fts5 (content)").toArray();
  }

  async fetch(request) {
    const { observe, recall } = await request.json();
    if (observe !== undefined) {
      for (const content of observe) {
        this.#sql.exec("INSERT INTO entries (content) VALUES (?)", content).toArray();
      }
      return Response.json({ observed: observe.length });
    }
    const words = recall.match(/\p{L}+/gu) ?? [];
    const query = words.map((word) => `"${word}"`).join(" OR ");
    const found = this.#sql.exec(
      "SELECT content FROM entries WHERE entries MATCH ? ORDER BY rank LIMIT ?",
      ...[query, FOUND],
    );
    return Response.json({ recalled: found.toArray().map(({ content }) => content) });
  }
}

/** Asks the object of the user that the path names. */
export function askPeer(request, env) {
  const user = new URL(request.url).pathname.split("/").at(-1);
  return env.PEERS.get(env.PEERS.idFromName(user)).fetch(request);
}
