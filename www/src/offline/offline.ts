/** The page without a network: its service worker, and whether everything that an answer takes is kept. */

/** The parts of the platform. */
export interface OfflineWorld {
  /** The page's address, without the name of its file. */
  readonly home: string;
  /** Absent where pages may keep nothing. */
  readonly caches: Pick<CacheStorage, "keys" | "open"> | undefined;
  readonly workers: Pick<ServiceWorkerContainer, "register" | "controller"> | undefined;
}

/** The platform of this tab. */
export function thisTab(): OfflineWorld {
  const home = new URL("./", document.baseURI).href;
  return { home, caches: globalThis.caches, workers: navigator.serviceWorker };
}

/** Has the page kept for times without a network. Without the platform's help it is not: it works as before. */
export async function keepPage({ workers }: OfflineWorld): Promise<void> {
  await workers?.register("./service-worker.js").catch(() => {});
}

/** True for the engine that needs no language model. */
export function isEngine(path: string): boolean {
  return /\/engine-(?!llm-)[^/]*\.wasm$/.test(path);
}

/** The files that an answer takes: the engine, its embedder, the readers of files, and the model. */
const NEEDED: readonly ((path: string) => boolean)[] = [
  isEngine,
  (path) => /\/embed-[^/]*\.wasm$/.test(path),
  (path) => /\/html-[^/]*\.wasm$/.test(path),
  (path) => /\/pdf-[^/]*\.wasm$/.test(path),
  (path) => path.endsWith(".safetensors"),
];

/** True if an answer could be made without a network: all that it takes is kept in this browser. */
export async function isReady({ home, caches, workers }: OfflineWorld): Promise<boolean> {
  if (caches === undefined || !workers?.controller) return false;
  const names = await caches.keys().catch(() => []);
  const addressesIn = async (name: string) =>
    (await (await caches.open(name)).keys()).map(({ url }) => url);
  const kept = await Promise.all(names.map((name) => addressesIn(name).catch(() => [])));
  const own = kept.flat().filter((address) => address.startsWith(home));
  const paths = own.map((address) => new URL(address).pathname);
  return NEEDED.every((isNeeded) => paths.some(isNeeded));
}
