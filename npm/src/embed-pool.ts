/** Embedders of one model in several workers, which share the texts of each call. */
import type { EmbeddingService } from "./bank-service.ts";
import type { EmbedderInfo, Embeddings } from "./embedder.ts";

/** Works with the embedders that it has; more may come while it works. */
export class EmbedPool implements EmbeddingService {
  readonly info: EmbedderInfo;
  readonly #embedders: EmbeddingService[];

  constructor(first: EmbeddingService) {
    this.info = first.info;
    this.#embedders = [first];
  }

  /** Takes another embedder of the same model in; one of another model is let go. */
  add(embedder: EmbeddingService): void {
    if (embedder.info.modelId === this.info.modelId) this.#embedders.push(embedder);
    else embedder.close();
  }

  /** The vectors of these texts, in order. Which embedder made one makes no difference to it. */
  async embed(texts: string[]): Promise<Embeddings> {
    const shares = sharesOf(texts, this.#embedders.length);
    const made = shares.map((share, at) => this.#embedders[at]?.embed(share));
    return joined((await Promise.all(made)).filter((part) => part !== undefined));
  }

  async memoryBytes(): Promise<number | null> {
    const all = await Promise.all(this.#embedders.map((embedder) => embedder.memoryBytes()));
    return all.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
  }

  close(): void {
    for (const embedder of this.#embedders) embedder.close();
  }
}

/** The texts in up to `count` runs, none empty, that take about as long as each other: by their characters. */
export function sharesOf(texts: string[], count: number): string[][] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const shares: string[][] = [];
  let [taken, share]: [number, string[]] = [0, []];
  for (const text of texts) {
    const isFull =
      share.length > 0 && taken + text.length / 2 > (total * (shares.length + 1)) / count;
    if (isFull) {
      shares.push(share);
      share = [];
    }
    share.push(text);
    taken += text.length;
  }
  if (share.length > 0 || shares.length === 0) shares.push(share);
  return shares;
}

function joined(parts: Embeddings[]): Embeddings {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  return {
    vectors: concatenated(parts.map(({ vectors }) => vectors)),
    coverage: concatenated(parts.map(({ coverage }) => coverage)),
  };
}

function concatenated(parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
