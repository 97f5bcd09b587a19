/** A memory bank of Node, whose engine works in a thread of its own. */
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { expose, type Remote, transfer, wrap } from "comlink";
import type { PortableSources, WasmSources } from "./artefacts.ts";
import { carryFailures } from "./comlink-errors.ts";
import { type Configuration, engineArtefact } from "./configuration.ts";
import { MemoryBankError } from "./errors.ts";
import { serveRequests } from "./fetch-link.ts";
import type { EngineStore } from "./host.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { type ModelProgress, type ModelSource, portableModel } from "./model-files.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { nodeDialer } from "./node-dialer.ts";
import type { EmbedderLink, EngineThread, EngineThreadPorts, Names } from "./node-engine.ts";
import { nodeModules } from "./node-files.ts";
import { carryQuietProxies, quiet } from "./quiet-port.ts";
import { RemoteBackend } from "./remote-backend.ts";
import type { RunHolds } from "./run-locks.ts";
import type { ServedBank } from "./served-bank.ts";
import { passedOn } from "./store-calls.ts";
import { type LinkedCalls, linkOver, type StoreLink } from "./store-link.ts";
import type { TextEmbedder } from "./text-embedder.ts";
import type { Settings } from "./types.ts";
import { named } from "./user-agent.ts";
import { portable } from "./wasm-compiling.ts";

/** A store, which may still be opening, and the long-term memory in it. */
export interface GivenStore {
  runs: EngineStore;
  memory: MemoryCalls;
  /** The locks of this bank's runs. */
  runLocks: RunHolds;
}

/** The parts of a bank that its caller gives. */
export interface Given {
  wasm: WasmSources;
  store: GivenStore | undefined;
  embedder: false | TextEmbedder | undefined;
  models: ModelSource[] | undefined;
  onModelProgress: ((progress: ModelProgress) => void) | undefined;
}

/** An open bank, without its face. */
export interface OpenedThread {
  backend: RemoteBackend;
  model: Promise<ModelStatus>;
  defaults: Settings;
}

/** Milliseconds that pending work in a closed bank has until its end. */
const GRACE = 5_000;

/** Opens a bank in a thread of its own. Resolves once the engine is there; the model goes on loading. */
export async function openThread(
  configuration: Configuration,
  given: Given,
): Promise<OpenedThread> {
  carryFailures();
  carryQuietProxies();
  const wasm = await portableWasm(configuration, given.wasm);
  const models = given.models && (await Promise.all(given.models.map(portablePlace)));
  const { worker, remote } = startThread();
  const ended = () => void given.store?.runLocks.releaseAll();
  const backend = new RemoteBackend(remote as unknown as Remote<ServedBank>, {
    end: () => endThread(worker, remote, ended),
    isNeeded: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
    copies: true,
  });
  worker.once("error", (thrown) => backend.died(stopped(thrown)));
  worker.once("exit", () => {
    backend.died(stopped(new Error("its thread ended")));
    ended();
  });
  const store = given.store ? linkTo(given.store) : null;
  const embedder = given.embedder ? linkToEmbedder(given.embedder) : null;
  const ports = [store?.port, store?.end, embedder?.port].filter((port) => !!port);
  try {
    const isOff = given.embedder === false;
    const options = transfer({ wasm, store, embedder, isOff, models }, ports);
    const defaults = await backend.whileAlive(remote.open(configuration, options));
    void remote.progress().then((progress) => progress && given.onModelProgress?.(progress));
    const model = backend.whileAlive(remote.model() as Promise<ModelStatus>);
    return { backend, model: model.catch(unavailable), defaults };
  } catch (thrown) {
    backend.close();
    throw thrown;
  }
}

function startThread(): { worker: Worker; remote: Remote<EngineThread> } {
  const [calls, requests, names] = [
    new MessageChannel(),
    new MessageChannel(),
    new MessageChannel(),
  ];
  serveRequests(requests.port1, (request, addresses) =>
    addresses === null ? fetch(named(request)) : nodeDialer.fetch(named(request), addresses),
  );
  expose({ resolve: nodeDialer.resolve } satisfies Names, names.port1);
  const remote = wrap<EngineThread>(calls.port1);
  for (const { port1 } of [calls, requests, names]) quiet(port1);
  const workerData: EngineThreadPorts = {
    calls: calls.port2,
    requests: requests.port2,
    names: names.port2,
  };
  const worker = new Worker(new URL("./node-engine.js", import.meta.url), {
    workerData,
    transferList: Object.values(workerData),
    // The program's preloads are for its own thread, which sends the requests.
    execArgv: [],
  });
  return { worker, remote };
}

/** Ends the thread once its pending work has ended, or some time later. */
function endThread(worker: Worker, remote: Remote<EngineThread>, ended: () => void): void {
  worker.removeAllListeners();
  remote.close().catch(() => {});
  const timer = setTimeout(() => void worker.terminate(), GRACE);
  timer.unref();
  worker.once("error", () => {});
  worker.once("exit", () => {
    clearTimeout(timer);
    ended();
  });
  worker.unref();
}

function stopped(cause: Error & { code?: string }): MemoryBankError {
  const { code, message: said } = cause;
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") {
    const message =
      "the script of the engine's thread cannot be loaded: keep the package out of the server's bundle, or its dist/ beside it";
    return new MemoryBankError("worker_unreachable", message, { cause });
  }
  const message = `the engine stopped: ${said}; open the bank again, and go on with a run of a store by resumeRun(docId)`;
  return new MemoryBankError("engine_crashed", message, { retryable: true, cause });
}

/** The sources as they cross; the engine is compiled here, once for all banks. */
async function portableWasm(
  configuration: Configuration,
  given: WasmSources,
): Promise<PortableSources> {
  const engine = engineArtefact(configuration);
  const module = await nodeModules(given).load(engine);
  return portable({ ...given, [engine]: module }, workingFolder());
}

async function portablePlace(models: ModelSource): Promise<ModelSource> {
  if (typeof models === "string") return models;
  return models instanceof URL ? models.href : portableModel(models, workingFolder());
}

function workingFolder(): string {
  return pathToFileURL(`${process.cwd()}/`).href;
}

function linkTo({ runs, memory, runLocks }: GivenStore): StoreLink {
  const calls: LinkedCalls & RunHolds = {
    ...passedOn((call) => call(runs)),
    createRun: async (run) => {
      await runLocks.hold(run.id);
      await runs.createRun(run);
    },
    hold: (run) => runLocks.hold(run),
    release: (run) => runLocks.release(run),
    releaseAll: () => runLocks.releaseAll(),
    askMemory: (request, settings) => memory.askMemory(request, settings),
    supplyMemory: (call, supply) => memory.supplyMemory(call, supply),
  };
  return linkOver(runs.isDurable, async (port) => {
    expose(calls, port);
    quiet(port);
  });
}

function linkToEmbedder(embedder: TextEmbedder): EmbedderLink {
  const { port1, port2 } = new MessageChannel();
  const { modelId, dimensions } = embedder;
  const tellsCoverage = embedder.coverage !== undefined;
  const calls: Pick<TextEmbedder, "embed" | "coverage"> = {
    embed: (texts) => embedder.embed(texts),
    ...(tellsCoverage && { coverage: async (texts) => (await embedder.coverage?.(texts)) ?? [] }),
  };
  expose(calls, port1);
  quiet(port1);
  return { modelId, dimensions, tellsCoverage, port: port2 };
}
