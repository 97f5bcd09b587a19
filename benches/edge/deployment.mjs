// The Worker in workerd: bundled, started with its data on disk, and watched from outside.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "../wasm.mjs";

const WORKER = join(ROOT, "worker");
const FOLDER = join(ROOT, "target/bench/edge");
const ofWorker = createRequire(join(WORKER, "package.json"));
const { build } = ofWorker("esbuild");
const { Log, LogLevel, Miniflare } = ofWorker("miniflare");
const { unstable_readConfig: readConfig } = ofWorker("wrangler");
const WebSocket = ofWorker("ws");
const { Agent, fetch: undiciFetch } = ofWorker("undici");

/** A tick of the kernel's clock of processes, in milliseconds. */
const TICK = 10;

/** Token of a user. */
export const tokenOf = (user) => `amb_bench-${user}`;

/** A `fetch` over fresh connections: workerd closes those that rested for seconds, perhaps just when they are used again. */
export function freshFetch() {
  const dispatcher = new Agent({ keepAliveTimeout: 1000 });
  return (address, init) => undiciFetch(address, { ...init, dispatcher });
}

/** Bundles the Worker with the bench's meters, and lays the embedding model's files beside it. */
export async function bundle() {
  await rm(FOLDER, { recursive: true, force: true });
  await build({
    entryPoints: [join(ROOT, "benches/edge/entry.mjs")],
    outdir: join(FOLDER, "bundle"),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker"],
    external: ["cloudflare:*", "node:*"],
    loader: { ".wasm": "copy" },
    // As wrangler does: a module of a Worker has no address.
    define: { "import.meta.url": '"file:///worker.js"' },
    logLevel: "warning",
  });
  const model = join(ROOT, "npm/minilm");
  const { files } = JSON.parse(readFileSync(join(model, "manifest.json"), "utf8"));
  await mkdir(join(FOLDER, "assets/model"), { recursive: true });
  for (const { file } of Object.values(files)) {
    await cp(join(model, file), join(FOLDER, "assets/model", file));
  }
}

/** Deletes the bundle and all data. */
export function cleanUp() {
  return rm(FOLDER, { recursive: true, force: true });
}

/** A deployment that runs. */
export class Deployment {
  /** Milliseconds from nothing to ready. */
  startedIn;
  address;
  /** What requests are sent with. */
  fetch = freshFetch();
  #miniflare;
  #pid;

  /** Starts one with these users and variables; `data` names its folder. */
  static async start({ users, variables, data }) {
    const deployment = new Deployment();
    const before = new Set(children());
    const began = performance.now();
    deployment.#miniflare = new Miniflare(optionsOf(users, variables, data));
    deployment.address = (await deployment.#miniflare.ready).origin;
    deployment.startedIn = performance.now() - began;
    deployment.#pid = children().find((pid) => !before.has(pid) && nameOf(pid) === "workerd");
    return deployment;
  }

  /** Asks as a user; the JSON answer. Throws what is no success. */
  async ask(user, path, body) {
    const response = await this.fetch(this.address + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${tokenOf(user)}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Asks the user's memory. */
  async memory(user, request) {
    const { answer } = await this.ask(user, "/api/memory", { memory: "hierarchy", ...request });
    return answer;
  }

  /** Rows, WebAssembly memory, objects; processor time in milliseconds and resident bytes, `null` where nobody tells. */
  async meters() {
    const told = await (await this.fetch(`${this.address}/bench/meters`)).json();
    return { ...told, cpu: cpuOf(this.#pid), resident: residentOf(this.#pid) };
  }

  /** Figures of a piece of work that is done so many times: for each, milliseconds and rows. */
  async figures(times, work) {
    const before = await this.meters();
    const began = performance.now();
    for (let time = 0; time < times; time += 1) await work(time);
    const wall = performance.now() - began;
    const after = await this.meters();
    const each = (meter) => (after[meter] === null ? null : (after[meter] - before[meter]) / times);
    return {
      cpu: each("cpu"),
      wall: wall / times,
      rowsRead: each("rowsRead"),
      rowsWritten: each("rowsWritten"),
    };
  }

  /** Bytes of JavaScript's heap in use, as the isolate's inspector tells. */
  async heap() {
    const inspector = await this.#miniflare.getInspectorURL();
    const socket = new WebSocket(new URL("/core:user:worker", inspector));
    await once(socket, "open");
    socket.send(JSON.stringify({ id: 1, method: "Runtime.getHeapUsage" }));
    const [told] = await once(socket, "message");
    socket.close();
    return JSON.parse(told).result.usedSize;
  }

  end() {
    return this.#miniflare.dispose();
  }
}

function optionsOf(users, variables, data) {
  const runtime = readConfig({ config: join(WORKER, "wrangler.toml") });
  const hash = (user) => createHash("sha256").update(tokenOf(user)).digest("hex");
  const hashes = Object.fromEntries(users.map((user) => [user, hash(user)]));
  return {
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: (stdout, stderr) => {
      stdout.resume();
      if (process.env.BENCH_LOG) stderr.pipe(process.stderr);
      else stderr.resume();
    },
    name: "worker",
    host: "127.0.0.1",
    port: 0,
    inspectorPort: 0,
    modules: modulesOf(join(FOLDER, "bundle")),
    compatibilityDate: runtime.compatibility_date,
    compatibilityFlags: runtime.compatibility_flags,
    durableObjects: {
      USERS_OBJECTS: { className: "UserObject", useSQLite: true },
      PEERS: { className: "PlainMemory", useSQLite: true },
    },
    durableObjectsPersist: join(FOLDER, "data", data),
    bindings: { USERS: JSON.stringify(hashes), ...variables },
    serviceBindings: { ASSETS: fileOf },
  };
}

/** The modules of the bundle, the entry first. */
function modulesOf(folder) {
  const files = readdirSync(folder).sort((one) => (one === "entry.js" ? -1 : 1));
  return files.map((file) => ({
    type: file.endsWith(".js") ? "ESModule" : "CompiledWasm",
    path: file,
    contents: readFileSync(join(folder, file)),
  }));
}

function fileOf(request) {
  const { pathname } = new URL(request.url);
  const name = pathname.split("/").at(-1);
  return new Response(readFileSync(join(FOLDER, "assets/model", name)));
}

/** Processes that this one started, all their own included. */
function children(pid = process.pid) {
  const own = procOf(pid, `task/${pid}/children`) ?? "";
  const pids = own.split(" ").filter(Boolean).map(Number);
  return pids.flatMap((child) => [child, ...children(child)]);
}

function nameOf(pid) {
  return procOf(pid, "comm")?.trim();
}

function cpuOf(pid) {
  const stat = procOf(pid, "stat");
  if (stat === null) return null;
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(user) + Number(system)) * TICK;
}

function residentOf(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(procOf(pid, "status") ?? "") ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** A file of Linux's about a process; `null` elsewhere. */
function procOf(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return null;
  }
}
