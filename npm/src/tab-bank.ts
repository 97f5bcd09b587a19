/** A memory bank whose engine and embedder each have a dedicated worker. */
import { proxy, type Remote, transfer, wrap } from "comlink";
import {
  type ArtefactName,
  checkedSources,
  type PortableSources,
  type WasmSources,
} from "./artefacts.ts";
import { carryFailures } from "./comlink-errors.ts";
import { checkPlaces, configurationOf, engineArtefact } from "./configuration.ts";
import type { EmbedWorker } from "./embed-worker.ts";
import type { EngineWorker } from "./engine-worker.ts";
import type { MemoryBankError } from "./errors.ts";
import { shaped } from "./fields.ts";
import { baseAddress, modelPlace } from "./folder.ts";
import type { ReadingCache } from "./latest-readings.ts";
import { isModelKept } from "./model-cache.ts";
import type { ModelProgress } from "./model-files.ts";
import {
  checkedModels,
  type GivenModel,
  type ModelPlace,
  type ModelSource,
  notInstalled,
} from "./model-files.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { RemoteBackend } from "./remote-backend.ts";
import { notAStore, WorkerStore } from "./run-store.ts";
import type { ServedBank } from "./served-bank.ts";
import type { StoreLink } from "./store-link.ts";
import { TAB_OPTIONS, type TabOptions } from "./tab-options.ts";
import { checkNoEmbedder } from "./text-embedder.ts";
import { portable } from "./wasm-compiling.ts";
import type { Role } from "./worker-roles.ts";
import { type NewWorker, type StartedWorker, startWorker } from "./worker-start.ts";

/** The parts of a bank that are found by themselves on a host. */
export interface Found {
  wasm: WasmSources;
  worker: NewWorker | null;
  /** The installed model; `null` if there is none. */
  model: () => Promise<GivenModel | null>;
}

/** An open bank, without its face. */
export interface OpenedBank {
  backend: RemoteBackend;
  model: Promise<ModelStatus>;
}

/** Opens a bank over workers. Resolves once the engine is there; the model goes on loading. */
export async function openOverWorkers(given: unknown, found: Found): Promise<OpenedBank> {
  const options = shaped<TabOptions>(given, "the options", TAB_OPTIONS);
  checkNoEmbedder(options.embedder);
  carryFailures();
  const configuration = configurationOf(options);
  const wasm = { ...found.wasm, ...checkedSources(options.wasm) };
  const models = checkedModels(options.models);
  const { store } = options;
  if (store && !(store instanceof WorkerStore || store instanceof Promise)) throw notAStore();
  checkPlaces(configuration, store);
  const engineWasm = await parts(wasm, [engineArtefact(configuration), "neo4j", "html", "pdf"]);
  const workers = startWorkers(workerOf(options, found), options.embedder !== false);
  const backend = new RemoteBackend(workers.engine as Remote<ServedBank>, workers);
  void workers.engineDeath.then((reason) => backend.died(reason));
  const link = store ? WorkerStore.link(store) : null;
  try {
    const { readings } = options;
    await backend.whileAlive(
      workers.engine.open(engineWasm, configuration, carried(link), readings && shared(readings)),
    );
  } catch (thrown) {
    backend.close();
    throw thrown;
  }
  const find = async () => models ?? listed(await found.model());
  const loading = loadModel(workers, wasm, options, find);
  // Once runs rely on an embedder, its death is the bank's: a run would wait for its vectors for ever.
  void loading.then(
    async ({ status }) => status.state === "ready" && backend.died(await workers.embedDeath),
  );
  const beside = async ({ source }: Loaded) => {
    const another = source && (await addEmbedder(workers, source));
    if (another !== null) backend.died(await another.death);
  };
  // Without it the first embeds alone.
  void loading.then(beside).catch(() => {});
  const status = loading.then((loaded) => loaded.status);
  return { backend, model: backend.whileAlive(status).catch(unavailable) };
}

function workerOf({ worker }: TabOptions, found: Found): NewWorker {
  const newWorker = worker ?? found.worker;
  if (newWorker === null) throw new TypeError("no worker is given");
  return newWorker;
}

/** The sources that a worker needs. */
function parts(wasm: WasmSources, names: ArtefactName[]): Promise<PortableSources> {
  const wanted = names.flatMap((name) => (wasm[name] === undefined ? [] : [[name, wasm[name]]]));
  return portable(Object.fromEntries(wanted), baseAddress());
}

/** The workers of a bank; `embed` is `null` for keywords alone. */
interface Workers {
  engine: Remote<EngineWorker>;
  engineDeath: Promise<MemoryBankError>;
  embed: Remote<EmbedWorker> | null;
  embedDeath: Promise<MemoryBankError>;
  /** Starts another worker of the bank; `null` once the bank has ended. */
  another: (role: Role) => StartedWorker | null;
  end: () => void;
}

function startWorkers(newWorker: NewWorker, withEmbedder: boolean): Workers {
  const engine = startWorker(newWorker, { role: "engine" });
  const embed = withEmbedder ? startWorker(newWorker, { role: "embedder" }) : null;
  const started = [engine, ...(embed ? [embed] : [])];
  let hasEnded = false;
  return {
    engine: wrap<EngineWorker>(engine.worker),
    engineDeath: engine.death,
    embed: embed && wrap<EmbedWorker>(embed.worker),
    embedDeath: embed ? embed.death : new Promise(() => {}),
    another: (role) => {
      if (hasEnded) return null;
      const worker = startWorker(newWorker, role);
      started.push(worker);
      return worker;
    },
    end: () => {
      hasEnded = true;
      for (const { worker } of started) worker.terminate();
    },
  };
}

/** A cache that the worker asks, over calls. */
function shared(cache: ReadingCache): ReadingCache {
  return proxy({
    get: (key: string) => cache.get(key),
    set: (key: string, reading: unknown, bytes: number) => cache.set(key, reading, bytes),
  });
}

/** A link that moves to the worker. */
function carried(link: StoreLink | null): StoreLink | null {
  return link && transfer(link, [link.port, link.end]);
}

/** The sources of an embedder. */
interface EmbedderSource {
  wasm: PortableSources;
  models: ModelPlace[];
}

/** The loaded model: its status, and its source if it is ready. */
interface Loaded {
  status: ModelStatus;
  source: EmbedderSource | null;
}

/** Loads the model and connects it to the engine, or tells the engine to go on without. */
async function loadModel(
  { engine, embed, embedDeath }: Workers,
  wasm: WasmSources,
  { onModelProgress }: TabOptions,
  find: () => Promise<ModelSource[]>,
): Promise<Loaded> {
  if (embed === null) return attach(engine, { state: "off" }, null);
  const report = proxy((progress: ModelProgress) => onModelProgress?.(progress));
  let source: EmbedderSource | null = null;
  const load = async () => {
    const found = await find();
    if (found.length === 0) throw notInstalled();
    const models = await Promise.all(found.map(modelPlace));
    source = { models, wasm: await parts(wasm, ["embed-baseline", "embed-relaxed", "onnx"]) };
    return embed.load(source.wasm, models, report);
  };
  const status = await Promise.race([load().catch(unavailable), embedDeath.then(unavailable)]);
  if (status.state !== "ready") return attach(engine, status, null);
  return { ...(await attach(engine, status, await portOf(embed))), source };
}

/** A port on which an embedder serves the engine. */
async function portOf(embed: Remote<EmbedWorker>): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel();
  await embed.connect(transfer(port1, [port1]));
  return port2;
}

/** Processor cores from which on two workers embed. */
const CORES_FOR_TWO = 2;

/**
 * Has a second worker embed beside the first, whose files the browser has kept. Resolves with its death, once it works;
 * `null` without one.
 */
async function addEmbedder(
  { engine, another }: Workers,
  { wasm, models }: EmbedderSource,
): Promise<{ death: Promise<MemoryBankError> } | null> {
  if (navigator.hardwareConcurrency < CORES_FOR_TWO || !(await isModelKept())) return null;
  const started = another({ role: "embedder" });
  if (started === null) return null;
  const { worker, death } = started;
  const embed = wrap<EmbedWorker>(worker);
  const loading = embed.load(
    wasm,
    models,
    proxy(() => {}),
  );
  const status = await Promise.race([loading, death.then(unavailable)]);
  if (status.state !== "ready") {
    worker.terminate();
    return null;
  }
  const port = await portOf(embed);
  await engine.attachAnother(transfer(port, [port]));
  return { death };
}

function listed(model: GivenModel | null): GivenModel[] {
  return model === null ? [] : [model];
}

async function attach(
  engine: Remote<EngineWorker>,
  status: ModelStatus,
  port: MessagePort | null,
): Promise<Loaded> {
  await engine.attach(status, port && transfer(port, [port]));
  return { status, source: null };
}
