/** The model's files in a browser: downloaded once, kept by the Cache API, checked by hash at every load. */
import { isAbort } from "./errors.ts";
import {
  type Digest,
  damaged,
  fault,
  type ModelBytes,
  type ModelFile,
  type ModelManifest,
  type ModelPlace,
  type ModelProgress,
  type PortableModel,
  parseManifest,
  sha256,
  unreachable,
} from "./model-files.ts";

/** The platform functions of the cache, injected for tests. */
export interface CachePlatform {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Absent where pages may keep nothing: the files are then downloaded every time. */
  caches: Pick<CacheStorage, "open"> | undefined;
  digest: Digest;
}

/** Progress callback and abort signal of a load. */
export interface LoadOptions {
  onProgress?: ((progress: ModelProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A loaded model. */
export interface LoadedModel extends ModelBytes {
  /** Bytes that came over the network; 0 when everything was cached. */
  downloaded: number;
}

const CACHE = "agentic-memory-bank-models";

/** The platform of a tab or a worker. */
export function browserPlatform(): CachePlatform {
  return { fetch: (url, init) => fetch(url, init), caches: globalThis.caches, digest: sha256 };
}

/**
 * Loads the model under an address that ends in a slash, or from the given files.
 *
 * Rejects with `model_unreachable`, `model_damaged` or `model_unchecked`, or with the signal's reason.
 */
export async function loadModel(
  place: ModelPlace,
  platform: CachePlatform,
  options: LoadOptions = {},
): Promise<LoadedModel> {
  const { manifest, weights, tokenizer } = await describedModel(place, platform, options.signal);
  const expected = manifest.files;
  const total = expected.model.bytes + expected.tokenizer.bytes;
  const report = (loaded: number) => options.onProgress?.({ loaded, total });
  const files = new ModelFiles(platform, options.signal);
  const tokenizerBytes = await files.load(tokenizer, expected.tokenizer, report);
  const modelBytes = await files.load(weights, expected.model, (loaded) =>
    report(expected.tokenizer.bytes + loaded),
  );
  return {
    manifest,
    tokenizer: tokenizerBytes,
    model: modelBytes,
    downloaded: files.downloaded,
  };
}

/** The model file by file, by the manifest of its folder. Rejects as {@link loadModel}. */
export async function describedModel(
  place: ModelPlace,
  platform: CachePlatform,
  signal?: AbortSignal,
): Promise<PortableModel> {
  if (typeof place !== "string") return place;
  const manifest = await fetchManifest(place, platform, signal);
  const { model, tokenizer } = manifest.files;
  return { manifest, weights: place + model.file, tokenizer: place + tokenizer.file };
}

async function fetchManifest(
  base: string,
  platform: CachePlatform,
  signal: AbortSignal | undefined,
): Promise<ModelManifest> {
  const response = await request(platform, `${base}manifest.json`, "no-cache", signal);
  return parseManifest(await response.text());
}

/** Loaded files, and the downloaded part of them. */
class ModelFiles {
  downloaded = 0;
  readonly #platform: CachePlatform;
  readonly #signal: AbortSignal | undefined;

  constructor(platform: CachePlatform, signal: AbortSignal | undefined) {
    this.#platform = platform;
    this.#signal = signal;
  }

  /**
   * The file's bytes: those that are given, else from the cache when they are right there, else downloaded, twice at
   * most.
   */
  async load(
    source: string | Uint8Array<ArrayBuffer>,
    file: ModelFile,
    onLoaded: (bytes: number) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return typeof source === "string"
      ? this.#fetched(source, file, onLoaded)
      : this.#given(source, file, onLoaded);
  }

  async #given(
    bytes: Uint8Array<ArrayBuffer>,
    file: ModelFile,
    onLoaded: (bytes: number) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const found = await fault(bytes, file, this.#platform.digest);
    if (found !== null) throw damaged(`${found}, as it was given`);
    onLoaded(file.bytes);
    return bytes;
  }

  async #fetched(
    address: string,
    file: ModelFile,
    onLoaded: (bytes: number) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const cache = await openCache(this.#platform);
    const key = `${address}?sha256=${file.sha256}`;
    const kept = await this.#fromCache(cache, key, file);
    if (kept !== null) {
      onLoaded(file.bytes);
      return kept;
    }
    let wrong = "";
    // A second download bypasses the browser's HTTP cache, which may hold a damaged copy.
    for (const mode of ["default", "reload"] as const) {
      const response = await request(this.#platform, address, mode, this.#signal);
      const bytes = await readBody(response, file, onLoaded);
      this.downloaded += bytes.length;
      const found = await fault(bytes, file, this.#platform.digest);
      if (found === null) {
        await keep(cache, key, bytes);
        return bytes;
      }
      wrong = found;
    }
    throw damaged(`${wrong}, downloaded twice`);
  }

  async #fromCache(
    cache: Cache | null,
    key: string,
    file: ModelFile,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const response = await cache?.match(key).catch(() => undefined);
    if (response === undefined) return null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    if ((await fault(bytes, file, this.#platform.digest)) === null) return bytes;
    await cache?.delete(key);
    return null;
  }
}

/** True if the browser keeps files of a model: another worker need not download them. */
export async function isModelKept(): Promise<boolean> {
  const cache = await openCache(browserPlatform());
  const kept = await cache?.keys().catch(() => []);
  return kept !== undefined && kept.length > 0;
}

/** Without a usable cache (private windows, storage switched off), loading works all the same. */
async function openCache({ caches }: CachePlatform): Promise<Cache | null> {
  return (await caches?.open(CACHE).catch(() => null)) ?? null;
}

/** Keeping is a favour: a full disk must not stop a model that is in memory already. */
async function keep(
  cache: Cache | null,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await cache?.put(key, new Response(bytes)).catch(() => {});
}

async function request(
  platform: CachePlatform,
  url: string,
  cache: RequestCache,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await platform
    .fetch(url, signal ? { cache, signal } : { cache })
    .catch((cause: unknown) => {
      throw isAbort(cause) ? cause : unreachable(`${url} does not answer`, cause);
    });
  if (!response.ok) throw unreachable(`${url} answers ${response.status}`);
  return response;
}

/** At most one byte more than the file may have: a body without an end is not read to its end. */
async function readBody(
  response: Response,
  file: ModelFile,
  onLoaded: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(file.bytes + 1);
  let length = 0;
  try {
    while (reader !== undefined && length < bytes.length) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, bytes.length - length);
      bytes.set(part, length);
      length += part.length;
      onLoaded(Math.min(length, file.bytes));
    }
    if (length === bytes.length) await reader?.cancel();
  } catch (cause) {
    throw isAbort(cause) ? cause : unreachable(`the download of ${file.file} broke off`, cause);
  }
  return bytes.slice(0, length);
}
