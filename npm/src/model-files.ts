/** The embedding model's files: sources, names and hashes. */
import { contentHash } from "./content-hash.ts";
import { MemoryBankError } from "./errors.ts";
import { invalid, isObject, isWhole, type Shape, shaped } from "./fields.ts";

/** One file of a model. */
export interface ModelFile {
  /** File name, beside the manifest. */
  file: string;
  /** SHA-256 in lower-case hexadecimal. */
  sha256: string;
  /** Size in bytes. */
  bytes: number;
}

/** The facts about an encoder that its ONNX file does not tell. */
export interface EncoderDescription {
  /** Numbers in a vector. */
  dimensions: number;
  /** How the vectors of the tokens become one: their mean, or the first one's. */
  pooling: "mean" | "cls";
  /** Text in front of each text, such as `query: `. */
  prefix?: string;
  /** Tokens that the encoder reads at once; a longer text is read in parts and averaged. */
  maxTokens: number;
}

/** `manifest.json`, which lies beside the model's files. */
export interface ModelManifest {
  name: string;
  /** Model and build, stored with every vector. */
  modelId: string;
  files: { model: ModelFile; tokenizer: ModelFile };
  /** For an ONNX file of an encoder. Without it the model is all-MiniLM-L6-v2. */
  encoder?: EncoderDescription;
}

/** A file of a model: its address, its bytes, or a server's answer that is not read yet. */
export type ModelFileSource = string | URL | ArrayBuffer | Uint8Array<ArrayBuffer> | Response;

/** A model file by file, as the package `agentic-memory-bank-minilm` exports it. */
export interface GivenModel {
  manifest: ModelManifest;
  /** The file that `manifest.files.model` describes. */
  weights: ModelFileSource;
  /** The file that `manifest.files.tokenizer` describes. */
  tokenizer: ModelFileSource;
}

/** A place that a model is loaded from: the address of a folder with `manifest.json`, or file by file. */
export type ModelSource = string | URL | GivenModel;

/** Models of a bank. Each text is embedded by the first one that knows it. */
export type ModelSources = ModelSource | readonly ModelSource[];

/** A model file by file, as it crosses to a worker. */
export interface PortableModel {
  manifest: ModelManifest;
  weights: string | Uint8Array<ArrayBuffer>;
  tokenizer: string | Uint8Array<ArrayBuffer>;
}

/** Progress of the model's download, in bytes over all its files. Cached files count as loaded. */
export interface ModelProgress {
  loaded: number;
  total: number;
}

/** A place of a model as it crosses to a worker: a folder's address that ends in a slash, or file by file. */
export type ModelPlace = string | PortableModel;

/** The bytes of a model, each file checked. */
export interface ModelBytes {
  manifest: ModelManifest;
  model: Uint8Array<ArrayBuffer>;
  tokenizer: Uint8Array<ArrayBuffer>;
}

/** SHA-256 of some bytes in lower-case hexadecimal. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

/** SHA-256 by the platform; pages that are not served securely have none. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await contentHash(bytes);
  if (hash !== null) return hash;
  throw new MemoryBankError(
    "model_unchecked",
    "the embedding model cannot be checked here: open the page over https or from localhost",
  );
}

/** Why these bytes are not the file, in words; `null` when they are. */
export async function fault(
  bytes: Uint8Array<ArrayBuffer>,
  expected: ModelFile,
  digest: Digest,
): Promise<string | null> {
  if (bytes.length !== expected.bytes) {
    return `${expected.file} has ${bytes.length} bytes instead of ${expected.bytes}`;
  }
  const found = await digest(bytes);
  return found === expected.sha256 ? null : `${expected.file} has the wrong hash`;
}

/**
 * Reads a manifest.
 *
 * Throws `model_damaged` if it is invalid: a server may reply to any address with a page.
 */
export function parseManifest(json: string): ModelManifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(json);
  } catch (cause) {
    throw damaged("manifest.json is not JSON", cause);
  }
  if (!isManifest(manifest)) throw damaged("manifest.json does not describe a model");
  return manifest;
}

const GIVEN: Shape<GivenModel> = { manifest: "object", weights: "any", tokenizer: "any" };

/** Most models of a bank. */
const MOST_MODELS = 8;

/** Checks the option `models`. Throws `invalid_argument`. */
export function checkedModels(models: unknown): ModelSource[] | undefined {
  if (models === undefined || models === null) return undefined;
  if (!Array.isArray(models)) return [checkedModel(models)];
  if (models.length === 0 || models.length > MOST_MODELS) {
    throw invalid(`models must be one model, or a list of 1 to ${MOST_MODELS}`);
  }
  return models.map(checkedModel);
}

function checkedModel(models: unknown): ModelSource {
  if (typeof models === "string" || models instanceof URL) return models;
  if (!isObject(models)) {
    throw invalid(
      "models must be the address of a folder, or what agentic-memory-bank-minilm exports",
    );
  }
  // A module that was imported whole has its default export beside the rest.
  const { default: _, ...fields } = models as { default?: unknown };
  const given = shaped<GivenModel>(fields, "models", GIVEN);
  if (!isManifest(given.manifest)) throw invalid("manifest of models does not describe a model");
  for (const field of ["weights", "tokenizer"] as const) {
    if (given[field] === undefined) throw invalid(`models needs ${field}`);
  }
  return given;
}

/** The model as it crosses to a worker; addresses become absolute. Reads answers of servers. */
export async function portableModel(model: GivenModel, base: string): Promise<PortableModel> {
  const carried = async (source: ModelFileSource) => {
    if (source instanceof ArrayBuffer) return new Uint8Array(source);
    if (source instanceof URL || typeof source === "string") return new URL(source, base).href;
    return source instanceof Uint8Array ? source : new Uint8Array(await source.arrayBuffer());
  };
  const [weights, tokenizer] = await Promise.all([
    carried(model.weights),
    carried(model.tokenizer),
  ]);
  return { manifest: model.manifest, weights, tokenizer };
}

/** The failure if no model was named and none is installed. */
export function notInstalled(): MemoryBankError {
  return new MemoryBankError(
    "model_missing",
    "the embedding model is not installed: run `npm install agentic-memory-bank-minilm`, or name its place as `models`",
  );
}

/** The failure for a file with wrong content. */
export function damaged(what: string, cause?: unknown): MemoryBankError {
  return new MemoryBankError("model_damaged", `the embedding model is damaged: ${what}`, {
    retryable: true,
    cause,
  });
}

/** The failure for a model that cannot be run. */
export function unsupported(what: string, cause?: unknown): MemoryBankError {
  const message = `the embedding model cannot be used: ${what}`;
  return new MemoryBankError("model_unsupported", message, { cause });
}

/** The failure for an unavailable file. */
export function unreachable(what: string, cause?: unknown): MemoryBankError {
  return new MemoryBankError(
    "model_unreachable",
    `the embedding model cannot be reached: ${what}`,
    { retryable: true, cause },
  );
}

function isManifest(value: unknown): value is ModelManifest {
  const { name, modelId, files, encoder } = (value ?? {}) as Partial<ModelManifest>;
  const named = typeof name === "string" && typeof modelId === "string";
  const described = encoder === undefined || isEncoder(encoder);
  return named && described && isModelFile(files?.model) && isModelFile(files?.tokenizer);
}

function isEncoder(value: unknown): value is EncoderDescription {
  const encoder = (value ?? {}) as Partial<EncoderDescription>;
  const { dimensions, maxTokens, pooling, prefix } = encoder;
  const pooled = pooling === "mean" || pooling === "cls";
  const prefixed = prefix === undefined || typeof prefix === "string";
  return isWhole(dimensions, 1) && isWhole(maxTokens, 1) && pooled && prefixed;
}

function isModelFile(value: unknown): value is ModelFile {
  const { file, sha256, bytes } = (value ?? {}) as Partial<ModelFile>;
  const hashed = typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256);
  return typeof file === "string" && hashed && Number.isSafeInteger(bytes);
}
