/** A memory bank whose engine works in the caller's thread. */
import { BankService, type EmbeddingService, type Platform } from "./bank-service.ts";
import { type Configuration, engineArtefact } from "./configuration.ts";
import { type Embedder, LastingEmbedder } from "./embedder.ts";
import { type ModelStatus, unavailable } from "./model-status.ts";
import { Neo4jMemory } from "./neo4j.ts";
import type { Settings } from "./types.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { loadEngine, loadNeo4j } from "./wasm-modules.ts";

/** An embedder that was loaded, and how. */
export interface LoadedEmbedder {
  embedder: Embedder;
  artefact: "relaxed" | "baseline";
  /** Bytes that came over the network. */
  downloaded: number;
}

/** The parts that a host has for its bank. */
export interface Host {
  modules: WasmModules;
  platform: Omit<Platform, "neo4j">;
  /** Loads the model, and again after a trap; `null`: keywords alone. */
  loadEmbedder: (() => Promise<LoadedEmbedder>) | null;
  /** Waits until the event loop had its turn. */
  turn: () => Promise<void>;
}

/** An open bank, without its face. */
export interface OpenedInThread {
  service: BankService;
  model: Promise<ModelStatus>;
  defaults: Settings;
}

/** Opens a bank in this thread. Resolves once the engine is there; the model goes on loading. */
export async function openInThread(
  configuration: Configuration,
  { modules, platform, loadEmbedder, turn }: Host,
): Promise<OpenedInThread> {
  const newEngine = await loadEngine(modules, engineArtefact(configuration));
  const { neo4j: login } = configuration;
  const neo4j = login && new Neo4jMemory(login, () => loadNeo4j(modules));
  const service = new BankService(newEngine, configuration, {
    ...platform,
    ...(neo4j && { neo4j }),
  });
  const model = attach(service, loadEmbedder, turn);
  return { service, model, defaults: service.defaults() };
}

/** Loads the model and gives it to the service, or tells the service to do without. */
async function attach(
  service: BankService,
  load: Host["loadEmbedder"],
  turn: Host["turn"],
): Promise<ModelStatus> {
  if (load === null) return attached(service, { state: "off" }, null);
  const start = performance.now();
  try {
    const { embedder, artefact, downloaded } = await load();
    const lasting = new LastingEmbedder(embedder, async () => (await load()).embedder);
    const loadMilliseconds = performance.now() - start;
    const { modelId } = embedder.info;
    const status = { state: "ready", modelId, artefact, downloaded, loadMilliseconds } as const;
    return attached(service, status, inTurns(lasting, turn));
  } catch (thrown) {
    return attached(service, unavailable(thrown), null);
  }
}

function attached(
  service: BankService,
  status: ModelStatus,
  embedder: EmbeddingService | null,
): ModelStatus {
  service.attach(status, embedder);
  return status;
}

/** Before each batch the event loop gets its turn: signals, timers and progress come through while a book is read. */
function inTurns(embedder: LastingEmbedder, turn: Host["turn"]): EmbeddingService {
  return {
    info: embedder.info,
    embed: async (texts) => {
      await turn();
      return embedder.embed(texts);
    },
    memoryBytes: async () => embedder.memoryBytes(),
    close: () => embedder.free(),
  };
}
