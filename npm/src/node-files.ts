/** The wasm artefacts and the model, read from disk. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { EngineArtefact } from "./configuration.ts";
import type { ReaderModule } from "./document-reader.ts";
import type { EmbedderModule } from "./embedder.ts";
import type { EngineModule } from "./engine.ts";
import { MemoryBankError } from "./errors.ts";
import {
  damaged,
  fault,
  type ModelBytes,
  type ModelFile,
  parseManifest,
  sha256,
  unreachable,
} from "./model-files.ts";
import { embedArtefact } from "./relaxed-simd.ts";
import type { DocumentReader } from "./types.ts";
import type { Neo4jModule, StoreModule } from "./wasm-modules.ts";

/** A module that wasm-bindgen wrote for the web. */
interface BindgenModule {
  initSync: (input: { module: BufferSource }) => { memory: WebAssembly.Memory };
}

/** Loads this engine from the folder of artefacts. */
export function loadEngine(artefacts: string, artefact: EngineArtefact): Promise<EngineModule> {
  return load<Omit<EngineModule, "memory">>(join(artefacts, artefact), "agentic_memory_bank");
}

/** Loads the embedder that suits this Node from the folder of artefacts, and says which one it is. */
export async function loadEmbedder(
  artefacts: string,
): Promise<{ module: EmbedderModule; artefact: "relaxed" | "baseline" }> {
  const artefact = embedArtefact();
  const folder = join(artefacts, "embed", artefact);
  return { module: await load<Omit<EmbedderModule, "memory">>(folder, "amb_embed"), artefact };
}

/** Loads the store from the folder of artefacts. */
export function loadStore(artefacts: string): Promise<StoreModule> {
  return load<StoreModule>(join(artefacts, "store"), "amb_storage");
}

/** Loads trajectory memory on a Neo4j server from the folder of artefacts. */
export function loadNeo4j(artefacts: string): Promise<Neo4jModule> {
  return load<Neo4jModule>(join(artefacts, "neo4j"), "amb_storage");
}

/** Loads this reader of documents from the folder of artefacts. */
export function loadReader(artefacts: string, { reader }: DocumentReader): Promise<ReaderModule> {
  return load<ReaderModule>(join(artefacts, reader), `amb_${reader}`);
}

async function load<T>(folder: string, name: string): Promise<T & { memory: WebAssembly.Memory }> {
  try {
    const wasm = await readFile(join(folder, `${name}_bg.wasm`));
    const bindings: T & BindgenModule = await import(
      pathToFileURL(join(folder, `${name}.js`)).href
    );
    const { memory } = bindings.initSync({ module: wasm });
    return { ...bindings, memory };
  } catch (cause) {
    const message = `no wasm artefact in ${folder}: build it with \`cargo xtask build\``;
    throw new MemoryBankError("wasm_unreachable", message, { cause });
  }
}

/** Reads the model from its folder and checks each file, as a tab does with what it downloads. */
export async function readModel(folder: string): Promise<ModelBytes> {
  const manifest = await read(folder, "manifest.json");
  const { files } = parseManifest(new TextDecoder().decode(manifest));
  const [model, tokenizer] = await Promise.all([
    readChecked(folder, files.model),
    readChecked(folder, files.tokenizer),
  ]);
  return { model, tokenizer };
}

async function readChecked(folder: string, file: ModelFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(folder, file.file);
  const found = await fault(bytes, file, sha256);
  if (found !== null)
    throw damaged(`${found} in ${folder}; fetch it again with \`cargo xtask models\``);
  return bytes;
}

async function read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(folder, name);
  const bytes = await readFile(path).catch((cause: unknown) => {
    const message = `${path} cannot be read; fetch it with \`cargo xtask models\``;
    throw unreachable(message, cause);
  });
  return Uint8Array.from(bytes);
}

/** A path of the project that this file was built in, from `npm/dist`. */
export function inProject(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
