/** The engine's role of a worker: the page's thread stays free while a document is read. */
import { expose, releaseProxy, wrap } from "comlink";
import type { PortableSources } from "./artefacts.ts";
import { BankService, type EmbeddingService, type Platform } from "./bank-service.ts";
import { type Configuration, engineArtefact } from "./configuration.ts";
import { died, documentReader, type ReaderAnswer, type StartReader } from "./document-reader.ts";
import { EmbedPool } from "./embed-pool.ts";
import type { EmbedPort } from "./embed-worker.ts";
import { keepingReadings } from "./kept-readings.ts";
import type { ReadingCache } from "./latest-readings.ts";
import type { ModelStatus } from "./model-status.ts";
import { Neo4jMemory } from "./neo4j.ts";
import type { ReaderTask } from "./reader-worker.ts";
import { RunLocks } from "./run-locks.ts";
import { ServedBank } from "./served-bank.ts";
import { type StoreLink, storeOver } from "./store-link.ts";
import { tabsHere } from "./tab-channel.ts";
import { wasmModules } from "./wasm-compiling.ts";
import { fetchWasm } from "./wasm-fetching.ts";
import { loadEngine, loadNeo4j } from "./wasm-modules.ts";
import { assignRole, startSibling } from "./worker-roles.ts";

/** The calls of the page to this worker. */
class EngineWorker extends ServedBank {
  #pool: EmbedPool | null = null;

  /** Loads the engine; a store of runs answers on its port. `readings`: a cache of the page, if it has one. */
  async open(
    wasm: PortableSources,
    configuration: Configuration,
    store: StoreLink | null,
    readings: ReadingCache | undefined,
  ): Promise<void> {
    const modules = wasmModules(wasm, (address) => fetchWasm(address));
    const newEngine = await loadEngine(modules, engineArtefact(configuration));
    const readDocument = keepingReadings(documentReader(readers(wasm)), readings);
    const { neo4j: login } = configuration;
    const neo4j = login && new Neo4jMemory(login, () => loadNeo4j(modules));
    const platform = { readDocument, ...(store && keptIn(store)), ...(neo4j && { neo4j }) };
    this.bank = new BankService(newEngine, configuration, platform);
  }

  /** Sets the model's status; a ready model replies on `port`. */
  async attach(status: ModelStatus, port: MessagePort | null): Promise<void> {
    this.#pool = port && new EmbedPool(await embeddingsOver(port));
    this.bank.attach(status, this.#pool);
  }

  /** Takes in another embedder of the ready model, which replies on `port`. */
  async attachAnother(port: MessagePort): Promise<void> {
    const embedder = await embeddingsOver(port);
    if (this.#pool === null) embedder.close();
    else this.#pool.add(embedder);
  }
}

/** Workers that read documents, with these artefacts: each is another of this worker's own script. */
function readers(wasm: PortableSources): StartReader {
  return (bytes, reader, tell) => {
    const worker = startSibling();
    worker.addEventListener("message", ({ data }: MessageEvent<ReaderAnswer>) => tell(data));
    worker.addEventListener("error", ({ message }) => tell(died(message)));
    const task: ReaderTask = { wasm, bytes, reader };
    assignRole(worker, { role: "reader", task }, [bytes.buffer]);
    return () => worker.terminate();
  };
}

/** The store of runs, and the locks of those that are under way, if the browser has locks. */
function keptIn(link: StoreLink): Pick<Platform, "store" | "memory" | "runLocks"> {
  const [store, tabs] = [storeOver(link), tabsHere()];
  if (tabs === null) return { store, memory: store };
  const runLocks = new RunLocks(tabs.locks);
  return { store: runLocks.holding(store), memory: store, runLocks };
}

async function embeddingsOver(port: MessagePort): Promise<EmbeddingService> {
  const remote = wrap<EmbedPort>(port);
  return {
    info: await remote.info(),
    embed: (texts) => remote.embed(texts),
    memoryBytes: () => remote.memoryBytes(),
    close: () => remote[releaseProxy](),
  };
}

export type { EngineWorker };

/** Takes this role on. */
export function serveEngine(): void {
  expose(new EngineWorker());
}
