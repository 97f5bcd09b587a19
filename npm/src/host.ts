/** The calls of the engine to JavaScript. */
import type {
  Batch,
  DocumentReader,
  MemoryCall,
  MemoryReply,
  NewRun,
  RunHead,
  StoredRun,
} from "./generated.ts";

/** The host of a bank. Without an embedder it searches by keywords alone. */
export interface HostCallbacks {
  embedder?: { modelId: string; dimensions: number } | null;
  embed?(texts: string[]): Promise<{ vectors: Float32Array; coverage: Float32Array }>;
  /**
   * Reads a document that is not plain text: what `read(bytes, reader)` of the artefact `html` or `pdf` returns, as
   * `reader` names it. A file may break that artefact or keep it at work: instantiate it anew for each file, in a
   * worker that is ended in time, and reject where it failed, with the code `wasm_unreachable` where the artefact
   * could not be loaded. The signal is aborted once nobody waits. Without it, such documents are refused with
   * `no_reader`.
   */
  readDocument?(
    bytes: Uint8Array<ArrayBuffer>,
    reader: DocumentReader,
    signal: AbortSignal,
  ): Promise<unknown>;
  /** The store of runs with `keep`, at work and finished: `RunStore` of the artefact `store`, or an equivalent. */
  store?: EngineStore;
  /**
   * Sends long-term memory a run's call; no data in it comes from a foreign journal. Without this function runs have
   * no long-term memory. A rejection becomes a warning, and the run goes on.
   */
  remember?(call: MemoryCall): Promise<MemoryReply>;
  /**
   * Name resolution, if the platform has it: pages are then fetched only from IP addresses that were checked before.
   */
  dialer?: Dialer;
  network?: NetworkOptions;
}

/** Fetches pages at known IP addresses: a name may resolve into the local network, or do so a moment later. */
export interface Dialer {
  /** The addresses that a name leads to. */
  resolve(host: string): Promise<string[]>;
  /**
   * Fetches only from one of these IP addresses, even if the name resolves otherwise by then. Redirects are returned.
   */
  fetch(request: Request, addresses: string[]): Promise<Response>;
}

/** A store of runs: the contract of `crates/store`. A failure has the store's own error as its property `store`. */
export interface EngineStore {
  /** True if runs outlive the page. */
  readonly isDurable: boolean;
  createRun(run: NewRun): Promise<void>;
  append(run: string, batch: Batch): Promise<void>;
  runs(): Promise<RunHead[]>;
  load(run: string): Promise<StoredRun>;
  bodies(hashes: string[]): Promise<(Uint8Array | null)[]>;
  putBlob(run: string, hash: string, bytes: Uint8Array): Promise<void>;
  blob(run: string, hash: string): Promise<Uint8Array | null>;
  deleteBlob(run: string, hash: string): Promise<void>;
  deleteRun(run: string): Promise<void>;
  bytes(): Promise<number>;
}

/** The user's keys and proxy. Keys and token stay in memory: they are in no event, export, journal or error. */
export interface NetworkOptions {
  keys?: { llm?: string; search?: string; reader?: string };
  proxy?: ProxyOptions;
}

/**
 * A proxy of the user's own: browsers let a page read few other sites.
 *
 * It passes method, headers and body on to the target, and status, body, `Content-Type`, `Retry-After` and `Location`
 * back. Where it follows redirects itself, as it must for a tab, it names the address that answered in `X-Final-Url`,
 * and leads nobody into its own network. It exposes these headers (`Access-Control-Expose-Headers`). `X-Proxy-Token`
 * it passes on to nobody.
 */
export interface ProxyOptions {
  /** Prefix of the percent-encoded target, such as `https://proxy.example/fetch?url=`. */
  address: string;
  /** True if requests to the language model go through it too; default: false. */
  llm?: boolean;
  /** True if it is trusted with the keys; default: false, and it adds its own. */
  keys?: boolean;
  /** The proxy's own token: sent as the header `X-Proxy-Token`, to the address of the proxy alone. */
  token?: string;
}
