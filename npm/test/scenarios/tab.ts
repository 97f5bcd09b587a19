/** A tab with the built package, the wasm artefacts and the model. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../chromium.ts";

const inProject = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** Folders of the project, by the first part of an address. */
const FOLDERS: Record<string, string> = {
  npm: inProject("npm/dist"),
  minilm: inProject("npm/minilm"),
  perform: inProject("npm/dist/test/scenarios"),
};

const TYPES: Record<string, string> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

const PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Scenarios</title>
  <script type="importmap">
    { "imports": { "agentic-memory-bank-minilm": "/minilm/index.js" } }
  </script>
  <script type="module">
    import { MemoryBank, RunStore } from "/npm/browser.js";
    import * as perform from "/perform/perform.mjs";

    globalThis.perform = perform;
    globalThis.opens = {
      bank: (options) => MemoryBank.open(options),
      store: (name) => RunStore.open({ name: "scenario-" + name }),
    };
  </script>
</html>`;

/** The tab, its browser and its site. */
export class Tab {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(page: Page, browser: Browser, server: Server) {
    this.page = page;
    this.#browser = browser;
    this.#server = server;
  }

  static async open(): Promise<Tab> {
    const server = createServer(async ({ url = "/" }, response) => {
      const body = await content(url).catch(() => null);
      const type = TYPES[extname(url)] ?? "text/html";
      response.writeHead(body === null ? 404 : 200, { "content-type": type }).end(body ?? "");
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    const browser = await launchChromium();
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => "opens" in globalThis);
    return new Tab(page, browser, server);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}

async function content(url: string): Promise<string | Buffer> {
  const [, first = "", ...rest] = url.split("/");
  const folder = FOLDERS[first];
  return folder === undefined ? PAGE : readFile(join(folder, ...rest));
}
