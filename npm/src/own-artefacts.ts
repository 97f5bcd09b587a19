/** The artefacts of this package, for hosts that find files beside a script. */
import type { WasmSources } from "./artefacts.ts";

/**
 * The addresses of all artefacts, from a script of `dist`. Each is written out, so that bundlers and tracers take its
 * file along.
 */
export function ownArtefacts(): WasmSources {
  return {
    engine: new URL("./artefacts/engine.wasm", import.meta.url),
    "engine-llm": new URL("./artefacts/engine-llm.wasm", import.meta.url),
    "embed-baseline": new URL("./artefacts/embed-baseline.wasm", import.meta.url),
    "embed-relaxed": new URL("./artefacts/embed-relaxed.wasm", import.meta.url),
    onnx: new URL("./artefacts/onnx.wasm", import.meta.url),
    store: new URL("./artefacts/store.wasm", import.meta.url),
    neo4j: new URL("./artefacts/neo4j.wasm", import.meta.url),
    html: new URL("./artefacts/html.wasm", import.meta.url),
    pdf: new URL("./artefacts/pdf.wasm", import.meta.url),
  };
}
