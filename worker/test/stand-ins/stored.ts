/** Durable Objects with a store, whose calls come over HTTP. */
import { DurableObject } from "cloudflare:workers";
import {
  MemoryBank,
  type ModelEmbedder,
  type ObjectStorage,
  openEmbedder,
  RunStore,
  type TextEmbedder,
} from "agentic-memory-bank";
import manifest from "agentic-memory-bank-minilm/manifest.json" with { type: "json" };
import type { EngineStore } from "../../../npm/src/host.ts";
import { decoded, encoded, type Reply } from "../stored-calls.ts";

interface Env {
  STORED: DurableObjectNamespace;
  PLAIN: DurableObjectNamespace;
  WEIGHTS: ArrayBuffer;
  TOKENIZER: ArrayBuffer;
}

/** The model that the objects of the isolate share. */
let shared: ModelEmbedder | null = null;

/** Calls of an object, by their names. */
type Calls = Record<string, (...args: never[]) => unknown>;

/** An object with SQLite. */
export class Stored extends DurableObject<Env> {
  #store: RunStore | null = null;
  #bank: MemoryBank | null = null;
  /** Rows written since they were last asked for. */
  #written = 0;
  /** Statements before one fails as in an object that is full. */
  #fullAfter: number | null = null;

  override async fetch(request: Request): Promise<Response> {
    const { call, args } = decoded(await request.text()) as { call: string; args: never[] };
    return Response.json(await this.#reply(call, args));
  }

  async #reply(call: string, args: never[]): Promise<Reply> {
    try {
      const work = this.#calls[call] ?? (this.#runs() as unknown as Calls)[call];
      if (work === undefined) throw new Error(`no call ${call}`);
      return { done: encoded(await work(...args)) };
    } catch (thrown) {
      const { code, message, retryable, store } = thrown as Record<string, unknown>;
      return { failed: { code, message, retryable, store } };
    }
  }

  readonly #calls: Calls = {
    open: async (options: object) => {
      this.#store = await RunStore.open({ storage: this.#storage(), ...options });
      return this.#store.place;
    },
    close: async () => {
      this.#bank?.close();
      this.#bank = null;
      await this.#store?.close();
    },
    list: () => this.#store?.runs(),
    delete: (run: string) => this.#store?.delete(run),
    memoryBytes: () => this.#store?.memoryBytes(),
    bank: async (embedder: false | "hashed" | "shared") => {
      const store = this.#store as RunStore;
      this.#bank = await MemoryBank.open({ store, embedder: await this.#embedder(embedder) });
      return this.#bank.model;
    },
    research: (request: never) => this.#bank?.research(request).result,
    openRun: (run: string) => this.#bank?.openRun(run).result,
    observe: (texts: string[]) => this.#bank?.memory.observe(texts),
    recall: (query: string) => this.#bank?.memory.recall(query),
    forget: (id: string) => this.#bank?.memory.forget(id),
    purge: (id: string) => this.#bank?.memory.purge(id),
    embed: async (texts: string[]) => (await this.#model()).embed(texts),
    sql: (query: string, ...bindings: unknown[]) => {
      return this.ctx.storage.sql.exec(query, ...bindings).toArray();
    },
    written: () => {
      const written = this.#written;
      this.#written = 0;
      return written;
    },
    fullAfter: (statements: number | null) => {
      this.#fullAfter = statements;
    },
  };

  #runs(): EngineStore {
    const { link } = RunStore as unknown as { link(store: RunStore): { store: EngineStore } };
    return link.call(RunStore, this.#store as RunStore).store;
  }

  async #embedder(name: false | "hashed" | "shared"): Promise<false | TextEmbedder> {
    if (name === false) return false;
    return name === "hashed" ? HASHED : this.#model();
  }

  async #model(): Promise<ModelEmbedder> {
    shared ??= await openEmbedder({
      models: () => ({ manifest, weights: this.env.WEIGHTS, tokenizer: this.env.TOKENIZER }),
    });
    return shared;
  }

  /** The object's storage, which counts what is written and may be full. */
  #storage(): ObjectStorage {
    const { storage } = this.ctx;
    return {
      sql: {
        exec: (query, ...bindings) => {
          if (this.#fullAfter !== null && this.#fullAfter-- <= 0) {
            throw new Error("database or disk is full: SQLITE_FULL");
          }
          const cursor = storage.sql.exec(query, ...bindings);
          const rows = cursor.toArray();
          this.#written += cursor.rowsWritten;
          return { toArray: () => rows };
        },
      },
      transactionSync: (work) => storage.transactionSync(work),
    };
  }
}

/** An object without SQLite. */
export class Plain extends DurableObject<Env> {
  override async fetch(): Promise<Response> {
    const opened = RunStore.open({ storage: this.ctx.storage });
    const told = await opened.then(
      () => ({ code: "opened" }),
      ({ code, message }) => ({ code, message }),
    );
    return Response.json(told);
  }
}

/** Vectors of 1,024 numbers: texts with the same words are near. */
const HASHED: TextEmbedder = {
  modelId: "hashed",
  dimensions: 1024,
  embed: async (texts) => texts.map(hashed),
};

function hashed(text: string): Float32Array {
  const vector = new Float32Array(1024);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? ["-"]) {
    let hash = 7;
    for (const letter of word) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % 1024] = 1;
  }
  return vector;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const [, kind, name = ""] = new URL(request.url).pathname.split("/");
    const objects = kind === "plain" ? env.PLAIN : env.STORED;
    return objects.get(objects.idFromName(name)).fetch(request);
  },
} satisfies ExportedHandler<Env>;
