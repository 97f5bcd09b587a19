/** The package without anything that is found by itself: the caller gives every artefact. */
import { checkedSources } from "./artefacts.ts";
import { BankFace } from "./bank-face.ts";
import { checkPlaces, configurationOf } from "./configuration.ts";
import { typed } from "./errors.ts";
import { shaped } from "./fields.ts";
import { openInThread } from "./in-thread-bank.ts";
import type { EmbedderOptions, ModelEmbedder } from "./model-embedder.ts";
import { checkedModels } from "./model-files.ts";
import {
  filesOfStore,
  notAStore,
  openStore,
  type RunStoreOptions,
  type StoreName,
  WorkerStore,
} from "./run-store.ts";
import { openEmbedderHere, sameThreadHost } from "./same-thread-host.ts";
import { storeOver } from "./store-link.ts";
import { type Found, openOverWorkers } from "./tab-bank.ts";
import { TAB_OPTIONS, type TabOptions } from "./tab-options.ts";
import { checkedEmbedder, type TextEmbedder } from "./text-embedder.ts";

export { type EmbeddingEndpointOptions, embeddingEndpoint } from "./embedding-endpoint.ts";
export { MemoryBankError } from "./errors.ts";
export { type JournalOptions, journalOptions } from "./journal.ts";
export type { EmbedderOptions, ModelEmbedder } from "./model-embedder.ts";
export type * from "./public.ts";
export type { RunStoreOptions, StoreName } from "./run-store.ts";
export type { StorePlace } from "./store-owner.ts";
export type { TextEmbedder } from "./text-embedder.ts";

/** Options of a bank. Without `worker` it works in the caller's thread. */
export interface OpenOptions extends Omit<TabOptions, "embedder"> {
  /**
   * `false`: keywords alone. Without `worker` also an embedder, in place of the model: of `openEmbedder`, of
   * `embeddingEndpoint`, or of your own.
   */
  embedder?: false | TextEmbedder;
}

const NOTHING: Found = { wasm: {}, worker: null, model: async () => null };

/** A memory bank over artefacts that are given. */
export class MemoryBank extends BankFace {
  /**
   * Opens a bank: over workers where `worker` makes them, else in the caller's thread. Rejects with `wasm_unreachable`
   * for an artefact that is needed and not given; without `models` the bank searches by keywords alone.
   */
  static open(options: OpenOptions = {}): Promise<MemoryBank> {
    return typed(async () => {
      const checked = shaped<OpenOptions>(options, "the options", TAB_OPTIONS);
      const { backend, model } = checked.worker
        ? await openOverWorkers(checked, NOTHING)
        : await openHere(checked);
      return new MemoryBank(backend, model);
    });
  }
}

async function openHere(options: OpenOptions) {
  const configuration = configurationOf(options);
  const { store } = options;
  if (store && !(store instanceof WorkerStore || store instanceof Promise)) throw notAStore();
  checkPlaces(configuration, store);
  const host = sameThreadHost({
    wasm: checkedSources(options.wasm),
    models: checkedModels(options.models),
    embedder: checkedEmbedder(options.embedder),
    onModelProgress: options.onModelProgress,
    readings: options.readings,
  });
  const kept = store && storeOver(WorkerStore.link(store));
  const platform = { ...host.platform, ...(kept && { store: kept, memory: kept }) };
  const { service, model } = await openInThread(configuration, { ...host, platform });
  return { backend: service, model };
}

/** {@inheritDoc WorkerStore} */
export class RunStore extends WorkerStore {
  /** Opens a store. It works in a worker: give `worker`, and the artefact `store` as `wasm`. */
  static open(options: RunStoreOptions = {}): Promise<RunStore> {
    return openStore(RunStore, options, NOTHING);
  }

  /** The files of a store with any content, to be saved. */
  static files(options: StoreName = {}): Promise<File[]> {
    return filesOfStore(options, NOTHING);
  }
}

/**
 * Loads the embedding model in the caller's thread, for any number of banks. Rejects with `model_missing`,
 * `model_unreachable` or `model_damaged`.
 */
export function openEmbedder(options: EmbedderOptions = {}): Promise<ModelEmbedder> {
  return openEmbedderHere(options, {});
}
