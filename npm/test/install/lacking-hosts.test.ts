/** Browsers that lack what the package uses. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  assertAnswer,
  assertFailure,
  assertKeywordAnswer,
  EXPECTED,
  type Told,
} from "./expected.ts";
import { Sandbox } from "./sandbox.ts";
import { Site } from "./site.ts";
import { Visitor } from "./visitor.ts";

/** Statements that take a feature away. */
const WITHOUT = {
  Worker: "delete globalThis.Worker;",
  WebAssembly: "delete globalThis.WebAssembly;",
  files: "delete StorageManager.prototype.getDirectory;",
  caches: `Object.defineProperty(globalThis, "caches", { value: undefined });`,
  subtle: "delete Crypto.prototype.subtle;",
};

const sandbox = await Sandbox.of("bad-input");
const visitor = await Visitor.open();
after(() => visitor.close());

interface Kept extends Told {
  place: { kept: string; isDurable: boolean };
}

/** The report of a page in a browser without a feature, in pages and in workers. */
async function without<T = Told>(statements: string, address = "/"): Promise<T> {
  const change = (path: string, content: Buffer) =>
    path.endsWith("/dist/worker.js") ? `${statements}\n${content}` : content;
  const site = await Site.of(sandbox.folder, { change });
  try {
    return await visitor.told<T>(site.url(address), (page) => page.addInitScript(statements));
  } finally {
    site.close();
  }
}

test("PL-03 a host without workers is told so", async () => {
  assertFailure(await without(WITHOUT.Worker), "host_lacks", /Worker/i, /slim|browser/);
});

test("PL-03 a host without WebAssembly is told so", async () => {
  assertFailure(await without(WITHOUT.WebAssembly), "host_lacks", /WebAssembly/);
});

test("PL-03 a host without files of its own: the bank answers, and the store says where it keeps runs", async () => {
  const told = await without<Kept>(WITHOUT.files, "/?store");
  assertAnswer(told);
  assert.notEqual(told.place.kept, "opfs", JSON.stringify(told.place));
});

test("PL-03 a host without a cache of responses: the bank answers with the model", async () => {
  assertAnswer(await without(WITHOUT.caches));
});

test("PL-03 a host without crypto.subtle: the bank answers by keywords and says why", async () => {
  assertKeywordAnswer(await without(WITHOUT.subtle), /https/);
});

test("PL-03 a page that is not served securely lacks them all: the bank answers and says why", async () => {
  const told = await without<Kept>(Object.values(WITHOUT).slice(2).join(""), "/?store");
  assertKeywordAnswer(told, /https/);
  assert.deepEqual(told.outcome?.answer, EXPECTED);
});
