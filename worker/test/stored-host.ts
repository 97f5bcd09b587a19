/** The Worker of the tests of stores, in workerd, with its data on disk. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { EngineStore } from "../../npm/src/host.ts";
import { passedOn } from "../../npm/src/store-calls.ts";
import { Deployment } from "./deployment.ts";
import { decoded, encoded, type Reply } from "./stored-calls.ts";

const WORKER = fileURLToPath(new URL("../../..", import.meta.url));
const MODEL = join(WORKER, "../npm/minilm");

let bundled: Promise<object[]> | null = null;

/** workerd with objects that have a store. */
export class StoredHost {
  readonly #deployment: Deployment;

  private constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /** Starts workerd; `data`: the folder of one that was there before. */
  static async start(data?: string): Promise<StoredHost> {
    bundled ??= modules();
    const { files } = JSON.parse(readFileSync(join(MODEL, "manifest.json"), "utf8"));
    const options = {
      modules: await bundled,
      durableObjects: {
        STORED: { className: "Stored", useSQLite: true },
        PLAIN: { className: "Plain", useSQLite: false },
      },
      dataBlobBindings: {
        WEIGHTS: join(MODEL, files.model.file),
        TOKENIZER: join(MODEL, files.tokenizer.file),
      },
    };
    const start = { hasAssets: false, options: options as never, ...(data && { data }) };
    return new StoredHost(await Deployment.start(start));
  }

  get data(): string {
    return this.#deployment.data;
  }

  /** What the object of this name answers to a call. */
  async call(name: string, call: string, ...args: unknown[]): Promise<unknown> {
    const body = encoded({ call, args });
    const response = await this.#deployment.ask(null, `/stored/${name}`, { method: "POST", body });
    const reply = (await response.json()) as Reply;
    if ("done" in reply) return decoded(reply.done);
    throw Object.assign(new Error(String(reply.failed.message)), reply.failed);
  }

  /** What an object without SQLite says of opening a store. */
  async plain(): Promise<unknown> {
    return (await this.#deployment.ask(null, "/plain/one", { method: "POST" })).json();
  }

  /** Stores of an object: each one closes the one before. */
  opener(name: string): () => EngineStore {
    let last: Promise<unknown> = Promise.resolve();
    return () => {
      const opened = last.then(async () => {
        await this.call(name, "close");
        await this.call(name, "open", {});
      });
      last = opened;
      const calls = passedOn(async (call) => {
        await opened;
        return call(this.runs(name));
      });
      return { isDurable: true, ...calls };
    };
  }

  /** The runs of an object whose store is open. */
  runs(name: string): EngineStore {
    const calls = new Proxy({} as EngineStore, {
      get: (_, call) =>
        call === "isDurable"
          ? true
          : (...args: unknown[]) => this.call(name, String(call), ...args),
    });
    return calls;
  }

  /** Kills workerd, as a machine that fails does. */
  kill(): Promise<void> {
    return this.#deployment.kill();
  }

  /** Ends it. */
  end(): Promise<void> {
    return this.#deployment.end();
  }
}

/** The Worker's script, and the wasm that it imports. */
async function modules(): Promise<object[]> {
  const wasm = new Map<string, string>();
  const { outputFiles } = await build({
    entryPoints: [join(WORKER, "test/stand-ins/stored.ts")],
    absWorkingDir: WORKER,
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:workers"],
    plugins: [importsOf(wasm)],
    write: false,
  });
  const compiled = Array.from(wasm, ([path, file]) => ({
    type: "CompiledWasm",
    path,
    contents: readFileSync(file),
  }));
  return [{ type: "ESModule", path: "worker.js", contents: outputFiles[0]?.text }, ...compiled];
}

function importsOf(wasm: Map<string, string>): Plugin {
  return {
    name: "wasm",
    setup({ onResolve }) {
      onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
        wasm.set(basename(path), join(resolveDir, path));
        return { path: `./${basename(path)}`, external: true };
      });
    },
  };
}
