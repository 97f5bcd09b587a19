/** The packed packages in pages: webpack, esbuild, and no bundler at all. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAnswer, assertKeywordAnswer, type Told } from "./expected.ts";
import { Sandbox } from "./sandbox.ts";
import { Site } from "./site.ts";
import { Visitor } from "./visitor.ts";

const visitor = await Visitor.open();
after(() => visitor.close());

async function shown<T = Told>(folder: string, path = "/"): Promise<T> {
  const site = await Site.of(folder);
  try {
    return await visitor.told<T>(site.url(path));
  } finally {
    site.close();
  }
}

test("PL-03 BX-14 webpack: the build, with the model's package and without", async () => {
  const sandbox = await Sandbox.of("webpack");
  assert.deepEqual(await sandbox.json(["build.mjs"]), { errors: [], warnings: [] });
  assertAnswer(await shown(sandbox.folder));
  await sandbox.withoutModel();
  const { errors } = await sandbox.json<{ errors: string[] }>(["build.mjs"]);
  assert.deepEqual(errors, []);
  assertKeywordAnswer(await shown(sandbox.folder));
});

test("PL-03 BX-14 esbuild: the slim entry, with the caller's wasm, model and worker", async () => {
  const sandbox = await Sandbox.of("esbuild");
  await sandbox.output(["build.mjs"]);
  assertAnswer(await shown(sandbox.path("dist")));
});

test("PL-03 BX-14 no bundler: an import map over node_modules", async () => {
  const sandbox = await Sandbox.of("plain");
  assertAnswer(await shown(sandbox.folder));
  const { loaded } = await shown<{ loaded: string[] }>(sandbox.folder, "/importing.html");
  const script = "/node_modules/agentic-memory-bank/dist/browser.js";
  const loadedByScript = loaded.filter((path) => path !== "/favicon.ico");
  assert.deepEqual(loadedByScript, [script], "the import alone loads nothing more");
});
