/** Embedding models in Node, from files. */
import { Embedder } from "./embedder.ts";
import type { LoadedEmbedder } from "./in-thread-bank.ts";
import { installedModel } from "./installed-model.ts";
import { type ModelProgress, type ModelSource, notInstalled } from "./model-files.ts";
import { together } from "./model-loading.ts";
import { readModel } from "./node-files.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { loadEmbedder } from "./wasm-modules.ts";

/** Loads the models that are given, that the environment names, or the one that is installed. */
export async function loadNodeModels(
  modules: WasmModules,
  models: ModelSource[] | undefined,
  onModelProgress: ((progress: ModelProgress) => void) | undefined,
): Promise<LoadedEmbedder> {
  const places = models ?? named(process.env.AMB_MODELS) ?? (await installed());
  const read = await Promise.all(places.map(readModel));
  const total = read.reduce((sum, it) => sum + it.model.length + it.tokenizer.length, 0);
  const load = async (bytes: (typeof read)[number]): Promise<LoadedEmbedder> => {
    const { module, artefact } = await loadEmbedder(modules, bytes.manifest);
    return { embedder: new Embedder(module, bytes), artefact, downloaded: 0 };
  };
  const loaded = together(await Promise.all(read.map(load)));
  onModelProgress?.({ loaded: total, total });
  return loaded;
}

/** The folders in the environment variable, with commas between them. */
function named(folders: string | undefined): string[] | undefined {
  const places = folders?.split(",").map((folder) => folder.trim());
  return places?.some((place) => place !== "") ? places.filter((place) => place !== "") : undefined;
}

async function installed(): Promise<ModelSource[]> {
  const model = await installedModel();
  if (model === null) throw notInstalled();
  return [model];
}
