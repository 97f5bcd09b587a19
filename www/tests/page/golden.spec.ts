/** MB-05: both embedders give the official model's vectors in the browser. */

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./desk.ts";

interface Golden {
  text: string;
  /** Base64 of little-endian f32. */
  vector: string;
}

const GOLDEN: Golden[] = JSON.parse(
  readFileSync(new URL("../../../crates/embed/tests/golden.json", import.meta.url), "utf8"),
);

for (const build of ["baseline", "relaxed"]) {
  test(`MB-05: golden vectors in Chromium, ${build} build`, async ({ desk, page, baseURL }) => {
    await expect(desk.ask).toBeVisible();
    await serveEmbedder(page, build);
    const ours = await page.evaluate(embedAll, {
      base: `${baseURL}golden/`,
      texts: GOLDEN.map(({ text }) => text),
    });
    const cosines = GOLDEN.map(({ vector }, index) => cosine(floats(vector), ours[index] ?? []));
    expect(cosines.length).toBeGreaterThanOrEqual(50);
    const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
    console.log(
      `MB-05 ${build}: cosine mean ${mean.toFixed(5)}, worst ${Math.min(...cosines).toFixed(5)}`,
    );
    expect(mean).toBeGreaterThanOrEqual(0.99);
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.98);
  });
}

/** Serves one embedder and the model beside the page. */
async function serveEmbedder(page: Page, build: string): Promise<void> {
  const files: Record<string, [string, string]> = {
    "glue.js": [`target/artefacts/release/embed-${build}.js`, "text/javascript"],
    "embed.wasm": [`target/artefacts/release/embed-${build}.wasm`, "application/wasm"],
    weights: ["target/models/all-MiniLM-L6-v2-int8.safetensors", "application/octet-stream"],
    tokenizer: ["target/models/tokenizer.json", "application/json"],
  };
  await page.route("**/golden/*", async (route) => {
    const [path, contentType] = files[route.request().url().split("/").at(-1) ?? ""] ?? [];
    if (path === undefined || contentType === undefined) return route.abort();
    const body = readFileSync(new URL(`../../../${path}`, import.meta.url));
    return route.fulfill({ body, contentType });
  });
}

/** Runs in the page. */
async function embedAll(input: { base: string; texts: string[] }): Promise<number[][]> {
  const bytes = async (path: string) =>
    new Uint8Array(await (await fetch(`${input.base}${path}`)).arrayBuffer());
  const glue = await import(`${input.base}glue.js`);
  const module = await WebAssembly.compile(await bytes("embed.wasm"));
  const [{ module: name } = { module: "" }] = WebAssembly.Module.imports(module);
  const { exports } = await WebAssembly.instantiate(module, { [name]: glue });
  glue.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  const embedder = new glue.Embedder(await bytes("weights"), await bytes("tokenizer"));
  const vectors: Float32Array = embedder.embed(input.texts);
  const width = vectors.length / input.texts.length;
  return input.texts.map((_, index) => [...vectors.slice(index * width, (index + 1) * width)]);
}

function floats(base64: string): number[] {
  const bytes = Buffer.from(base64, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
