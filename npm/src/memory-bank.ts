/** The memory bank in a browser's tab: the engine and the embedder each in a dedicated worker. */
import { proxy, type Remote, transfer, wrap } from "comlink";
import { BankFace } from "./bank-face.ts";
import { carryFailures } from "./comlink-errors.ts";
import {
  checkPlaces,
  configurationOf,
  ENGINE_OPTIONS,
  type EngineOptions,
} from "./configuration.ts";
import type { EmbedWorker } from "./embed-worker.ts";
import type { EngineWorker } from "./engine-worker.ts";
import { type MemoryBankError, typed } from "./errors.ts";
import { type Shape, shaped } from "./fields.ts";
import { folder } from "./folder.ts";
import type { ModelProgress } from "./model-cache.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { deathOf, RemoteBackend } from "./remote-backend.ts";
import { notAStore, RunStore } from "./run-store.ts";
import type { StoreLink } from "./store-link.ts";

export type { MemoryUse, Task } from "./backend.ts";
export type { KeepUpOptions, ResearchOptions } from "./bank-face.ts";
export type * from "./budget.ts";
export type { LongTermOptions } from "./configuration.ts";
export { MemoryBankError } from "./errors.ts";
export type {
  ContextOptions,
  HierarchicalMemory,
  NewObservation,
  NewRecallQuery,
  PageOptions,
  WorkOptions,
} from "./hierarchical-memory.ts";
export { journalModel } from "./journal.ts";
export type * from "./language-model.ts";
export type { ImportedLongTerm } from "./long-term-file.ts";
export type { KeptUp } from "./memory-places.ts";
export type { ModelProgress } from "./model-cache.ts";
export type { ModelStatus } from "./model-status.ts";
export type { Neo4jOptions } from "./neo4j.ts";
export type { Run } from "./run.ts";
export { RunStore, type RunStoreOptions, type StoreName } from "./run-store.ts";
export type { StorePlace } from "./store-owner.ts";
export type { NewTrajectory, QueryOptions, TrajectoryMemory } from "./trajectory-memory.ts";
export type * from "./types.ts";

/** How a bank is opened. */
export interface OpenOptions extends EngineOptions {
  /** Where the model's files and their `manifest.json` are; default `models/` beside the page. */
  models?: string | URL;
  /** Where the wasm artefacts are (`engine/`, `engine-llm/`, `embed/`, `html/`, `pdf/`, `neo4j/`); default `artefacts/` beside the page. */
  artefacts?: string | URL;
  /** Told while the model loads; cached bytes count as loaded. */
  onModelProgress?: (progress: ModelProgress) => void;
  /** `false`: no model, keywords alone. */
  embedder?: false;
  /**
   * Where runs with `keep` are kept, so that they outlive the page; without one they are in memory alone. One that is
   * still opening may be given as a promise: the bank does not wait for it, a run does, when it is first to be kept. Where
   * the promise is rejected runs are in memory alone, and a warning of each says why.
   */
  store?: RunStore | Promise<RunStore>;
}

const OPTIONS: Shape<OpenOptions> = {
  ...ENGINE_OPTIONS,
  models: "any",
  artefacts: "any",
  onModelProgress: "function",
  embedder: "flag",
  store: "object",
};

/** A memory bank in a tab. */
export class MemoryBank extends BankFace {
  /**
   * Opens a bank. Resolves once the engine is there; the model goes on loading, runs wait for it, and `bank.model` says
   * how it went. A model that cannot be had is no failure: the bank then searches by keywords alone, and every run says
   * so in a warning. Rejects with `invalid_argument` for options that are misspelled or of another type.
   */
  static open(options: OpenOptions = {}): Promise<MemoryBank> {
    return typed(() => MemoryBank.#open(shaped<OpenOptions>(options, "the options", OPTIONS)));
  }

  static async #open(options: OpenOptions): Promise<MemoryBank> {
    carryFailures();
    const configuration = configurationOf(options);
    const artefacts = folder(options.artefacts ?? "artefacts/");
    const { store } = options;
    if (store && !(store instanceof RunStore || store instanceof Promise)) throw notAStore();
    checkPlaces(configuration, store);
    const link = store ? RunStore.link(store) : null;
    const workers = startWorkers(options.embedder !== false);
    const backend = new RemoteBackend(workers.engine, workers.end);
    workers.onDeath((reason) => backend.died(reason));
    try {
      await backend.whileAlive(workers.engine.open(artefacts, configuration, carried(link)));
    } catch (thrown) {
      backend.close();
      throw thrown;
    }
    const model = loadModel(workers, artefacts, options);
    // Once runs rely on the embedder, its death is the bank's: a run would wait for its vectors for ever.
    void model.then(
      async ({ state }) => state === "ready" && backend.died(await workers.embedDeath),
    );
    return new MemoryBank(backend, backend.whileAlive(model).catch(unavailable));
  }
}

/** Both workers of a bank; `embed` is `null` when keywords alone are asked for. */
interface Workers {
  engine: Remote<EngineWorker>;
  embed: Remote<EmbedWorker> | null;
  /** Resolves, with the reason, when the embedder's worker dies. */
  embedDeath: Promise<MemoryBankError>;
  onDeath: (tell: (reason: MemoryBankError) => void) => void;
  end: () => void;
}

function startWorkers(withEmbedder: boolean): Workers {
  const engine = new Worker(new URL("./engine-worker.ts", import.meta.url), { type: "module" });
  const embed = withEmbedder
    ? new Worker(new URL("./embed-worker.ts", import.meta.url), { type: "module" })
    : null;
  return {
    engine: wrap<EngineWorker>(engine),
    embed: embed && wrap<EmbedWorker>(embed),
    embedDeath: new Promise((resolve) => {
      embed?.addEventListener("error", (event) => resolve(deathOf("embedder", event.message)));
    }),
    onDeath: (tell) =>
      engine.addEventListener("error", ({ message }) => tell(deathOf("engine", message))),
    end: () => {
      engine.terminate();
      embed?.terminate();
    },
  };
}

/** A link that moves to the worker. */
function carried(link: StoreLink | null): StoreLink | null {
  return link && transfer(link, [link.port, link.end]);
}

/** Loads the model and connects it to the engine, or tells the engine to do without. */
async function loadModel(
  { engine, embed, embedDeath }: Workers,
  artefacts: string,
  { models, onModelProgress }: OpenOptions,
): Promise<ModelStatus> {
  if (embed === null) return attach(engine, { state: "off" }, null);
  const report = proxy((progress: ModelProgress) => onModelProgress?.(progress));
  const status = await Promise.race([
    embed.load(artefacts, folder(models ?? "models/"), report),
    embedDeath.then(unavailable),
  ]);
  if (status.state !== "ready") return attach(engine, status, null);
  const { port1, port2 } = new MessageChannel();
  await embed.connect(transfer(port1, [port1]));
  return attach(engine, status, port2);
}

async function attach(
  engine: Remote<EngineWorker>,
  status: ModelStatus,
  port: MessagePort | null,
): Promise<ModelStatus> {
  await engine.attach(status, port && transfer(port, [port]));
  return status;
}
