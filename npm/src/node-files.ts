/** The wasm artefacts and the model, read from disk. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { WasmSources } from "./artefacts.ts";
import { MemoryBankError } from "./errors.ts";
import {
  damaged,
  fault,
  type GivenModel,
  type ModelBytes,
  type ModelFileSource,
  type ModelManifest,
  type ModelSource,
  parseManifest,
  sha256,
  unreachable,
} from "./model-files.ts";
import { ownArtefacts } from "./own-artefacts.ts";
import { type WasmModules, wasmModules } from "./wasm-compiling.ts";
import { fetchWasm } from "./wasm-fetching.ts";

/** The modules of the artefacts: the given ones, else the package's. A plain string is a path. */
export function nodeModules(given: WasmSources): WasmModules {
  return wasmModules({ ...ownArtefacts(), ...given }, readWasm);
}

async function readWasm(address: string): Promise<Response | Uint8Array<ArrayBuffer>> {
  const url = addressOf(address);
  if (url.protocol !== "file:") return fetchWasm(url.href);
  try {
    return Uint8Array.from(await readFile(url));
  } catch (cause) {
    const message = `${fileURLToPath(url)} cannot be read: install the package anew, keep dist/artefacts/ beside a bundled server, or pass the file as wasm`;
    throw new MemoryBankError("wasm_unreachable", message, { cause });
  }
}

/** An address as a URL. Any other text is a path. */
function addressOf(address: string): URL {
  return /^(file|https?):/.test(address) ? new URL(address) : pathToFileURL(resolve(address));
}

/** Reads a model and checks each file, as a tab does with its downloads. */
export async function readModel(model: ModelSource): Promise<ModelBytes> {
  const { manifest, weights, tokenizer } =
    typeof model === "string" || model instanceof URL ? await inFolder(model) : model;
  const [modelBytes, tokenizerBytes] = await Promise.all([
    readChecked(weights, manifest, "model"),
    readChecked(tokenizer, manifest, "tokenizer"),
  ]);
  return { manifest, model: modelBytes, tokenizer: tokenizerBytes };
}

async function inFolder(folder: string | URL): Promise<GivenModel> {
  const base = addressOf(`${String(folder).replace(/[/\\]$/, "")}/manifest.json`);
  const manifest = parseManifest(new TextDecoder().decode(await read(base)));
  const { model, tokenizer } = manifest.files;
  return { manifest, weights: new URL(model.file, base), tokenizer: new URL(tokenizer.file, base) };
}

async function readChecked(
  source: ModelFileSource,
  { files, encoder }: ModelManifest,
  name: keyof ModelManifest["files"],
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(source);
  const found = await fault(bytes, files[name], sha256);
  if (found === null) return bytes;
  const mend = encoder
    ? "fetch the file again, or correct the manifest"
    : "run `npm install agentic-memory-bank-minilm` again";
  throw damaged(`${found}; ${mend}`);
}

async function read(source: ModelFileSource): Promise<Uint8Array<ArrayBuffer>> {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (source instanceof Uint8Array) return source;
  if (source instanceof Response) return new Uint8Array(await source.arrayBuffer());
  const url = addressOf(String(source));
  if (url.protocol !== "file:") return fetched(url);
  const bytes = await readFile(url).catch((cause: unknown) => {
    const mend = "run `npm install agentic-memory-bank-minilm`, or name its folder as `models`";
    throw unreachable(`${fileURLToPath(url)} cannot be read; ${mend}`, cause);
  });
  return Uint8Array.from(bytes);
}

async function fetched(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw unreachable(`${url} does not answer`, cause);
  });
  if (!response.ok) throw unreachable(`${url} answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
