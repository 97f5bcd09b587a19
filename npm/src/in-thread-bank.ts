/** A memory bank whose engine works in the caller's thread. */
import { BankService, type EmbeddingService, type Platform } from "./bank-service.ts";
import { type Configuration, engineArtefact } from "./configuration.ts";
import { type EmbeddingModel, LastingEmbedder } from "./embedder.ts";
import { given, type ModelStatus, unavailable } from "./model-status.ts";
import { Neo4jMemory } from "./neo4j.ts";
import { embeddingBy, type TextEmbedder } from "./text-embedder.ts";
import type { Settings } from "./types.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { type EmbedArtefact, loadEngine, loadNeo4j } from "./wasm-modules.ts";

/** Models that were loaded, and how. */
export interface LoadedEmbedder {
  embedder: EmbeddingModel;
  artefact: EmbedArtefact;
  /** Bytes that came over the network. */
  downloaded: number;
}

/** The parts that a host has for its bank. */
export interface Host {
  modules: WasmModules;
  platform: Omit<Platform, "neo4j">;
  /** An embedder, or a function that loads the model, and again after a trap; `false`: keywords alone. */
  embedder: TextEmbedder | (() => Promise<LoadedEmbedder>) | false;
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
  { modules, platform, embedder, turn }: Host,
): Promise<OpenedInThread> {
  const newEngine = await loadEngine(modules, engineArtefact(configuration));
  const { neo4j: login } = configuration;
  const neo4j = login && new Neo4jMemory(login, () => loadNeo4j(modules));
  const service = new BankService(newEngine, configuration, {
    ...platform,
    ...(neo4j && { neo4j }),
  });
  const model = attach(service, embedder, turn);
  return { service, model, defaults: service.defaults() };
}

/** Gives the service its embedder, loaded if necessary, or tells the service to go on without. */
async function attach(
  service: BankService,
  source: Host["embedder"],
  turn: Host["turn"],
): Promise<ModelStatus> {
  if (source === false) return attached(service, { state: "off" }, null);
  if (typeof source === "function") return load(service, source, turn);
  return attached(service, given(source), embeddingBy(source, turn));
}

async function load(
  service: BankService,
  load: () => Promise<LoadedEmbedder>,
  turn: Host["turn"],
): Promise<ModelStatus> {
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
