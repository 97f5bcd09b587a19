// What every measurement in Chromium shares: the browser, the server beside it.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { ROOT } from "./wasm.mjs";

export { compare, digits, report } from "./table.mjs";
export { ROOT };

const CHROMIUM_ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Debian's Chromium, or the one that the variable CHROMIUM names. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
}

/** The same with what it keeps in a folder, as a user's is: without one its storage is in memory. */
export function launchWithProfile(folder) {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launchPersistentContext(folder, { executablePath, args: CHROMIUM_ARGUMENTS });
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/**
 * Serves folders by the prefix of the path, longest prefix first in `folders`; `made` answers paths that
 * are no files. Isolated, so that clocks are fine and memory can be measured.
 */
export function serve(folders, made = {}) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const path = normalize(pathname);
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    try {
      const body = made[path]?.(searchParams) ?? read(folders, path);
      response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve(server)));
}

function read(folders, path) {
  const prefix = Object.keys(folders).find((folder) => path.startsWith(folder));
  return readFileSync(join(folders[prefix], path.slice(prefix.length)));
}

/** Calls a function of the page's `bench`. */
export function call(page, name, ...args) {
  return page.evaluate(([name, args]) => globalThis.bench[name](...args), [name, args]);
}
