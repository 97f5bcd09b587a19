/**
 * Keeps the page's own files, so that it opens without a network. The page itself comes from the network if there is
 * one; its other files never change under their names, and are kept once they were used. Nothing else passes here.
 *
 * A newer one waits until no tab shows the page of the older one: both have their own files.
 */

import type { Kept } from "./kept-files.ts";

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

const CACHE = "agentic-memory-bank-page";

/** Longest wait for the page from the network, where an older one is kept. */
const PATIENCE_MILLISECONDS = 4000;

const home = new URL("./", location.href).href;
const own = new Set(KEPT_FILES.all.map((file) => new URL(file, home).href));

scope.addEventListener("install", (event) => {
  const first = KEPT_FILES.first.map((file) => new URL(file, home).href);
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([home, ...first])));
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
  else if (own.has(address)) event.respondWith(file(event, address));
});

/** Removes what no file of this build is. */
async function forgetOthers(): Promise<void> {
  const cache = await caches.open(CACHE);
  const others = (await cache.keys()).filter(({ url }) => url !== home && !own.has(url));
  await Promise.all(others.map((request) => cache.delete(request)));
}

/** The page from the network, or the kept one if there is none, or it takes long. */
async function page(event: Fetching): Promise<Response> {
  const cache = await caches.open(CACHE);
  const fetched = fetch(event.request).then((response) => {
    if (isPage(response)) event.waitUntil(cache.put(home, response.clone()));
    return response;
  });
  const kept = await cache.match(home);
  if (kept === undefined) return fetched;
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(kept), PATIENCE_MILLISECONDS);
  });
  return Promise.race([fetched.catch(() => kept), late]);
}

function isPage(response: Response): boolean {
  const type = response.headers.get("content-type") ?? "";
  return response.ok && !response.redirected && type.startsWith("text/html");
}

/** A file of this build: the kept one, or that of the network, which is kept. */
async function file(event: Fetching, address: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address);
  if (kept !== undefined) return kept;
  const response = await fetch(event.request);
  // Without room the page works on, and is not kept.
  if (response.status === 200) {
    event.waitUntil(cache.put(address, response.clone()).catch(() => {}));
  }
  return response;
}
