/** From an artefact's source to a compiled module, or to an error that names the cause and the mend. */
import {
  type ArtefactName,
  isModule,
  isResponse,
  type PortableSource,
  type PortableSources,
  type WasmSource,
  type WasmSources,
} from "./artefacts.ts";
import { MemoryBankError } from "./errors.ts";

/**
 * Gives an artefact's compiled module. Rejects with `wasm_unreachable`, `wasm_invalid`, `wasm_blocked` or
 * `host_lacks`.
 */
export type LoadModule = (name: ArtefactName) => Promise<WebAssembly.Module>;

/** The modules of a bank. */
export interface WasmModules {
  load: LoadModule;
  /** True if there is a source of this artefact. */
  has(name: ArtefactName): boolean;
}

/** Fetches an address. A platform that reads files answers with their bytes. */
export type ReadWasm = (address: string) => Promise<Response | Uint8Array<ArrayBuffer>>;

/** Modules that were compiled in this thread, by their address: banks share them, and have instances of their own. */
const compiledHere = new Map<string, Promise<WebAssembly.Module>>();

/** The modules of these sources. Given sources take precedence over those found by default. */
export function wasmModules(sources: WasmSources, read: ReadWasm): WasmModules {
  const known = new Map<ArtefactName, Promise<WebAssembly.Module>>();
  const load: LoadModule = (name) => {
    const source = sources[name];
    const address = addressOf(source);
    const modules: Map<string, Promise<WebAssembly.Module>> = address ? compiledHere : known;
    const key = address ? `${name} ${address}` : name;
    const present = modules.get(key);
    if (present !== undefined) return present;
    const module = compiled(name, source, read);
    modules.set(key, module);
    // The next call may succeed where one failed.
    module.catch(() => modules.delete(key));
    return module;
  };
  return { load, has: (name) => sources[name] !== undefined };
}

/** Makes sources such as can cross to a worker. Addresses become absolute. */
export async function portable(sources: WasmSources, base: string): Promise<PortableSources> {
  const names = Object.entries(sources) as [ArtefactName, WasmSource][];
  const made = names.map(async ([name, source]) => [name, await carried(name, source, base)]);
  return Object.fromEntries(await Promise.all(made));
}

async function carried(
  name: ArtefactName,
  source: WasmSource,
  base: string,
): Promise<PortableSource> {
  if (isResponse(source)) return bytesOf(name, source);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  const address = addressOf(source);
  if (address === null) return source as PortableSource;
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

function addressOf(source: WasmSource | undefined): string | null {
  if (source instanceof URL) return source.href;
  return typeof source === "string" ? source : null;
}

async function compiled(
  name: ArtefactName,
  source: WasmSource | undefined,
  read: ReadWasm,
): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw noWebAssembly();
  if (source === undefined) throw notGiven(name);
  if (isModule(source)) return source;
  const address = addressOf(source);
  if (address === null) return compile(name, await bytesOf(name, source as Bytes), null);
  const streamed = await compiledWhileLoading(await read(address));
  if (streamed instanceof WebAssembly.Module) return streamed;
  return compile(name, await bytesOf(name, streamed ?? (await read(address))), address);
}

/**
 * The module, where the host compiles while it loads, and keeps the code for the next visit. Otherwise the answer, as
 * it was given, or `null` where it is used up: its bytes then tell the reason.
 */
async function compiledWhileLoading(answer: Bytes): Promise<WebAssembly.Module | Bytes | null> {
  const canStream = typeof WebAssembly.compileStreaming === "function";
  if (!canStream || !isResponse(answer) || !answer.ok || !isServedAsWasm(answer)) return answer;
  try {
    return await WebAssembly.compileStreaming(answer);
  } catch {
    return null;
  }
}

function isServedAsWasm({ headers }: Response): boolean {
  return headers.get("content-type")?.split(";")[0]?.trim() === "application/wasm";
}

type Bytes = Response | ArrayBuffer | Uint8Array<ArrayBuffer>;

async function bytesOf(name: ArtefactName, source: Bytes): Promise<Uint8Array<ArrayBuffer>> {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (!isResponse(source)) return source;
  const { url, status } = source;
  if (!source.ok) throw unreachable(name, `${url || "the given Response"} answers ${status}`);
  try {
    return new Uint8Array(await source.arrayBuffer());
  } catch (cause) {
    throw unreachable(name, `the download of ${url} broke off`, cause);
  }
}

async function compile(
  name: ArtefactName,
  bytes: Uint8Array<ArrayBuffer>,
  address: string | null,
): Promise<WebAssembly.Module> {
  const where = address === null ? "what was given" : address;
  if (!beginsAsWasm(bytes)) throw invalidWasm(name, `${where} is ${kindOf(bytes)}`);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    if (!mayCompile()) throw blocked(cause);
    const size = `${bytes.length.toLocaleString("en")} bytes`;
    throw invalidWasm(name, `${where} is cut off or damaged (${size})`, cause);
  }
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d];
/** The smallest module. */
const EMPTY = Uint8Array.of(...MAGIC, 0x01, 0x00, 0x00, 0x00);

function beginsAsWasm(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, at) => bytes[at] === byte);
}

/** True if this host compiles wasm at all; a content policy may forbid it. */
function mayCompile(): boolean {
  try {
    return new WebAssembly.Module(EMPTY) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

function kindOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return "empty";
  const head = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  return head.startsWith("<") ? "an HTML page, not wasm" : "not wasm";
}

/** Checks that a module belongs to the glue that is to work with it. Throws `wasm_invalid`. */
export function checkBuild(name: ArtefactName, module: WebAssembly.Module, build: string): void {
  const sections = WebAssembly.Module.customSections(module, "agentic-memory-bank");
  const found = sections.map((section) => new TextDecoder().decode(section));
  if (found.includes(build)) return;
  const what = found.length > 0 ? "another version's, or another artefact" : "not of this package";
  throw invalidWasm(name, `the wasm that was loaded is ${what}`);
}

function invalidWasm(name: ArtefactName, what: string, cause?: unknown): MemoryBankError {
  const message = `the artefact ${name} is not there: ${what}; ${mend(name)}`;
  return new MemoryBankError("wasm_invalid", message, { cause });
}

/** The failure for an unavailable artefact. */
export function unreachable(name: ArtefactName, what: string, cause?: unknown): MemoryBankError {
  const message = `the artefact ${name} cannot be loaded: ${what}; ${mend(name)}`;
  return new MemoryBankError("wasm_unreachable", message, { retryable: true, cause });
}

function notGiven(name: ArtefactName): MemoryBankError {
  const message = `the artefact ${name} is needed: pass wasm: { "${name}": … } with dist/artefacts/${name}.wasm of the package`;
  return new MemoryBankError("wasm_unreachable", message);
}

function mend(name: ArtefactName): string {
  const file = `dist/artefacts/${name}.wasm of this version of the package`;
  if (typeof document === "undefined" && typeof location === "undefined") {
    return `pass ${file} as wasm: { "${name}": … }, or install the package anew`;
  }
  return `serve ${file}, and pass its address as wasm: { "${name}": … } if your bundler does not (in Vite 7 and older, exclude agentic-memory-bank from optimizeDeps)`;
}

function blocked(cause: unknown): MemoryBankError {
  const message =
    "this host forbids compiling wasm: in a page, add 'wasm-unsafe-eval' to script-src of the content security policy; on Workers, import the .wasm file and pass the module as wasm";
  return new MemoryBankError("wasm_blocked", message, { cause });
}

function noWebAssembly(): MemoryBankError {
  return new MemoryBankError(
    "host_lacks",
    "this host has no WebAssembly: use a browser or a Node that has it switched on",
  );
}
