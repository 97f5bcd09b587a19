/** Embedding by an endpoint that speaks as OpenAI's does. */
import { secondsToWait } from "./api-failure.ts";
import { Attempts, type Waiting } from "./attempts.ts";
import { isLate, withDeadline } from "./deadline.ts";
import { MemoryBankError, typed } from "./errors.ts";
import { invalid, isWhole, type Shape, shaped } from "./fields.ts";
import type { TextEmbedder } from "./text-embedder.ts";

/** The endpoint and its model. */
export interface EmbeddingEndpointOptions {
  /** The address before `/embeddings`, such as `https://api.openai.com/v1`. */
  address: string;
  /** The model, by the name that the endpoint gives it. Vectors are stored under this name. */
  model: string;
  /** The key, sent as `Authorization: Bearer`. It is in no error and no event. */
  apiKey?: string;
  /** Length of the model's vectors; without it one request finds it out. */
  dimensions?: number;
}

const OPTIONS: Shape<EmbeddingEndpointOptions> = {
  address: "text",
  model: "text",
  apiKey: "text",
  dimensions: "count",
};

/** Texts of one request. */
const BATCH = 16;

/** Milliseconds for one answer. */
const PATIENCE = 60_000;

/** Retries of a failed request: the same as the engine's for a language model. */
const WAITING: Waiting = {
  first: 500,
  longest: 8000,
  patience: 15_000,
  askedPatience: 60_000,
  silence: PATIENCE,
};

/**
 * An embedder over an endpoint compatible with OpenAI's `POST /embeddings`. Failed requests are retried for 15
 * seconds, or as `Retry-After` requires, up to a minute. Rejects with `embedding_unauthorized`, `embedding_not_found`,
 * `embedding_refused`, `embedding_rate_limited`, `embedding_server`, `embedding_malformed`, `network_unreachable` or
 * `network_timeout`.
 */
export function embeddingEndpoint(options: EmbeddingEndpointOptions): Promise<TextEmbedder> {
  return typed(async () => {
    const given = shaped<EmbeddingEndpointOptions>(options ?? {}, "the options", OPTIONS);
    const endpoint = new Endpoint(
      checkedAddress(given.address),
      checkedModel(given.model),
      given.apiKey,
    );
    const { dimensions } = given;
    return new EndpointEmbedder(endpoint, dimensions ?? (await endpoint.dimensions()));
  });
}

class EndpointEmbedder implements TextEmbedder {
  readonly modelId: string;
  readonly dimensions: number;
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint, dimensions: number) {
    this.#endpoint = endpoint;
    this.modelId = endpoint.model;
    this.dimensions = dimensions;
  }

  embed(texts: string[]): Promise<Float32Array[]> {
    return typed(async () => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        vectors.push(...(await this.#batch(texts.slice(at, at + BATCH))));
      }
      return vectors;
    });
  }

  async #batch(texts: string[]): Promise<Float32Array[]> {
    const vectors = await this.#endpoint.ask(texts);
    const other = vectors.find(({ length }) => length !== this.dimensions);
    if (other === undefined) return vectors;
    throw this.#endpoint.malformed(
      `with ${other.length} numbers instead of ${this.dimensions} in a vector: check the model, and dimensions`,
    );
  }
}

/** One model at one address. */
class Endpoint {
  readonly model: string;
  readonly #address: URL;
  readonly #apiKey: string | undefined;

  constructor(address: URL, model: string, apiKey: string | undefined) {
    this.#address = address;
    this.model = model;
    this.#apiKey = apiKey;
  }

  /** Numbers in a vector. */
  async dimensions(): Promise<number> {
    const [vector] = await this.ask(["dimensions"]);
    return vector?.length ?? 0;
  }

  /** A vector for each text. */
  async ask(texts: string[]): Promise<Float32Array[]> {
    const attempts = new Attempts(WAITING, new AbortController().signal);
    for (;;) {
      try {
        return await this.#once(texts);
      } catch (thrown) {
        await attempts.afterFailure(MemoryBankError.from(thrown));
      }
    }
  }

  /** The failure of an unusable response. */
  malformed(what: string): MemoryBankError {
    return this.#failure("embedding_malformed", `answered ${what}`);
  }

  #once(texts: string[]): Promise<Float32Array[]> {
    return withDeadline(PATIENCE, (signal) => this.#vectors(texts, signal));
  }

  async #vectors(texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
    const body = JSON.stringify({ model: this.model, input: texts });
    const response = await this.#answer(body, signal);
    if (!response.ok) {
      await response.body?.cancel();
      throw this.#refused(response);
    }
    const answered: unknown = await response.json().catch((thrown: unknown) => {
      throw thrown instanceof SyntaxError
        ? this.malformed("with something else than JSON")
        : this.#lost(thrown);
    });
    const vectors = vectorsOf(answered, texts.length);
    if (vectors === null) throw this.malformed(`without ${texts.length} embeddings`);
    return vectors;
  }

  async #answer(body: string, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (this.#apiKey) headers.authorization = `Bearer ${this.#apiKey}`;
    try {
      return await fetch(this.#address, {
        method: "POST",
        headers,
        body,
        // A key is not to follow a redirect.
        redirect: "manual",
        signal,
      });
    } catch (thrown) {
      throw this.#lost(thrown);
    }
  }

  #refused({ status, headers }: Response): MemoryBankError {
    const seconds = secondsToWait(headers);
    const again = { retryable: true, ...(seconds !== null && { retryAfter: seconds }) };
    switch (status) {
      case 401:
      case 403:
        return this.#failure("embedding_unauthorized", `refuses the key (${status}): check it`);
      case 404:
        return this.#failure(
          "embedding_not_found",
          `does not know the model or the path (404): check both`,
        );
      case 429:
        return this.#failure("embedding_rate_limited", "was asked too often (429): wait", again);
      default:
        return status >= 500 || status === 408
          ? this.#failure("embedding_server", `failed (${status}): try again`, again)
          : this.#failure(
              "embedding_refused",
              `refused the request (${status}): check the address and the model`,
            );
    }
  }

  #lost(thrown: unknown): MemoryBankError {
    return isLate(thrown)
      ? this.#failure("network_timeout", "did not answer in time", { retryable: true })
      : this.#failure("network_unreachable", "cannot be reached: check its address", {
          retryable: true,
        });
  }

  #failure(code: string, what: string, details = {}): MemoryBankError {
    return new MemoryBankError(
      code,
      `the embedding endpoint at ${this.#address.host} ${what}`,
      details,
    );
  }
}

/** The vectors of a response, in the order of their texts; `null` unless there is one for each. */
function vectorsOf(body: unknown, count: number): Float32Array[] | null {
  const { data } = (body ?? {}) as { data?: unknown };
  if (!Array.isArray(data) || data.length !== count) return null;
  const vectors: Float32Array[] = Array(count);
  for (const [at, item] of data.entries()) {
    const { index = at, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    const isNew = isWhole(index, 0) && (index as number) < count && !vectors[index as number];
    if (!isNew || !isVector(embedding)) return null;
    vectors[index as number] = Float32Array.from(embedding);
  }
  return vectors;
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
}

function checkedAddress(address: string | undefined): URL {
  const url = URL.canParse(address ?? "") ? new URL(address ?? "") : null;
  // The given value is not repeated: a key may have been put in the wrong place.
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw invalid(
      "address of the options must be what stands before /embeddings, such as https://api.openai.com/v1",
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/embeddings`;
  return url;
}

function checkedModel(model: string | undefined): string {
  if (model) return model;
  throw invalid("the options need the name of a model");
}
