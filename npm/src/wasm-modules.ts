/** The wasm artefacts as the rest of the package sees them: one function that loads each. */
import newBaselineEmbedder, { build as baselineBuild } from "glue:embed-baseline";
import newRelaxedEmbedder, { build as relaxedBuild } from "glue:embed-relaxed";
import newEngineGlue, { build as engineBuild } from "glue:engine";
import newEngineLlmGlue, { build as engineLlmBuild } from "glue:engine-llm";
import newHtmlReader, { build as htmlBuild } from "glue:html";
import newNeo4jGlue, { build as neo4jBuild } from "glue:neo4j";
import newOnnxEmbedder, { build as onnxBuild } from "glue:onnx";
import newPdfReader, { build as pdfBuild } from "glue:pdf";
import newStoreGlue, { build as storeBuild } from "glue:store";
import type { ArtefactName } from "./artefacts.ts";
import type { EngineArtefact } from "./configuration.ts";
import type { ReaderModule } from "./document-reader.ts";
import type { EmbedderModule } from "./embedder.ts";
import type { EngineModule, WasmObject } from "./engine.ts";
import type { EngineStore } from "./host.ts";
import type { ModelManifest } from "./model-files.ts";
import { embedArtefact } from "./relaxed-simd.ts";
import type { AsideStore, DocumentReader } from "./types.ts";
import { checkBuild, type LoadModule, type WasmModules } from "./wasm-compiling.ts";
import { type Fault, type Glue, instantiate, type WasmInstance } from "./wasm-instance.ts";

/** Loads this engine. Each call of the resolved function makes an instance. */
export async function loadEngine(
  modules: WasmModules,
  artefact: EngineArtefact,
): Promise<() => EngineModule> {
  const half: Half =
    artefact === "engine" ? [newEngineGlue, engineBuild] : [newEngineLlmGlue, engineLlmBuild];
  return loaded<EngineModule>(modules.load, artefact, half);
}

/** The artefact that embeds: one for ONNX files, else the build of all-MiniLM-L6-v2 for this host. */
export type EmbedArtefact = "onnx" | "relaxed" | "baseline";

/** Loads the artefact that runs a model on this platform, and names it. */
export async function loadEmbedder(
  modules: WasmModules,
  { encoder }: ModelManifest,
): Promise<{ module: EmbedderModule; artefact: EmbedArtefact }> {
  const artefact = encoder ? "onnx" : embedArtefactOf(modules);
  const [name, half] = EMBEDDERS[artefact];
  const make = await loaded<EmbedderModule>(modules.load, name, half);
  return { module: make(), artefact };
}

/** The store of runs: SQLite in the best place that the browser has. */
export interface WasmStore extends EngineStore, WasmObject {
  /** Encrypts the store with this passphrase; `null` makes it plain. Whole, or not at all. */
  changePassphrase(to: string | null): Promise<void>;
  readonly kept: "opfs" | "indexeddb" | "pages" | "memory";
  readonly lacks: string[];
}

/**
 * Keeps the pages of a database, where the platform has no storage that SQLite knows. A page has at most 8,192 bytes.
 */
export interface PageKeeper {
  /** All pages, in any order. Each is consumed before the next is read. */
  load(): Promise<Iterable<[number: number, bytes: Uint8Array]>>;
  /** Stores pages: all of them, and durably, or none. A page of `null` is deleted. */
  commit(pages: [number: number, bytes: Uint8Array | null][]): Promise<void>;
  /** Replaces all pages by these, likewise, and leaves nothing of the former pages in its files. */
  replace(pages: [number: number, bytes: Uint8Array][]): Promise<void>;
}

/** Long-term memory in the database of a store. */
export interface WasmMemory extends WasmObject {
  /** A `MemoryRequest` to a `MemoryStep`, both as JSON. */
  ask(request: string): Promise<string>;
  /** A `MemorySupply` other than vectors, as JSON. */
  supply(call: number, supply: string): Promise<string>;
  supplyVectors(
    call: number,
    modelId: string,
    dimensions: number,
    vectors: Float32Array,
    coverage: Float32Array,
  ): Promise<string>;
  /** Writes data that waits for the next write. Memory on a server has none. */
  settle?(): Promise<void>;
}

/** The artefact `store`. */
export interface StoreModule {
  /** The end of the instance by a trap. */
  fault: Fault;
  LongTermMemory: new (store: WasmStore, settings: string) => WasmMemory;
  RunStore: {
    /** Opens a store whose pages are kept elsewhere. A passphrase encrypts a new one, or opens an encrypted one. */
    keptBy(keeper: PageKeeper, passphrase?: string): Promise<WasmStore>;
    /**
     * `setsAside`: a store that cannot be read is set aside, and a new one opened. With a passphrase it is encrypted,
     * or was.
     */
    open(name: string, setsAside: boolean, passphrase?: string): Promise<WasmStore>;
    /** The files of the store that `open` opens or refuses, or of the one set aside under a number. */
    files(name: string, number?: number): Promise<File[]>;
    aside(name: string): Promise<AsideStore[]>;
    deleteAside(name: string, number: number): Promise<boolean>;
    takeBack(name: string, number: number): Promise<boolean>;
  };
}

/** The artefact `neo4j`. */
export interface Neo4jModule {
  /** Takes the requests of `LongTermMemory`, except those to hierarchical memory. `timeout` in milliseconds. */
  Neo4jTrajectories: new (
    url: string,
    database: string,
    user: string,
    password: string,
    timeout: number,
    settings: string,
  ) => WasmMemory;
}

/** Loads the store of runs and of long-term memory. */
export async function loadStore(modules: WasmModules): Promise<StoreModule & WasmInstance> {
  const make = await loaded<StoreModule>(modules.load, "store", [newStoreGlue, storeBuild]);
  return make();
}

/** Loads trajectory memory on a Neo4j server. */
export async function loadNeo4j(modules: WasmModules): Promise<Neo4jModule> {
  const make = await loaded<Neo4jModule>(modules.load, "neo4j", [newNeo4jGlue, neo4jBuild]);
  return make();
}

/** Loads this reader of documents. */
export async function loadReader(
  load: LoadModule,
  { reader }: DocumentReader,
): Promise<ReaderModule> {
  const half: Half = reader === "pdf" ? [newPdfReader, pdfBuild] : [newHtmlReader, htmlBuild];
  const make = await loaded<ReaderModule>(load, reader, half);
  return make();
}

/** The embedder for this host: the faster one if the host runs it, unless only the other is given. */
function embedArtefactOf(modules: WasmModules): "relaxed" | "baseline" {
  const isBaselineAlone = !modules.has("embed-relaxed") && modules.has("embed-baseline");
  return isBaselineAlone ? "baseline" : embedArtefact();
}

/** The glue of an artefact, and its build. */
type Half = readonly [() => Glue, string];

/** The artefacts that embed. */
const EMBEDDERS: Record<EmbedArtefact, [ArtefactName, Half]> = {
  onnx: ["onnx", [newOnnxEmbedder, onnxBuild]],
  relaxed: ["embed-relaxed", [newRelaxedEmbedder, relaxedBuild]],
  baseline: ["embed-baseline", [newBaselineEmbedder, baselineBuild]],
};

async function loaded<T>(
  load: LoadModule,
  name: ArtefactName,
  [newGlue, build]: Half,
): Promise<() => T & WasmInstance> {
  const module = await load(name);
  checkBuild(name, module, build);
  return () => instantiate<T>(newGlue, module);
}
