/** The page without a network: its service worker, and whether everything that an answer takes is kept. */

/** The parts of the platform. */
export interface OfflineWorld {
  /** Absent where pages may keep nothing. */
  readonly caches: Pick<CacheStorage, "keys" | "open"> | undefined;
  readonly workers: Pick<ServiceWorkerContainer, "register" | "controller"> | undefined;
}

/** The platform of this tab. */
export function thisTab(): OfflineWorld {
  return { caches: globalThis.caches, workers: navigator.serviceWorker };
}

/** Has the page kept for times without a network. Without the platform's help it is not: it works as before. */
export async function keepPage({ workers }: OfflineWorld): Promise<void> {
  await workers?.register("./service-worker.js").catch(() => {});
}

/** What an answer takes: the engine, its embedder and the model. */
const NEEDED = [/\/engine-[^/]*\.wasm$/, /\/embed-[^/]*\.wasm$/, /\.safetensors$/];

/** True if an answer could be made without a network: all that it takes is kept in this browser. */
export async function isReady({ caches, workers }: OfflineWorld): Promise<boolean> {
  if (caches === undefined || !workers?.controller) return false;
  const names = await caches.keys().catch(() => []);
  const kept = await Promise.all(
    names.map(async (name) => (await caches.open(name)).keys().catch(() => [])),
  );
  const paths = kept.flat().map(({ url }) => new URL(url).pathname);
  return NEEDED.every((needed) => paths.some((path) => needed.test(path)));
}
