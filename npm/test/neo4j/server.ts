/** The real server that the environment names, and a line to it that can be cut. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Neo4jOptions } from "agentic-memory-bank/node";

/** Its login. All that its database holds is deleted by the tests, which `NEO4J_WIPE` must allow by naming it. */
export function given(): Required<Neo4jOptions> {
  const named = (name: string) => {
    const text = process.env[name];
    assert.ok(
      text,
      `${name} is not set: \`cargo xtask test --only neo4j\` starts a server and sets it`,
    );
    return text;
  };
  const database = process.env.NEO4J_DATABASE || "neo4j";
  assert.equal(named("NEO4J_WIPE"), database, "all that the database holds would be deleted");
  return {
    url: named("NEO4J_URL"),
    database,
    user: named("NEO4J_USER"),
    password: named("NEO4J_PASSWORD"),
    // A server that has just been started plans its first statements slowly.
    timeout: 120_000,
  };
}

/** Has a statement carried out, past the package; the values of its rows. */
export async function carriedOut(statement: string): Promise<unknown[][]> {
  const { url, database, user, password } = given();
  const response = await fetch(`${url}/db/${database}/query/v2`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ statement }),
  });
  const { data, errors } = await response.json();
  assert.equal(errors, undefined);
  return data.values;
}

/** Deletes all that the database holds. */
export async function wipe(): Promise<void> {
  await carriedOut("MATCH (n) DETACH DELETE n");
}

/** A line to the server, by which it seems to go away and to come back. */
export class Line {
  readonly url: string;
  readonly #server: Server;
  readonly #port: number;
  readonly #open = new Set<Socket>();

  private constructor(server: Server, open: Set<Socket>) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.#open = open;
    this.url = `http://127.0.0.1:${this.#port}`;
  }

  static async to(url: string): Promise<Line> {
    const { hostname, port } = new URL(url);
    const open = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(Number(port || 80), hostname);
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(end);
        end.pipe(other);
        end.on("error", () => other.destroy());
        end.on("close", () => {
          open.delete(end);
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Line(server, open);
  }

  /** Ends all connections; new ones are refused. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const end of this.#open) end.destroy();
    await closed;
  }

  /** Connects again, at the same address. */
  async mend(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
  }
}
