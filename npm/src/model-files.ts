/** The embedding model's files: what they are called and what they must hash to. */
import { MemoryBankError } from "./errors.ts";

/** One file of a model. */
export interface ModelFile {
  /** File name, beside the manifest. */
  file: string;
  /** SHA-256 in lower-case hexadecimal. */
  sha256: string;
  /** Size in bytes. */
  bytes: number;
}

/** `manifest.json`, which lies beside the model's files. */
export interface ModelManifest {
  name: string;
  modelId: string;
  files: { model: ModelFile; tokenizer: ModelFile };
}

/** The bytes of a model, each file checked. */
export interface ModelBytes {
  model: Uint8Array<ArrayBuffer>;
  tokenizer: Uint8Array<ArrayBuffer>;
}

/** SHA-256 of some bytes in lower-case hexadecimal. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

/** SHA-256 by the platform; pages that are not served securely have none. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new MemoryBankError(
      "model_unchecked",
      "the embedding model cannot be checked here: open the page over https or from localhost",
    );
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
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
 * Throws `model_damaged` when it is not one: a server may answer any address with a page.
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

/** The failure for a file that is there and is not what it must be. */
export function damaged(what: string, cause?: unknown): MemoryBankError {
  return new MemoryBankError("model_damaged", `the embedding model is damaged: ${what}`, {
    retryable: true,
    cause,
  });
}

/** The failure for a file that cannot be had. */
export function unreachable(what: string, cause?: unknown): MemoryBankError {
  return new MemoryBankError(
    "model_unreachable",
    `the embedding model cannot be reached: ${what}`,
    { retryable: true, cause },
  );
}

function isManifest(value: unknown): value is ModelManifest {
  const { name, modelId, files } = (value ?? {}) as Partial<ModelManifest>;
  const named = typeof name === "string" && typeof modelId === "string";
  return named && isModelFile(files?.model) && isModelFile(files?.tokenizer);
}

function isModelFile(value: unknown): value is ModelFile {
  const { file, sha256, bytes } = (value ?? {}) as Partial<ModelFile>;
  const hashed = typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256);
  return typeof file === "string" && hashed && Number.isSafeInteger(bytes);
}
