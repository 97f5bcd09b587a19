/** The wasm artefacts, loaded from a URL: the engine, the embedder that suits this platform, the store, the readers of documents. */
import type { EngineArtefact } from "./configuration.ts";
import type { ReaderModule } from "./document-reader.ts";
import type { EmbedderModule } from "./embedder.ts";
import type { EngineModule, WasmObject } from "./engine.ts";
import { MemoryBankError } from "./errors.ts";
import type { EngineStore } from "./host.ts";
import { embedArtefact } from "./relaxed-simd.ts";
import type { AsideStore, DocumentReader } from "./types.ts";

/** A module that wasm-bindgen wrote for the web. */
interface BindgenModule {
  default: () => Promise<{ memory: WebAssembly.Memory }>;
}

/** Loads this engine from under `artefacts`, a URL that ends in a slash. */
export async function loadEngine(
  artefacts: string,
  artefact: EngineArtefact,
): Promise<EngineModule> {
  return load<Omit<EngineModule, "memory">>(`${artefacts}${artefact}/agentic_memory_bank.js`);
}

/** Loads the embedder from under `artefacts`, a URL that ends in a slash, and says which one it is. */
export async function loadEmbedder(
  artefacts: string,
): Promise<{ module: EmbedderModule; artefact: "relaxed" | "baseline" }> {
  const artefact = embedArtefact();
  const address = `${artefacts}embed/${artefact}/amb_embed.js`;
  return { module: await load<Omit<EmbedderModule, "memory">>(address), artefact };
}

/** The store of runs: SQLite in the best place that the browser has. */
export interface WasmStore extends EngineStore, WasmObject {
  /** Encrypts the store with this passphrase; `null` makes it plain. Whole, or not at all. */
  changePassphrase(to: string | null): Promise<void>;
  readonly kept: "opfs" | "indexeddb" | "pages" | "memory";
  readonly lacks: string[];
}

/** Keeps the pages of a database, where the platform has no storage that SQLite knows. A page has at most 8,192 bytes. */
export interface PageKeeper {
  /** All pages. */
  load(): Promise<[number: number, bytes: Uint8Array][]>;
  /** Keeps pages: all of them, and durably, or none. Those of `null` are gone. */
  commit(pages: [number: number, bytes: Uint8Array | null][]): Promise<void>;
  /** Keeps these pages in place of all there were, likewise, and nothing of those in its files. */
  replace(pages: [number: number, bytes: Uint8Array][]): Promise<void>;
}

/** Long-term memory in the database of a store. */
export interface WasmMemory extends WasmObject {
  /** A `MemoryRequest` to a `MemoryStep`, both as JSON. */
  ask(request: string): Promise<string>;
  /** A `MemorySupply` that is no vectors, likewise. */
  supply(call: number, supply: string): Promise<string>;
  supplyVectors(
    call: number,
    modelId: string,
    dimensions: number,
    vectors: Float32Array,
    coverage: Float32Array,
  ): Promise<string>;
}

/** The artefact `store`. */
export interface StoreModule {
  LongTermMemory: new (store: WasmStore, settings: string) => WasmMemory;
  RunStore: {
    /** One whose pages are kept elsewhere. With a passphrase it is encrypted, or was. */
    keptBy(keeper: PageKeeper, passphrase?: string): Promise<WasmStore>;
    /** `setsAside`: a store that cannot be read is set aside, and a new one opened. With a passphrase it is encrypted, or was. */
    open(name: string, setsAside: boolean, passphrase?: string): Promise<WasmStore>;
    /** Of the store that `open` opens or refuses, or of the one that was set aside under a number. */
    files(name: string, number?: number): Promise<File[]>;
    aside(name: string): Promise<AsideStore[]>;
    deleteAside(name: string, number: number): Promise<boolean>;
    takeBack(name: string, number: number): Promise<boolean>;
  };
}

/** The artefact `neo4j`. */
export interface Neo4jModule {
  /** Asked as `LongTermMemory` is, but for what is kept of the user. `timeout` in milliseconds. */
  Neo4jTrajectories: new (
    url: string,
    database: string,
    user: string,
    password: string,
    timeout: number,
    settings: string,
  ) => WasmMemory;
}

/** Loads the store of runs from under `artefacts`, a URL that ends in a slash. */
export async function loadStore(artefacts: string): Promise<StoreModule> {
  return load<StoreModule>(`${artefacts}store/amb_storage.js`);
}

/** Loads trajectory memory on a Neo4j server from under `artefacts`, a URL that ends in a slash. */
export async function loadNeo4j(artefacts: string): Promise<Neo4jModule> {
  return load<Neo4jModule>(`${artefacts}neo4j/amb_storage.js`);
}

/** Loads this reader of documents from under `artefacts`, a URL that ends in a slash. */
export async function loadReader(
  artefacts: string,
  { reader }: DocumentReader,
): Promise<ReaderModule> {
  return load<ReaderModule>(`${artefacts}${reader}/amb_${reader}.js`);
}

async function load<T>(address: string): Promise<T & { memory: WebAssembly.Memory }> {
  try {
    const bindings: T & BindgenModule = await import(/* @vite-ignore */ address);
    const { memory } = await bindings.default();
    return { ...bindings, memory };
  } catch (cause) {
    throw new MemoryBankError("wasm_unreachable", `${address} cannot be loaded`, {
      retryable: true,
      cause,
    });
  }
}
