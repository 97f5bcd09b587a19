/**
 * Keeps the page's own files, so that it opens without a network. The page itself comes from the network if there is
 * one; its other files never change under their names, and are kept once they were used. Nothing else passes here.
 *
 * A newer one waits until no tab shows the page of the older one, and only then removes the older one's files.
 */

import { isKept, type Kept } from "./kept-files.ts";

/** The files of this build, written here by the build. */
declare const KEPT_FILES: Kept;

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Scope {
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
}

const scope = globalThis as unknown as Scope;

const home = new URL("./", location.href).href;

/** Another page of the same origin has another. */
const CACHE = `agentic-memory-bank-page ${home}`;

/** By this the page is known. */
const TITLE = "<title>Agentic Memory Bank</title>";

/** Longest wait for the page from the network, where an older one is kept. */
const PATIENCE_MILLISECONDS = 4000;

scope.addEventListener("install", (event) => {
  // The page last: one is never kept without its files.
  event.waitUntil(keep(addresses(KEPT_FILES.first)).then(() => keep([home])));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  const [address = ""] = url.split(/[?#]/);
  const isHome = address === home || address === `${home}index.html`;
  if (mode === "navigate" && isHome) event.respondWith(page(event));
  else if (address.startsWith(home) && isKept(address.slice(home.length))) {
    event.respondWith(file(event, address));
  }
});

function addresses(files: readonly string[]): string[] {
  return files.map((file) => new URL(file, home).href);
}

/** Keeps these files as they are on the network now. Rejects if one is not there. */
async function keep(wanted: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const put = async (address: string) => {
    const response = await fetch(address, { cache: "reload" });
    if (!isSound(response, address)) throw new Error(`${address}: ${response.status}`);
    await cache.put(address, response);
  };
  await Promise.all(wanted.map(put));
}

/** True for a file's own response: a server may answer with its page where a file is missing. */
function isSound(response: Response, address: string): boolean {
  const type = response.headers.get("content-type") ?? "";
  const isHtml = type.startsWith("text/html");
  return response.status === 200 && !response.redirected && isHtml === (address === home);
}

/** Removes what no file of this build is. */
async function forgetOthers(): Promise<void> {
  const own = new Set([home, ...addresses(KEPT_FILES.all)]);
  const cache = await caches.open(CACHE);
  const others = (await cache.keys()).filter(({ url }) => !own.has(url));
  await Promise.all(others.map((request) => cache.delete(request)));
}

/** The kept response; `undefined` without one, or where nothing can be kept. */
async function kept(address: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE).catch(() => null);
  return cache?.match(address).catch(() => undefined);
}

/** Keeps a response that is on its way to the page, if it is sound and there is room. */
function alsoKeep(event: Fetching, address: string, response: Response): void {
  if (!isSound(response, address)) return;
  const copy = response.clone();
  const put = caches.open(CACHE).then((cache) => cache.put(address, copy));
  event.waitUntil(put.catch(() => {}));
}

/** The page from the network, or the kept one if there is none, or it takes long. */
async function page(event: Fetching): Promise<Response> {
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((response) => keepPage(response.clone())).catch(() => {}));
  const older = await kept(home);
  if (older === undefined) return fetched;
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(older), PATIENCE_MILLISECONDS);
  });
  return Promise.race([fetched.catch(() => older), late]);
}

/** Keeps the page and, before it, the files that it names. Another site may have come to stand at this address. */
async function keepPage(response: Response): Promise<void> {
  if (!isSound(response, home)) return;
  const html = await response.clone().text();
  if (!html.includes(TITLE)) return;
  const named = [...html.matchAll(/assets\/[\w.-]+/g)].map(([name]) => name);
  await keepMissing(addresses(named.filter(isKept)));
  await (await caches.open(CACHE)).put(home, response);
}

/** A file of the page: the kept one, or that of the network, which is kept. */
async function file(event: Fetching, address: string): Promise<Response> {
  if (addresses(KEPT_FILES.engine).includes(address)) {
    event.waitUntil(keepMissing(addresses(KEPT_FILES.withEngine)).catch(() => {}));
  }
  const found = await kept(address);
  if (found !== undefined) return found;
  const response = await fetch(event.request);
  alsoKeep(event, address, response);
  return response;
}

/** Keeps those of these files that are not kept yet. */
async function keepMissing(wanted: readonly string[]): Promise<void> {
  for (const address of wanted) {
    if ((await kept(address)) === undefined) await keep([address]);
  }
}
