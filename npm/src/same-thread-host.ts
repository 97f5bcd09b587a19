/** A host that has neither files nor workers: everything works in the caller's thread. */
import { checkedSources, type WasmSources } from "./artefacts.ts";
import { answerWith, type ReadDocument } from "./document-reader.ts";
import { reviveFailure } from "./errors.ts";
import { modelPlace } from "./folder.ts";
import type { Host, LoadedEmbedder } from "./in-thread-bank.ts";
import { keepingReadings } from "./kept-readings.ts";
import type { ReadingCache } from "./latest-readings.ts";
import { type ModelEmbedder, type ModelHost, openModel } from "./model-embedder.ts";
import { type ModelProgress, type ModelSource, notInstalled } from "./model-files.ts";
import { fetchModels } from "./model-loading.ts";
import type { TextEmbedder } from "./text-embedder.ts";
import { type WasmModules, wasmModules } from "./wasm-compiling.ts";
import { fetchWasm } from "./wasm-fetching.ts";
import { loadReader } from "./wasm-modules.ts";

/** The parts of a bank that its caller gives. */
export interface Given {
  wasm: WasmSources;
  models: ModelSource[] | undefined;
  embedder: false | TextEmbedder | undefined;
  onModelProgress: ((progress: ModelProgress) => void) | undefined;
  /** A cache of readings; without one each document is read each time. */
  readings?: ReadingCache | undefined;
}

/** The host over the given parts. */
export function sameThreadHost(given: Given): Host {
  const { wasm, models, embedder, onModelProgress, readings } = given;
  const modules = wasmModules(wasm, fetchWasm);
  const read = reading(modules);
  return {
    modules,
    platform: { readDocument: readings ? keepingReadings(read, readings) : read },
    embedder: embedder ?? (() => modelsOf(modules, models, onModelProgress)),
    turn,
  };
}

/** Loads the embedding model for any number of banks; `found`: the wasm that is found by itself. */
export function openEmbedderHere(options: unknown, found: WasmSources): Promise<ModelEmbedder> {
  const load: ModelHost["load"] = async ({ models, wasm, onModelProgress }) => {
    const modules = wasmModules({ ...found, ...checkedSources(wasm) }, fetchWasm);
    return modelsOf(modules, await models(), onModelProgress);
  };
  return openModel(options, { load, turn });
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Reads each document with an instance of its own, whose memory goes with it. */
function reading(modules: WasmModules): ReadDocument {
  return async (bytes, reader, signal) => {
    signal.throwIfAborted();
    const answer = await answerWith(() => loadReader(modules.load, reader), bytes, reader);
    if ("failure" in answer) throw reviveFailure(answer.failure);
    return answer.reading;
  };
}

async function modelsOf(
  modules: WasmModules,
  models: ModelSource[] | undefined,
  onProgress: Given["onModelProgress"],
): Promise<LoadedEmbedder> {
  if (models === undefined) throw notInstalled();
  return fetchModels(modules, await Promise.all(models.map(modelPlace)), onProgress);
}
