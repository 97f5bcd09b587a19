/** The package on Cloudflare Workers: the wasm is imported, and everything works in the isolate's thread. */
import embedBaseline from "./artefacts/embed-baseline.wasm";
import embedRelaxed from "./artefacts/embed-relaxed.wasm";
import engine from "./artefacts/engine.wasm";
import engineLlm from "./artefacts/engine-llm.wasm";
import html from "./artefacts/html.wasm";
import neo4j from "./artefacts/neo4j.wasm";
import pdf from "./artefacts/pdf.wasm";
import store from "./artefacts/store.wasm";
import { checkedSources, type WasmSources } from "./artefacts.ts";
import { BankFace } from "./bank-face.ts";
import {
  checkPlaces,
  configurationOf,
  ENGINE_OPTIONS,
  type EngineOptions,
} from "./configuration.ts";
import { typed } from "./errors.ts";
import { type Shape, shaped } from "./fields.ts";
import { openInThread } from "./in-thread-bank.ts";
import type { EmbedderOptions, ModelEmbedder } from "./model-embedder.ts";
import type { ModelProgress } from "./model-files.ts";
import { checkedModels, type ModelSources } from "./model-files.ts";
import { ObjectRunStore, openObjectStore, type RunStoreOptions } from "./object-run-store.ts";
import { openEmbedderHere, sameThreadHost } from "./same-thread-host.ts";
import { checkedEmbedder, type TextEmbedder } from "./text-embedder.ts";

export { type EmbeddingEndpointOptions, embeddingEndpoint } from "./embedding-endpoint.ts";
export { MemoryBankError } from "./errors.ts";
export { type JournalOptions, journalOptions } from "./journal.ts";
export type { EmbedderOptions, ModelEmbedder } from "./model-embedder.ts";
export type { RunStoreOptions, StorePlace } from "./object-run-store.ts";
export { type ObjectStorage, storageFailure } from "./object-storage.ts";
export type * from "./public.ts";
export type { TextEmbedder } from "./text-embedder.ts";

/** Options of a bank. */
export interface OpenOptions extends EngineOptions {
  /**
   * The embedding model: the export of `agentic-memory-bank-minilm`, with its files' bytes, or a folder's address. Of
   * several, each text is embedded by the first that knows it.
   */
  models?: ModelSources;
  /** Other modules than the package's. */
  wasm?: WasmSources;
  /** Called while the model loads. */
  onModelProgress?: (progress: ModelProgress) => void;
  /**
   * `false`: keywords alone. Or an embedder, in place of the model: of `openEmbedder`, of `embeddingEndpoint`, or of
   * your own.
   */
  embedder?: false | TextEmbedder;
  /**
   * The store of runs with `keep` and of long-term memory; without one they are in memory alone. A store that is still
   * opening may be given as a promise: the first kept run waits for it. If the promise is rejected, runs are in memory
   * alone, and each has a warning with the reason.
   */
  store?: RunStore | Promise<RunStore>;
}

const OPTIONS: Shape<OpenOptions> = {
  ...ENGINE_OPTIONS,
  models: "any",
  wasm: "any",
  onModelProgress: "function",
  embedder: "any",
  store: "object",
};

const FOUND: WasmSources = {
  engine,
  "engine-llm": engineLlm,
  "embed-baseline": embedBaseline,
  "embed-relaxed": embedRelaxed,
  store,
  neo4j,
  html,
  pdf,
};

/** A memory bank in an isolate. */
export class MemoryBank extends BankFace {
  /**
   * Opens a bank. Without `models` it searches by keywords alone, and every run says so in a warning. Rejects with
   * `invalid_argument` for options that are misspelled or of another type.
   */
  static open(options: OpenOptions = {}): Promise<MemoryBank> {
    return typed(async () => {
      const checked = shaped<OpenOptions>(options, "the options", OPTIONS);
      const configuration = configurationOf(checked);
      checkPlaces(configuration, checked.store);
      const host = sameThreadHost({
        wasm: { ...FOUND, ...checkedSources(checked.wasm) },
        models: checkedModels(checked.models),
        embedder: checkedEmbedder(checked.embedder),
        onModelProgress: checked.onModelProgress,
      });
      const platform = {
        ...host.platform,
        ...(checked.store && ObjectRunStore.link(checked.store)),
      };
      const { service, model } = await openInThread(configuration, { ...host, platform });
      return new MemoryBank(service, model);
    });
  }
}

/** {@inheritDoc ObjectRunStore} */
export class RunStore extends ObjectRunStore {
  /**
   * Opens the store of a Durable Object, or begins one. Rejects, and changes nothing, with `store_corrupt` or
   * `store_too_new` for an unreadable one; with `passphrase_needed`, `passphrase_wrong` or `store_not_encrypted`; with
   * `store_busy` while the object has it open already; and with `store_unavailable` if the object's class has no
   * SQLite.
   */
  static open(options: RunStoreOptions): Promise<RunStore> {
    return openObjectStore(RunStore, options, FOUND);
  }
}

/**
 * Loads the embedding model, for any number of banks of the isolate. Rejects with `model_missing`, `model_unreachable`
 * or `model_damaged`.
 */
export function openEmbedder(options: EmbedderOptions = {}): Promise<ModelEmbedder> {
  return openEmbedderHere(options, FOUND);
}
