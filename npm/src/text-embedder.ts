/** Embedders that the caller gives, for any number of banks. */
import type { EmbeddingService } from "./bank-service.ts";
import type { Embeddings } from "./embedder.ts";
import { MemoryBankError } from "./errors.ts";
import { invalid, isObject, isWhole } from "./fields.ts";

/** A model that turns texts into vectors. One may serve any number of banks, for it keeps nothing. */
export interface TextEmbedder {
  /**
   * The name that vectors are stored under: those of another name, or of other dimensions, are never compared with
   * these.
   */
  readonly modelId: string;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** A vector for each text, in order. Their length does not matter: a bank normalises them. */
  embed(texts: string[]): Promise<Float32Array[]>;
  /**
   * For each text the share of its tokens that the model knows, 0 to 1. The vector of a text that is mostly unknown,
   * such as Chinese to an English model, counts less. Without this function, every text is known.
   */
  coverage?(texts: string[]): Promise<number[]>;
}

/** Characters of a model's name. */
const LONGEST_NAME = 200;

/** Most numbers in a vector. */
const MOST_DIMENSIONS = 16_384;

/** Checks the option `embedder`: `undefined` for the host's own model. Throws `invalid_argument`. */
export function checkedEmbedder(embedder: unknown): false | TextEmbedder | undefined {
  if (embedder === undefined || embedder === null || embedder === true) return undefined;
  if (embedder === false) return false;
  if (embedder instanceof Promise) {
    throw invalid("embedder of the options is a promise: await it first");
  }
  const { modelId, dimensions, embed, coverage } = (
    isObject(embedder) ? embedder : {}
  ) as Partial<TextEmbedder>;
  const isNamed = typeof modelId === "string" && modelId !== "" && modelId.length <= LONGEST_NAME;
  const isSized = isWhole(dimensions, 1) && (dimensions as number) <= MOST_DIMENSIONS;
  const tellsCoverage = coverage === undefined || typeof coverage === "function";
  if (isNamed && isSized && typeof embed === "function" && tellsCoverage) {
    return embedder as TextEmbedder;
  }
  throw invalid(
    "embedder of the options must be false, or have modelId (a name), dimensions (a whole number) and embed(texts)",
  );
}

/** Throws `invalid_argument` unless the option is left out or `false`, as where models have workers of their own. */
export function checkNoEmbedder(embedder: unknown): asserts embedder is false | undefined {
  if (typeof embedder === "boolean" || embedder === undefined || embedder === null) return;
  throw invalid(
    "embedder of the options can only be false here: the engine works in a worker, and no function can move there",
  );
}

/** The embedder in a bank's form. `turn` lets the event loop have its turn before each batch. */
export function embeddingBy(embedder: TextEmbedder, turn: () => Promise<void>): EmbeddingService {
  const { modelId, dimensions } = embedder;
  return {
    info: { modelId, dimensions },
    embed: async (texts) => {
      await turn();
      const [vectors, coverage] = await Promise.all([
        embedder.embed(texts),
        embedder.coverage?.(texts) ?? texts.map(() => 1),
      ]);
      return joined(texts.length, dimensions, vectors, coverage);
    },
    memoryBytes: async () => null,
    close: () => {},
  };
}

function joined(
  count: number,
  dimensions: number,
  vectors: Float32Array[],
  coverage: number[],
): Embeddings {
  const isWhole = vectors.length === count && coverage.length === count;
  if (!isWhole || vectors.some(({ length }) => length !== dimensions)) {
    throw failed(`it did not return ${count} vectors of ${dimensions} numbers`);
  }
  const all = new Float32Array(count * dimensions);
  for (const [at, vector] of vectors.entries()) all.set(normalised(vector), at * dimensions);
  return { vectors: all, coverage: Float32Array.from(coverage) };
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  if (!Number.isFinite(length) || length === 0) throw failed("it returned a vector without length");
  return vector.map((number) => number / length);
}

function failed(what: string): MemoryBankError {
  return new MemoryBankError("embedding_failed", `the embedder failed: ${what}`);
}
