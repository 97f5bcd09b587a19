/** Trajectory memory on a Neo4j server that many share. */
import { invalid, type Shape, shaped } from "./fields.ts";
import type { MemoryRequest } from "./generated.ts";
import type { MemoryCalls, MemoryStep, MemorySupply, NewLongTermSettings } from "./memory-calls.ts";
import { MemoryOwner } from "./memory-owner.ts";
import type { Neo4jModule } from "./wasm-modules.ts";

/** A Neo4j server, and its login. */
export interface Neo4jOptions {
  /** Its address for HTTP, such as `http://localhost:7474`. A page loaded over HTTPS needs an HTTPS address. */
  url: string;
  /** The database, which memory is to have for itself; default `neo4j`. */
  database?: string;
  /** The user's name; default `neo4j`. */
  user?: string;
  /** The user's password. It stays in the bank that is opened with it, and goes to this server alone. */
  password: string;
  /** Timeout of a reply, in milliseconds; default: 15,000. Transient failures are retried up to four times. */
  timeout?: number;
}

const NEO4J: Shape<Neo4jOptions> = {
  url: "text",
  database: "text",
  user: "text",
  password: "text",
  timeout: "count",
};

const TIMEOUT_MILLISECONDS = 15_000;
/** Longest delay of `setTimeout`. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

const ADDRESS = /^https?:\/\/[^/@?#\\\s]+(\/[^@?#\\\s]*)?$/i;
const DATABASE = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{0,62}$/i;

/** A server as the bank's thread has it. */
export type Neo4jLogin = Required<Neo4jOptions>;

/** The checked options. Throws `invalid_argument`, whose message repeats no input: an address may hold a password. */
export function checkedNeo4j(options: unknown): Neo4jLogin {
  const what = "longTerm.neo4j";
  const given = shaped<Partial<Neo4jOptions>>(options, what, NEO4J);
  const { url = "", database = "neo4j", user = "neo4j", password = "" } = given;
  const { timeout = TIMEOUT_MILLISECONDS } = given;
  if (!(ADDRESS.test(url) && URL.canParse(url))) {
    throw invalid(
      `url of ${what} must be like https://host:7473, without name, password, ? or # (Neo4j's port for HTTP, not for Bolt)`,
    );
  }
  if (!DATABASE.test(database)) {
    throw invalid(`database of ${what} must have 1 to 63 letters, digits, points and dashes`);
  }
  if (user === "" || user.includes(":")) {
    throw invalid(`user of ${what} must be a name without a colon`);
  }
  if (password === "") throw invalid(`password of ${what} must be given`);
  if (timeout > LONGEST_TIMEOUT) {
    throw invalid(`timeout of ${what} is at most ${LONGEST_TIMEOUT} milliseconds`);
  }
  return { url, database, user, password, timeout };
}

/** Trajectory memory on a server. The first call loads the wasm, and contacts the server. */
export class Neo4jMemory implements MemoryCalls {
  readonly #login: Neo4jLogin;
  readonly #load: () => Promise<Neo4jModule>;
  #owner: Promise<MemoryOwner> | null = null;

  constructor(login: Neo4jLogin, load: () => Promise<Neo4jModule>) {
    this.#login = login;
    this.#load = load;
  }

  async askMemory(request: MemoryRequest, settings: NewLongTermSettings): Promise<MemoryStep> {
    const owner = await this.#opened();
    return owner.askMemory(request, settings);
  }

  async supplyMemory(call: number, supply: MemorySupply): Promise<MemoryStep> {
    const owner = await this.#opened();
    return owner.supplyMemory(call, supply);
  }

  /** Frees the memory; no call is at work. */
  async free(): Promise<void> {
    const owner = await this.#owner?.catch(() => null);
    await owner?.free();
  }

  #opened(): Promise<MemoryOwner> {
    this.#owner ??= this.#open().catch((thrown: unknown) => {
      // The next call may find it mended.
      this.#owner = null;
      throw thrown;
    });
    return this.#owner;
  }

  async #open(): Promise<MemoryOwner> {
    const { Neo4jTrajectories } = await this.#load();
    const { url, database, user, password, timeout } = this.#login;
    return new MemoryOwner(
      (settings) => new Neo4jTrajectories(url, database, user, password, timeout, settings),
    );
  }
}
