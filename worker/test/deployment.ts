/** A deployment on loopback: the bundle that would be deployed, in workerd, with its data on disk. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";

const DIST = fileURLToPath(new URL("../..", import.meta.url));

/** Tokens of the users that every deployment here has. */
export const TOKENS = { ann: "amb_of-ann-alone", ben: "amb_of-ben-alone" } as const;

/** A user of the tests. */
export type User = keyof typeof TOKENS;

/** What a deployment is started with. */
export interface Start {
  /** Folder of its data; default a fresh one. */
  data?: string;
  /** Variables and secrets. */
  variables?: Record<string, string>;
  /** Which bundle: the real one, or that of the stand-ins. */
  bundle?: "bundle" | "stand-ins";
  /** Whether it serves files; default true. */
  hasAssets?: boolean;
  /** Which files: the real page's, or a blank page. */
  files?: "site" | "assets";
  /** Other options of miniflare. */
  options?: Partial<MiniflareOptions>;
}

const folder = mkdtempSync(join(tmpdir(), "amb-worker-"));
after(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;

/** A folder for a deployment's data. */
export function dataFolder(): string {
  folders += 1;
  return join(folder, `data-${folders}`);
}

/** A deployment that runs. */
export class Deployment {
  readonly data: string;
  readonly address: string;
  readonly #miniflare: Miniflare;
  #process: number;

  private constructor(miniflare: Miniflare, address: string, data: string, process: number) {
    this.#miniflare = miniflare;
    this.address = address;
    this.data = data;
    this.#process = process;
  }

  static async start(start: Start = {}): Promise<Deployment> {
    const data = start.data ?? dataFolder();
    const before = new Set(workerds());
    const miniflare = new Miniflare(optionsOf(start, data));
    try {
      const address = (await miniflare.ready).origin;
      return new Deployment(miniflare, address, data, newest(before));
    } catch (thrown) {
      await miniflare.dispose().catch(() => {});
      throw thrown;
    }
  }

  /** Asks the API as a user. */
  async ask(user: User | null, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (user !== null) headers.set("authorization", `Bearer ${TOKENS[user]}`);
    return fetch(`${this.address}${path}`, { ...init, headers });
  }

  /** Sends a JSON value. */
  send(user: User | null, path: string, value: unknown, init: RequestInit = {}): Promise<Response> {
    const headers = { "content-type": "application/json", ...(init.headers as object) };
    return this.ask(user, path, { method: "POST", body: JSON.stringify(value), ...init, headers });
  }

  /** Has the object of a user do something to itself; the bundle of the stand-ins alone does so. */
  async standIn<T>(
    user: User,
    work: string,
    given: Record<string, string | number> = {},
  ): Promise<T> {
    const words = new URLSearchParams(
      Object.entries(given).map(([name, value]) => [name, `${value}`]),
    );
    const response = await fetch(`${this.address}/stand-in/${user}/${work}?${words}`);
    if (!response.ok) throw new Error(`${work}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Deploys something else over the same data, as a user of the platform does while all is at work. */
  async deploy(start: Start): Promise<void> {
    const port = Number(new URL(this.address).port);
    await this.#miniflare.setOptions({ ...optionsOf(start, this.data), port } as MiniflareOptions);
    this.#process = newest(new Set([this.#process]));
  }

  /** The object of miniflare, for what only it can do. */
  get miniflare(): Miniflare {
    return this.#miniflare;
  }

  /** Kills workerd, as a machine that fails does. */
  async kill(): Promise<void> {
    process.kill(this.#process, "SIGKILL");
    await this.end();
  }

  /** Ends it. */
  async end(): Promise<void> {
    await this.#miniflare.dispose().catch(() => {});
  }
}

/** The process of workerd that is none of these. */
function newest(others: Set<number>): number {
  const [id] = workerds().filter((one) => !others.has(one));
  if (id === undefined) throw new Error("workerd is not to be found");
  return id;
}

/** Processes of workerd that this one started. */
function workerds(): number[] {
  const listed = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)]).toString();
  return listed
    .split("\n")
    .filter((line) => /workerd/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** What wrangler.toml says of the runtime. */
export const RUNTIME = JSON.parse(readFileSync(join(DIST, "runtime.json"), "utf8"));

/** Everything that the Workers of this process wrote to their logs. */
export const logged: string[] = [];

function heard(chunk: Buffer): void {
  logged.push(chunk.toString());
  if (process.env.WORKER_LOG) process.stderr.write(chunk);
}

function assetsIn(folder: string) {
  return {
    directory: join(DIST, folder),
    binding: "ASSETS",
    routerConfig: {
      has_user_worker: true,
      static_routing: { user_worker: RUNTIME.assets.run_worker_first },
    },
  };
}

function optionsOf(
  { variables, bundle = "bundle", hasAssets = true, files = "assets", options }: Start,
  data: string,
): MiniflareOptions {
  const users = Object.entries(TOKENS).map(([user, token]) => [user, hashOf(token)]);
  return {
    log: new Log(process.env.WORKER_LOG ? LogLevel.DEBUG : LogLevel.NONE),
    handleRuntimeStdio: (...streams: Readable[]) => {
      for (const stream of streams) stream.on("data", heard);
    },
    name: "worker",
    cf: false,
    host: "127.0.0.1",
    port: 0,
    modules: modulesOf(join(DIST, bundle)),
    compatibilityDate: RUNTIME.compatibility_date,
    compatibilityFlags: RUNTIME.compatibility_flags,
    durableObjects: { USERS_OBJECTS: { className: "UserObject", useSQLite: true } },
    durableObjectsPersist: data,
    kvPersist: `${data}-kv`,
    cachePersist: `${data}-cache`,
    bindings: { USERS: JSON.stringify(Object.fromEntries(users)), EMBEDDER: "none", ...variables },
    ...(hasAssets && { assets: assetsIn(files) }),
    ...options,
  } as MiniflareOptions;
}

/** The modules of a bundle. */
function modulesOf(folder: string) {
  const files = readdirSync(folder).filter((file) => /\.(js|wasm)$/.test(file));
  files.sort((one) => (one === "worker.js" ? -1 : 1));
  return files.map((file) => ({
    type: file.endsWith(".js") ? ("ESModule" as const) : ("CompiledWasm" as const),
    path: file,
    contents: readFileSync(join(folder, file)),
  }));
}
