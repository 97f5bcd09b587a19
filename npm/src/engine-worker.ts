/** The engine's role of a worker: the page's thread stays free while a document is read. */
import { expose, proxy, releaseProxy, wrap } from "comlink";
import type { PortableSources } from "./artefacts.ts";
import type { Task } from "./backend.ts";
import { BankService, type EmbeddingService, type Platform } from "./bank-service.ts";
import { type Configuration, engineArtefact } from "./configuration.ts";
import { died, documentReader, type ReaderAnswer, type StartReader } from "./document-reader.ts";
import type { EmbedPort } from "./embed-worker.ts";
import { MemoryBankError } from "./errors.ts";
import type { MemoryRequest } from "./generated.ts";
import type { Provider } from "./language-model.ts";
import type { ModelStatus } from "./model-status.ts";
import { Neo4jMemory } from "./neo4j.ts";
import type { ReaderTask } from "./reader-worker.ts";
import type { EngineRequest } from "./request.ts";
import { RunLocks } from "./run-locks.ts";
import { serveRun } from "./run-port.ts";
import { type StoreLink, storeOver } from "./store-link.ts";
import { tabsHere } from "./tab-channel.ts";
import type { Estimate, ResearchResult, RunSummary } from "./types.ts";
import { wasmModules } from "./wasm-compiling.ts";
import { fetchWasm } from "./wasm-fetching.ts";
import { loadEngine, loadNeo4j } from "./wasm-modules.ts";
import { assignRole, startSibling } from "./worker-roles.ts";

/** What the page asks of this worker. */
class EngineWorker {
  #service: BankService | null = null;

  /** Loads the engine; a store of runs answers on its port. */
  async open(
    wasm: PortableSources,
    configuration: Configuration,
    store: StoreLink | null,
  ): Promise<void> {
    const modules = wasmModules(wasm, (address) => fetchWasm(address));
    const newEngine = await loadEngine(modules, engineArtefact(configuration));
    const readDocument = documentReader(readers(wasm));
    const { neo4j: login } = configuration;
    const neo4j = login && new Neo4jMemory(login, () => loadNeo4j(modules));
    const platform = { readDocument, ...(store && keptIn(store)), ...(neo4j && { neo4j }) };
    this.#service = new BankService(newEngine, configuration, platform);
  }

  /** Says how the model stands; a model that is ready answers on `port`. */
  async attach(status: ModelStatus, port: MessagePort | null): Promise<void> {
    this.#bank().attach(status, port && (await embeddingsOver(port)));
  }

  /** Starts a run; everything about it goes over `port`. */
  research(request: EngineRequest, port: MessagePort): void {
    void serveRun(port, (emit, signal) => this.#bank().research(request, emit, signal));
  }

  async estimate(request: EngineRequest): Promise<Estimate> {
    return this.#bank().estimate(request);
  }

  /** Starts a replay; everything about it goes over `port`. */
  replay(journal: string, port: MessagePort): void {
    void serveRun(port, (emit) => this.#bank().replay(journal, emit));
  }

  /** Goes on with the run of a journal; everything about it goes over `port`. */
  resume(journal: string, port: MessagePort): void {
    void serveRun(port, (emit, signal) => this.#bank().resume(journal, emit, signal));
  }

  /** Reads a stored run back; everything about it goes over `port`. */
  openRun(docId: string, port: MessagePort): void {
    void serveRun(port, (emit) => this.#bank().openRun(docId, emit));
  }

  /** Goes on with a run that is stored or kept; everything about it goes over `port`. */
  resumeRun(docId: string, port: MessagePort): void {
    void serveRun(port, (emit, signal) => this.#bank().resumeRun(docId, emit, signal));
  }

  async export(docId: string): Promise<string> {
    return this.#bank().export(docId);
  }

  async import(json: string): Promise<ResearchResult> {
    return this.#bank().import(json);
  }

  async journal(docId: string): Promise<string> {
    return this.#bank().journal(docId);
  }

  async runs(): Promise<RunSummary[]> {
    return this.#bank().runs();
  }

  async discard(docId: string): Promise<boolean> {
    return this.#bank().discard(docId);
  }

  async task(question: string): Promise<Task> {
    return proxy(await this.#bank().task(question));
  }

  async askMemory(request: MemoryRequest, inPlainWords = false): Promise<unknown> {
    return this.#bank().askMemory(request, inPlainWords);
  }

  async provider(nameOrAddress: string): Promise<Provider | undefined> {
    return this.#bank().provider(nameOrAddress);
  }

  async memoryUse(): Promise<{ engine: number; embedder: number | null }> {
    return this.#bank().memoryUse();
  }

  #bank(): BankService {
    if (this.#service === null) throw new MemoryBankError("closed", "the engine is not open");
    return this.#service;
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

/** The store of runs, and the locks of those that are under way, where the browser has locks. */
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
