/** Faults of a host or of its files: one error that names the cause and the mend. In a page. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAnswer, assertFailure, type Failure, type Told } from "./expected.ts";
import { Sandbox, tarball } from "./sandbox.ts";
import { Site, type SiteOptions } from "./site.ts";
import { Visitor } from "./visitor.ts";

const sandbox = await Sandbox.of("bad-input");
const visitor = await Visitor.open();
after(() => visitor.close());

/** The report of a page of the sandbox. */
async function shown<T = Told>(
  address: string,
  options: SiteOptions = {},
  folder = sandbox.folder,
): Promise<T> {
  const site = await Site.of(folder, options);
  try {
    return await visitor.told<T>(site.url(address));
  } finally {
    site.close();
  }
}

/** A content policy with these rules. */
function policy(...rules: string[]): SiteOptions {
  const all = ["default-src 'self'", ...rules].join("; ");
  return { headers: { "content-security-policy": all } };
}

/** The mend of a fault of wasm. */
const MEND = /pass .*\bwasm\b/;
const SCRIPTS = "script-src 'self' 'unsafe-inline'";

test("PL-03 a wrong address of wasm is named, with the mend", async () => {
  assertFailure(await shown("/?wasm=nowhere.wasm"), "wasm_unreachable", /nowhere\.wasm/, MEND);
});

test("PL-03 an HTML page at the address of wasm is named, with the mend", async () => {
  const told = await shown("/?wasm=nowhere.wasm", { fallsBack: true });
  assertFailure(told, "wasm_invalid", /nowhere\.wasm/, /HTML/, MEND);
});

test("PL-03 truncated wasm is named, with the mend", async () => {
  const change = (path: string, content: Buffer) =>
    path.endsWith("/engine.wasm") ? content.subarray(0, content.length / 2) : content;
  const told = await shown("/", { change });
  assertFailure(told, "wasm_invalid", /engine\.wasm/, /cut off|truncated/, MEND);
});

test("PL-03 another artefact in place of wasm is named, with the mend", async () => {
  const address = "/?wasm=node_modules/agentic-memory-bank/dist/artefacts/store.wasm";
  assertFailure(await shown(address), "wasm_invalid", /engine/, /another/, MEND);
});

test("PL-03 a content policy that forbids wasm is named, with the mend", async () => {
  const told = await shown("/", policy(SCRIPTS));
  assertFailure(told, "wasm_blocked", /'wasm-unsafe-eval'/, /script-src/);
});

test("PL-03 a content policy that allows wasm is enough", async () => {
  assertAnswer(await shown("/", policy(`${SCRIPTS} 'wasm-unsafe-eval'`)));
});

test("PL-03 a content policy that forbids workers is named, with the mend", async () => {
  const told = await shown("/", policy(`${SCRIPTS} 'wasm-unsafe-eval'`, "worker-src 'none'"));
  assertFailure(told, "worker_blocked", /worker-src/, /content security policy/);
});

test("PL-03 a page that imports the package from another origin is told so, with the mend", async () => {
  const origin = await Site.of(sandbox.folder, {
    headers: { "access-control-allow-origin": "*" },
  });
  try {
    const change = (path: string, content: Buffer) =>
      path === "/index.html"
        ? `${content}`.replaceAll("./node_modules", origin.url("/node_modules"))
        : content;
    const told = await shown("/", { change });
    assertFailure(told, "worker_blocked", /origin/, /worker: \(\) => new Worker/);
  } finally {
    origin.close();
  }
});

test("PL-03 a bundler that drops the wasm is named, with the mend", async () => {
  await sandbox.output(["bundle.mjs"]);
  const dist = sandbox.path("dist");
  const missing = await shown("/", {}, dist);
  assertFailure(missing, "wasm_unreachable", /engine\.wasm/, MEND);
  const page = await shown("/", { fallsBack: true }, dist);
  assertFailure(page, "wasm_invalid", /HTML/, MEND);
});

test("PL-03 a bundler that drops the worker is named, with the mend", async () => {
  const isDropped = (path: string) => path.endsWith("/worker.js");
  const change = (path: string, content: Buffer) => (isDropped(path) ? null : content);
  for (const fallsBack of [false, true]) {
    const told = await shown("/", { change, fallsBack });
    assertFailure(told, "worker_unreachable", /dist\/worker\.js/, /worker: \(\) => new Worker/);
  }
});

test("PL-03 two copies of the package on one page both answer; a store of the other one is refused", async () => {
  await sandbox.install([`another-copy@file:${tarball("agentic-memory-bank")}`]);
  const told = await shown<{ reports: Told[]; runs: unknown[][]; mixed: Failure | null }>(
    "/?copies",
  );
  assert.equal(told.reports.length, 2);
  for (const report of told.reports) assertAnswer(report);
  assert.deepEqual(told.runs, [[], []], "they share one store");
  assert.ok(told.mixed);
  assertFailure({ failure: told.mixed }, "invalid_argument", /store/, /cop(y|ies)/);
});
