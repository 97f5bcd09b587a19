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
import { baseAddress, folder } from "./folder.ts";
import type { ModelProgress } from "./model-files.ts";
import {
  checkedModels,
  type GivenModel,
  type ModelSource,
  notInstalled,
  type PortableModel,
  portableModel,
} from "./model-files.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { RemoteBackend } from "./remote-backend.ts";
import { notAStore, WorkerStore } from "./run-store.ts";
import type { ServedBank } from "./served-bank.ts";
import type { StoreLink } from "./store-link.ts";
import { TAB_OPTIONS, type TabOptions } from "./tab-options.ts";
import { checkNoEmbedder } from "./text-embedder.ts";
import { portable } from "./wasm-compiling.ts";
import { type NewWorker, startWorker } from "./worker-start.ts";

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
    await backend.whileAlive(workers.engine.open(engineWasm, configuration, carried(link)));
  } catch (thrown) {
    backend.close();
    throw thrown;
  }
  const loading = loadModel(workers, wasm, options, async () => models ?? (await found.model()));
  // Once runs rely on the embedder, its death is the bank's: a run would wait for its vectors for ever.
  void loading.then(
    async ({ state }) => state === "ready" && backend.died(await workers.embedDeath),
  );
  return { backend, model: backend.whileAlive(loading).catch(unavailable) };
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

/** Both workers of a bank; `embed` is `null` for keywords alone. */
interface Workers {
  engine: Remote<EngineWorker>;
  engineDeath: Promise<MemoryBankError>;
  embed: Remote<EmbedWorker> | null;
  embedDeath: Promise<MemoryBankError>;
  end: () => void;
}

function startWorkers(newWorker: NewWorker, withEmbedder: boolean): Workers {
  const engine = startWorker(newWorker, { role: "engine" });
  const embed = withEmbedder ? startWorker(newWorker, { role: "embedder" }) : null;
  return {
    engine: wrap<EngineWorker>(engine.worker),
    engineDeath: engine.death,
    embed: embed && wrap<EmbedWorker>(embed.worker),
    embedDeath: embed ? embed.death : new Promise(() => {}),
    end: () => {
      engine.worker.terminate();
      embed?.worker.terminate();
    },
  };
}

/** A link that moves to the worker. */
function carried(link: StoreLink | null): StoreLink | null {
  return link && transfer(link, [link.port, link.end]);
}

/** Loads the model and connects it to the engine, or tells the engine to go on without. */
async function loadModel(
  { engine, embed, embedDeath }: Workers,
  wasm: WasmSources,
  { onModelProgress }: TabOptions,
  find: () => Promise<ModelSource | null>,
): Promise<ModelStatus> {
  if (embed === null) return attach(engine, { state: "off" }, null);
  const report = proxy((progress: ModelProgress) => onModelProgress?.(progress));
  const load = async () => {
    const model = await find();
    if (model === null) throw notInstalled();
    const embedWasm = await parts(wasm, ["embed-baseline", "embed-relaxed"]);
    return embed.load(embedWasm, await placed(model), report);
  };
  const status = await Promise.race([load().catch(unavailable), embedDeath.then(unavailable)]);
  if (status.state !== "ready") return attach(engine, status, null);
  const { port1, port2 } = new MessageChannel();
  await embed.connect(transfer(port1, [port1]));
  return attach(engine, status, port2);
}

/** The place of a model as it crosses to a worker. */
function placed(model: ModelSource): string | Promise<PortableModel> {
  if (typeof model === "string" || model instanceof URL) return folder(model);
  return portableModel(model, baseAddress());
}

async function attach(
  engine: Remote<EngineWorker>,
  status: ModelStatus,
  port: MessagePort | null,
): Promise<ModelStatus> {
  await engine.attach(status, port && transfer(port, [port]));
  return status;
}
