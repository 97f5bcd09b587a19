/** Several embedding models as one. */
import type { EmbedderInfo, EmbeddingModel, Embeddings } from "./embedder.ts";

/**
 * From this share of known tokens on, a text is taken to be in a language of the model. all-MiniLM-L6-v2 knows 0.99 and
 * more of English passages in real documents, and 0.35 to 0.9 of Chinese ones.
 */
const KNOWN = 0.95;

/**
 * Embeds each text by the first model that knows it; if none does, by the one that knows most of it. A vector has a part
 * for each model and is zero outside its own. So the cosine of two texts of one model is that model's, and texts of two
 * models, which cannot be compared, are as unlike as can be.
 */
export class SeveralModels implements EmbeddingModel {
  readonly info: EmbedderInfo;
  readonly #models: readonly EmbeddingModel[];

  constructor(models: readonly EmbeddingModel[]) {
    this.#models = models;
    this.info = {
      modelId: models.map(({ info }) => info.modelId).join(" + "),
      dimensions: models.reduce((sum, { info }) => sum + info.dimensions, 0),
    };
  }

  get isCrashed(): boolean {
    return this.#models.some(({ isCrashed }) => isCrashed);
  }

  embed(texts: string[]): Embeddings {
    const { dimensions } = this.info;
    const vectors = new Float32Array(texts.length * dimensions);
    const coverage = new Float32Array(texts.length);
    const choices = this.#choices(texts);
    let offset = 0;
    for (const [number, model] of this.#models.entries()) {
      const places = [...texts.keys()].filter((at) => choices[at]?.model === number);
      const width = model.info.dimensions;
      const part = places.length > 0 ? model.embed(places.map((at) => texts[at] as string)) : null;
      for (const [row, at] of places.entries()) {
        const vector = part?.vectors.subarray(row * width, (row + 1) * width);
        if (vector) vectors.set(vector, at * dimensions + offset);
        coverage[at] = choices[at]?.coverage ?? 0;
      }
      offset += width;
    }
    return { vectors, coverage };
  }

  coverage(texts: string[]): number[] {
    return this.#choices(texts).map(({ coverage }) => coverage);
  }

  memoryBytes(): number {
    return this.#models.reduce((sum, model) => sum + model.memoryBytes(), 0);
  }

  free(): void {
    for (const model of this.#models) model.free();
  }

  /** For each text the number of its model, and the share of its tokens that this model knows. */
  #choices(texts: string[]): { model: number; coverage: number }[] {
    const known = this.#models.map((model) => model.coverage(texts));
    return texts.map((_, at) => {
      const shares = known.map((coverage) => coverage[at] ?? 0);
      const first = shares.findIndex((share) => share >= KNOWN);
      const model = first >= 0 ? first : shares.indexOf(Math.max(...shares));
      return { model, coverage: shares[model] ?? 0 };
    });
  }
}
