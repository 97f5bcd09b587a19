/** The wasm artefacts of the package, and where each may come from. */
import { invalid, isObject, type Shape, shaped } from "./fields.ts";

/** Names that the declarations use: a program for Node alone, without the DOM library, does not know them otherwise. */
declare global {
  namespace WebAssembly {
    interface Module {}
    interface Memory {}
  }
  interface Worker {}
}

/** The artefacts by name, with the file of each. */
export const ARTEFACTS = [
  "engine",
  "engine-llm",
  "embed-baseline",
  "embed-relaxed",
  "onnx",
  "store",
  "neo4j",
  "html",
  "pdf",
] as const;

/** The name of an artefact. Its file in the package is `dist/artefacts/NAME.wasm`. */
export type ArtefactName = (typeof ARTEFACTS)[number];

/** An artefact's wasm: an address, its bytes, a server's answer that is not read yet, or a compiled module. */
export type WasmSource =
  | string
  | URL
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | Response
  | WebAssembly.Module;

/** The wasm of each artefact that is not found by default. */
export type WasmSources = { [Name in ArtefactName]?: WasmSource };

/** A source that crosses to a worker. */
export type PortableSource = string | Uint8Array<ArrayBuffer> | WebAssembly.Module;

/** The sources of a bank as they cross to its workers. */
export type PortableSources = { [Name in ArtefactName]?: PortableSource };

const SHAPE: Shape<WasmSources> = {
  engine: "any",
  "engine-llm": "any",
  "embed-baseline": "any",
  "embed-relaxed": "any",
  onnx: "any",
  store: "any",
  neo4j: "any",
  html: "any",
  pdf: "any",
};

/** Checks the option `wasm`. Throws `invalid_argument`. */
export function checkedSources(wasm: unknown): WasmSources {
  if (wasm === undefined || wasm === null) return {};
  const sources = shaped<WasmSources>(wasm, "wasm", SHAPE);
  for (const [name, source] of Object.entries(sources)) {
    if (isSource(source)) continue;
    throw invalid(
      `${name} of wasm must be an address, bytes, a Response or a WebAssembly.Module; await what loads it`,
    );
  }
  return sources;
}

function isSource(value: unknown): value is WasmSource {
  return (
    typeof value === "string" ||
    (isObject(value) &&
      (value instanceof URL ||
        value instanceof ArrayBuffer ||
        ArrayBuffer.isView(value) ||
        isResponse(value) ||
        isModule(value)))
  );
}

/** True if this is a server's response; a host may have no such class. */
export function isResponse(value: unknown): value is Response {
  return typeof Response !== "undefined" && value instanceof Response;
}

/** True if this is a compiled module. */
export function isModule(value: unknown): value is WebAssembly.Module {
  return typeof WebAssembly !== "undefined" && value instanceof WebAssembly.Module;
}
