/** The engine's thread in Node: the caller's stays free while a document is read. */
import { setImmediate } from "node:timers/promises";
import { Worker, workerData } from "node:worker_threads";
import { expose, wrap } from "comlink";
import type { PortableSources } from "./artefacts.ts";
import type { Platform } from "./bank-service.ts";
import { carryFailures } from "./comlink-errors.ts";
import type { Configuration } from "./configuration.ts";
import { deferred } from "./deferred.ts";
import { died, documentReader, type StartReader } from "./document-reader.ts";
import { flattenFailure } from "./errors.ts";
import { requestsOver, type Send } from "./fetch-link.ts";
import type { Dialer } from "./host.ts";
import { type Host, openInThread } from "./in-thread-bank.ts";
import { keepingReadings } from "./kept-readings.ts";
import type { ModelProgress, ModelSource } from "./model-files.ts";
import type { ModelStatus } from "./model-status.ts";
import { nodeModules } from "./node-files.ts";
import { loadNodeModels } from "./node-model.ts";
import type { ReaderThreadTask } from "./node-reader.ts";
import type { RunHolds } from "./run-locks.ts";
import { ServedBank } from "./served-bank.ts";
import { callsOver, type LinkedCalls, type StoreLink, storeOver } from "./store-link.ts";
import type { TextEmbedder } from "./text-embedder.ts";
import type { Settings } from "./types.ts";
import type { WasmModules } from "./wasm-compiling.ts";

/** The ports that this thread is started with. */
export interface EngineThreadPorts {
  /** Port of the calls to this thread. */
  calls: MessagePort;
  /** Sends requests ({@link requestsOver}). */
  requests: MessagePort;
  /** Port of name resolution: a {@link Names}. */
  names: MessagePort;
}

/** Name resolution in the caller's thread. */
export type Names = Pick<Dialer, "resolve">;

/** An embedder of the caller's thread, whose functions reply on `port`. */
export interface EmbedderLink extends Pick<TextEmbedder, "modelId" | "dimensions"> {
  port: MessagePort;
  tellsCoverage: boolean;
}

/** The options of a bank, in the form that crosses to this thread. */
export interface EngineThreadOptions {
  wasm: PortableSources;
  store: StoreLink | null;
  /** An embedder of the caller's; without one the model of `models`, unless keywords alone were chosen. */
  embedder: EmbedderLink | null;
  isOff: boolean;
  models: ModelSource[] | undefined;
}

/** The calls of the caller's thread to this one. */
class EngineThread extends ServedBank {
  readonly #send: Send;
  readonly #names: Names;
  readonly #progress = deferred<ModelProgress | null>();
  #model: Promise<ModelStatus> | undefined;

  constructor({ requests, names }: EngineThreadPorts) {
    super();
    this.#send = requestsOver(requests);
    this.#names = wrap<Names>(names);
    globalThis.fetch = (input, init) => this.#send(new Request(input, init), null);
  }

  /** Opens the bank, and returns every setting with its default. The model goes on loading. */
  async open(configuration: Configuration, options: EngineThreadOptions): Promise<Settings> {
    const { service, model, defaults } = await openInThread(configuration, this.#host(options));
    this.bank = service;
    this.#model = model;
    void model.then(() => this.#progress.resolve(null));
    return defaults;
  }

  /** The status of the model, once it is known. */
  async model(): Promise<ModelStatus> {
    return this.#model ?? { state: "off" };
  }

  /** Progress of the model's loading, once its files are read; `null` if they are not. */
  async progress(): Promise<ModelProgress | null> {
    return this.#progress.promise;
  }

  /** Ends this thread as soon as no work is pending in it. */
  async close(): Promise<void> {
    if (this.#model !== undefined) {
      this.bank.close();
      await this.bank.freed;
    }
    process.exit();
  }

  #host({ wasm, store, embedder, isOff, models }: EngineThreadOptions): Host {
    const modules = nodeModules(wasm);
    return {
      modules,
      platform: {
        readDocument: keepingReadings(documentReader(readers(modules))),
        dialer: {
          resolve: (host) => this.#names.resolve(host),
          fetch: (request, addresses) => this.#send(request, addresses),
        },
        ...(store && keptIn(store)),
      },
      embedder: isOff
        ? false
        : embedder
          ? embedderOver(embedder)
          : () => loadNodeModels(modules, models, this.#progress.resolve),
      turn: () => setImmediate(),
    };
  }
}

/** The store of runs, and the locks of those that are under way. */
function keptIn(link: StoreLink): Pick<Platform, "store" | "memory" | "runLocks"> {
  const call = callsOver<LinkedCalls & RunHolds>(link);
  const store = storeOver(link, (work) => call((remote) => work(remote)));
  const runLocks: RunHolds = {
    hold: (run) => call((remote) => remote.hold(run)),
    // The locks of a store that is gone are gone with it.
    release: (run) => call((remote) => remote.release(run)).catch(() => {}),
    releaseAll: () => call((remote) => remote.releaseAll()).catch(() => {}),
  };
  return { store, memory: store, runLocks };
}

function embedderOver({ port, tellsCoverage, ...info }: EmbedderLink): TextEmbedder {
  const remote = wrap<Required<Pick<TextEmbedder, "embed" | "coverage">>>(port);
  return {
    ...info,
    embed: (texts) => remote.embed(texts),
    ...(tellsCoverage && { coverage: (texts: string[]) => remote.coverage(texts) }),
  };
}

/** Threads that read documents. */
function readers(modules: WasmModules): StartReader {
  return (bytes, reader, tell) => {
    let worker: Worker | null = null;
    let isOver = false;
    const start = async () => {
      const module = await modules.load(reader.reader);
      if (isOver) return;
      const task: ReaderThreadTask = { module, bytes, reader };
      const transferList = [bytes.buffer];
      worker = new Worker(new URL("./node-reader.js", import.meta.url), {
        workerData: task,
        transferList,
      });
      worker.once("message", tell);
      worker.once("error", ({ message }) => tell(died(message)));
    };
    start().catch((thrown: unknown) => tell({ failure: flattenFailure(thrown) }));
    return () => {
      isOver = true;
      void worker?.terminate();
    };
  };
}

export type { EngineThread };

carryFailures();
const ports: EngineThreadPorts = workerData;
expose(new EngineThread(ports), ports.calls);
