/** A site with the built package and stand-ins for wasm and model, and a tab that shows it. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../chromium.ts";

const PACKAGE = fileURLToPath(new URL("../../../dist", import.meta.url));
const SITE = fileURLToPath(new URL("../../../test/tab/site", import.meta.url));
const TYPES: Record<string, string> = { ".js": "text/javascript", ".html": "text/html" };

const MODEL: Record<string, string> = { "model.bin": "the weights", "tokenizer.json": "{}" };
const described = (file: string) => ({
  file,
  sha256: createHash("sha256")
    .update(MODEL[file] ?? "")
    .digest("hex"),
  bytes: MODEL[file]?.length,
});
const MANIFEST = JSON.stringify({
  name: "stand-in",
  modelId: "stand-in",
  files: { model: described("model.bin"), tokenizer: described("tokenizer.json") },
});

/** The site and the browser. */
export class Site {
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  /** Whether the model's weights are there. */
  hasModel = true;
  readonly #server: Server;
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
    this.#server = createServer(async ({ url = "/" }, response) => {
      const body = await this.#file(url).catch(() => null);
      const type = TYPES[extname(url === "/" ? "index.html" : url)] ?? "application/octet-stream";
      response.writeHead(body === null ? 404 : 200, { "content-type": type }).end(body ?? "");
    });
  }

  static async open(): Promise<Site> {
    const site = new Site(await launchChromium());
    await new Promise<void>((resolve) => site.#server.listen(0, "localhost", resolve));
    return site;
  }

  /** A tab with a storage of its own, once the package is loaded in it. */
  async tab(): Promise<Page> {
    return this.tabBeside(await this.#browser.newContext());
  }

  /** A tab that shares its storage with those of this context. */
  async tabBeside(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`http://localhost:${(this.#server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => "MemoryBank" in globalThis);
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }

  async #file(path: string): Promise<string | Buffer> {
    this.asked.push(path);
    const name = path.split("/").at(-1) ?? "";
    if (name === "manifest.json") return MANIFEST;
    if (name === "model.bin" && !this.hasModel) throw new Error("the model is not here");
    if (name in MODEL) return MODEL[name] ?? "";
    if (path === "/") return readFile(join(SITE, "index.html"));
    if (path.startsWith("/npm/")) return readFile(join(PACKAGE, name));
    const artefact = ["embed", "store"].find((folder) => path.includes(`/${folder}/`)) ?? "engine";
    return readFile(join(SITE, artefact, name));
  }
}
