/** Loading embedding models and the wasm that runs them, where files are fetched. */
import { Embedder } from "./embedder.ts";
import type { LoadedEmbedder } from "./in-thread-bank.ts";
import { browserPlatform, describedModel, loadModel } from "./model-cache.ts";
import type { ModelPlace, ModelProgress } from "./model-files.ts";
import { SeveralModels } from "./several-models.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { loadEmbedder } from "./wasm-modules.ts";

/** Loads these models; `onProgress` counts the files of all. */
export async function fetchModels(
  modules: WasmModules,
  places: readonly ModelPlace[],
  onProgress: ((progress: ModelProgress) => void) | undefined,
): Promise<LoadedEmbedder> {
  const platform = browserPlatform();
  const models = await Promise.all(places.map((place) => describedModel(place, platform)));
  const sizes = models.map(({ manifest: { files } }) => files.model.bytes + files.tokenizer.bytes);
  const total = sum(sizes);
  const loaded = sizes.map(() => 0);
  const load = async (model: (typeof models)[number], at: number): Promise<LoadedEmbedder> => {
    const report = (progress: ModelProgress) => {
      loaded[at] = progress.loaded;
      onProgress?.({ loaded: sum(loaded), total });
    };
    const [{ module, artefact }, bytes] = await Promise.all([
      loadEmbedder(modules, model.manifest),
      loadModel(model, platform, { onProgress: report }),
    ]);
    const { downloaded } = bytes;
    return { embedder: new Embedder(module, bytes), artefact, downloaded };
  };
  return together(await Promise.all(models.map(load)));
}

/** Loaded models as one: the first alone, or each for the texts that it knows. */
export function together(models: readonly LoadedEmbedder[]): LoadedEmbedder {
  const [first, ...others] = models;
  if (first === undefined) throw new RangeError("no model");
  if (others.length === 0) return first;
  return {
    embedder: new SeveralModels(models.map(({ embedder }) => embedder)),
    artefact: first.artefact,
    downloaded: sum(models.map(({ downloaded }) => downloaded)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
