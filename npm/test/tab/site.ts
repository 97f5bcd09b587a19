/** A site with the built package and stand-ins for wasm and model, and a tab that shows it. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../chromium.ts";

const SCRIPTS = fileURLToPath(new URL("../stand-ins", import.meta.url));
const PAGE = fileURLToPath(new URL("../../../test/tab/page.html", import.meta.url));
const TYPES: Record<string, string> = { ".js": "text/javascript", ".html": "text/html" };

const MODEL: Record<string, string> = { "model.bin": "the weights", "tokenizer.json": "{}" };
const described = (file: string) => ({
  file,
  sha256: createHash("sha256")
    .update(MODEL[file] ?? "")
    .digest("hex"),
  bytes: MODEL[file]?.length,
});
const MANIFEST = {
  name: "stand-in",
  modelId: "stand-in",
  files: { model: described("model.bin"), tokenizer: described("tokenizer.json") },
};
/** As the package of a model has it. */
const MODEL_MODULE = `
  export default {
    manifest: ${JSON.stringify(MANIFEST)},
    weights: new URL("./model.bin", import.meta.url),
    tokenizer: new URL("./tokenizer.json", import.meta.url),
  };`;

/** The pages of memory that the stand-in of each artefact has. */
const MEMORY: Record<string, number> = {
  engine: 2,
  "engine-llm": 2,
  "embed-relaxed": 3,
  store: 1,
};

/** A wasm that exports a memory of so many pages, and names the build of the stand-ins. */
function wasmWith(pages: number): Buffer {
  const text = (words: string) => [words.length, ...Buffer.from(words)];
  const section = (id: number, content: number[]) => [id, content.length, ...content];
  return Buffer.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(5, [1, 0, pages]),
    ...section(7, [1, ...text("memory"), 2, 0]),
    ...section(0, [...text("agentic-memory-bank"), ...Buffer.from("stand-in")]),
  ]);
}

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
    if (path === "/model/index.js") return MODEL_MODULE;
    if (name === "model.bin" && !this.hasModel) throw new Error("the model is not here");
    if (name in MODEL) return MODEL[name] ?? "";
    const pages = MEMORY[name.replace(/\.wasm$/, "")];
    if (name.endsWith(".wasm") && pages !== undefined) return wasmWith(pages);
    if (path === "/") return readFile(PAGE);
    return readFile(join(SCRIPTS, path.replace("/npm/", "")));
  }
}
