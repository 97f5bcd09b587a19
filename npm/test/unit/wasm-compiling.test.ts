/** Artefacts that are not what they should be (PL-03). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ArtefactName, checkedSources, type WasmSource } from "../../src/artefacts.ts";
import { checkBuild, wasmModules } from "../../src/wasm-compiling.ts";

const EMPTY = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
const HTML = new TextEncoder().encode("\n<!doctype html><title>Not found</title>");

/** An answer that claims to be wasm. */
function served(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, { headers: { "content-type": "application/wasm" } });
}

function load(
  source: WasmSource | undefined,
  answer?: Response | (() => Response),
): Promise<WebAssembly.Module> {
  const sources = source === undefined ? {} : { engine: source };
  const read = async () => {
    if (answer === undefined) throw new Error("nobody is asked");
    return typeof answer === "function" ? answer() : answer;
  };
  return wasmModules(sources, read).load("engine");
}

test("PL-03 an artefact is taken as bytes, a buffer, a Response, a module or an address", async () => {
  const module = new WebAssembly.Module(EMPTY);
  assert.equal(await load(module), module);
  for (const source of [EMPTY, EMPTY.buffer.slice(0), new Response(EMPTY)]) {
    assert.ok((await load(source)) instanceof WebAssembly.Module);
  }
  for (const type of ["application/wasm", "application/octet-stream"]) {
    const address = new URL(`https://example.org/${type}.wasm`);
    const answer = new Response(EMPTY, { headers: { "content-type": type } });
    assert.ok((await load(address, answer)) instanceof WebAssembly.Module);
  }
});

test("PL-03 each wrong artefact is one error that names it and the mend", async () => {
  const cut = Uint8Array.of(...EMPTY, 0x01, 0x7f);
  const cases: [string, RegExp, Promise<unknown>][] = [
    ["wasm_invalid", /HTML page.*install the package anew/, load(HTML)],
    ["wasm_invalid", /HTML page/, load("https://e.org/a.wasm", new Response(HTML))],
    ["wasm_invalid", /cut off or damaged \(10 bytes\)/, load(cut)],
    ["wasm_invalid", /cut off/, load("https://e.org/c.wasm", () => served(cut))],
    ["wasm_invalid", /HTML page/, load("https://e.org/d.wasm", () => served(HTML))],
    ["wasm_invalid", /empty/, load(new Uint8Array())],
    ["wasm_unreachable", /404/, load("https://e.org/b.wasm", new Response("", { status: 404 }))],
    ["wasm_unreachable", /pass wasm: \{ "engine"/, load(undefined)],
  ];
  for (const [code, message, loading] of cases) await assert.rejects(loading, { code, message });
});

test("PL-03 an artefact that failed is loaded anew by the next call", async () => {
  const answers = [new Response("", { status: 503 }), new Response(EMPTY)];
  const { load } = wasmModules({ engine: "https://e.org/again.wasm" }, async () => {
    const answer = answers.shift();
    assert.ok(answer);
    return answer;
  });
  await assert.rejects(load("engine"), { code: "wasm_unreachable", retryable: true });
  assert.ok((await load("engine")) instanceof WebAssembly.Module);
  assert.equal(await load("engine"), await load("engine"), "compiled once");
});

test("PL-03 a wasm of another version, or of another artefact, is told apart from its own", () => {
  const named = (build: string) => {
    const name = new TextEncoder().encode("agentic-memory-bank");
    const content = [name.length, ...name, ...new TextEncoder().encode(build)];
    return new WebAssembly.Module(Uint8Array.of(...EMPTY, 0x00, content.length, ...content));
  };
  const check = (module: WebAssembly.Module) => checkBuild("engine", module, "build-1");
  check(named("build-1"));
  assert.throws(() => check(named("build-2")), { code: "wasm_invalid", message: /version/ });
  assert.throws(() => check(new WebAssembly.Module(EMPTY)), { code: "wasm_invalid" });
});

test("PL-03 an artefact that does not exist, or a promise of one, is refused", () => {
  assert.throws(() => checkedSources({ engin: EMPTY }), { message: /did you mean "engine"/ });
  const coming = { engine: Promise.resolve(EMPTY) } as unknown as Record<ArtefactName, WasmSource>;
  assert.throws(() => checkedSources(coming), { code: "invalid_argument", message: /await/ });
});
