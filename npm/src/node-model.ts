/** The embedding model in Node, from files. */
import { Embedder } from "./embedder.ts";
import type { LoadedEmbedder } from "./in-thread-bank.ts";
import { installedModel } from "./installed-model.ts";
import { type ModelProgress, type ModelSource, notInstalled } from "./model-files.ts";
import { readModel } from "./node-files.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { loadEmbedder } from "./wasm-modules.ts";

/** Loads the model that is given, that the environment names, or that is installed. */
export async function loadNodeModel(
  modules: WasmModules,
  models: ModelSource | undefined,
  onModelProgress: ((progress: ModelProgress) => void) | undefined,
): Promise<LoadedEmbedder> {
  const model = models ?? process.env.AMB_MODELS ?? (await installedModel());
  if (model === null) throw notInstalled();
  const [{ module, artefact }, bytes] = await Promise.all([
    loadEmbedder(modules),
    readModel(model),
  ]);
  const total = bytes.model.length + bytes.tokenizer.length;
  onModelProgress?.({ loaded: total, total });
  return { embedder: new Embedder(module, bytes), artefact, downloaded: 0 };
}
