/**
 * Embedding of the deployment: one embedder for all objects of the isolate. It turns texts into vectors and keeps
 * nothing.
 */
import {
  type EmbeddingEndpointOptions,
  embeddingEndpoint,
  MemoryBankError,
  openEmbedder,
  type TextEmbedder,
} from "agentic-memory-bank";
import manifest from "agentic-memory-bank-minilm/manifest.json" with { type: "json" };
import { type Holder, isolate } from "./isolate.ts";
import { type EmbedderSettings, type Env, settingsOf } from "./settings.ts";

/** Folder of the model's files among the assets. */
const MODEL = "/model";

/** The model of Workers AI: multilingual, so that it finds across languages. */
const WORKERS_AI = { model: "@cf/baai/bge-m3", dimensions: 1024 } as const;

/** Texts that Workers AI takes at once. */
const MOST_TEXTS = 100;

/** Milliseconds for which one object waits while another loads the model. */
const PATIENCE = 15_000;
const GLANCE = 25;

/** Identifier of the embedding model; `null`: search by keywords. */
export function embedderName(settings: EmbedderSettings): string | null {
  switch (settings.kind) {
    case "none":
      return null;
    case "minilm":
      return manifest.modelId;
    case "workers-ai":
      return WORKERS_AI.model;
    case "endpoint":
      return settings.model;
  }
}

/** The embedder of the deployment; `false`: it has none, and banks search by keywords. */
export async function embedderOf(env: Env): Promise<TextEmbedder | false> {
  const { embedder } = settingsOf(env);
  switch (embedder.kind) {
    case "none":
      return false;
    case "minilm":
      return shared("minilm", () => openMiniLm(env));
    case "workers-ai":
      return workersAi(embedder.ai);
    case "endpoint":
      return shared("endpoint", () => embeddingEndpoint(endpoint(embedder)));
  }
}

type Endpoint = Extract<EmbedderSettings, { kind: "endpoint" }>;

type Loaded = TextEmbedder & { memoryBytes?(): number };

let loaded: { name: string; embedder: Loaded; held: Holder } | null = null;
let loading = 0;

/**
 * The isolate's embedder, loaded by whoever needs it first. Others look for it instead of waiting for a promise of
 * another object, which may be evicted before it is kept.
 */
async function shared(name: string, load: () => Promise<Loaded>): Promise<TextEmbedder> {
  for (let waited = 0; loading > 0 && waited < PATIENCE; waited += GLANCE) {
    if (loaded?.name === name) break;
    await new Promise((resolve) => setTimeout(resolve, GLANCE));
  }
  if (loaded?.name === name) return loaded.embedder;
  loading += 1;
  try {
    const embedder = await load();
    const held = heldBy(embedder);
    loaded = { name, embedder, held };
    isolate.hold(held);
    return embedder;
  } finally {
    loading -= 1;
  }
}

/** The model's memory counts, and is never drained: every object would load it again. */
function heldBy(embedder: Loaded): Holder {
  return {
    get bytes() {
      return embedder.memoryBytes?.() ?? 0;
    },
    isIdle: false,
    isShared: true,
    lastUsed: 0,
    async drain() {},
  };
}

/** The model of the assets. Its files are loaded again after a trap. */
function openMiniLm({ ASSETS }: Env): Promise<Loaded> {
  const { model, tokenizer } = manifest.files;
  const models = async () => ({
    manifest,
    weights: await asset(ASSETS, model.file),
    tokenizer: await asset(ASSETS, tokenizer.file),
  });
  return openEmbedder({ models });
}

/** A file of the model. */
async function asset(assets: Fetcher, file: string): Promise<Response> {
  const answer = await assets.fetch(`https://assets.local${MODEL}/${file}`);
  if (answer.ok) return answer;
  throw new MemoryBankError(
    "model_unreachable",
    `the deployment has no file ${file} of its embedding model: build it with npm run build, and deploy it again`,
  );
}

function endpoint({ address, model, apiKey }: Endpoint): EmbeddingEndpointOptions {
  return { address, model, ...(apiKey !== undefined && { apiKey }) };
}

function workersAi(ai: Ai): TextEmbedder {
  const { model, dimensions } = WORKERS_AI;
  const embedded = async (text: string[]): Promise<Float32Array[]> => {
    const answer = await ai.run(model, { text }).catch((cause: unknown) => {
      throw aiFailed("it did not answer", cause);
    });
    const data = "data" in answer ? answer.data : undefined;
    if (data?.length !== text.length) throw aiFailed("it gave another number of vectors");
    return data.map((numbers) => unit(Float32Array.from(numbers)));
  };
  return {
    modelId: model,
    dimensions,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += MOST_TEXTS) {
        vectors.push(...(await embedded(texts.slice(at, at + MOST_TEXTS))));
      }
      return vectors;
    },
  };
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((number) => number / length);
}

function aiFailed(what: string, cause?: unknown): MemoryBankError {
  const message = `Workers AI could not embed: ${what}; try again, or set EMBEDDER to another`;
  return new MemoryBankError("embedding_failed", message, { retryable: true, cause });
}
