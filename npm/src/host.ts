/** The calls that the engine makes of JavaScript. */
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
   * `reader` names it. A file may break that artefact or keep it at work: instantiate it anew for each file, in a worker
   * that is ended in time, and reject where it failed, with the code `wasm_unreachable` where the artefact could not be
   * loaded. The signal is aborted once nobody waits. Without it, such documents are refused with `no_reader`.
   */
  readDocument?(
    bytes: Uint8Array<ArrayBuffer>,
    reader: DocumentReader,
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Where runs with `keep` are kept while they are at work, and after: `RunStore` of the artefact `store`, or its like. */
  store?: EngineStore;
  /**
   * Asks long-term memory on behalf of a run; nothing that it is told comes from a stranger's journal. Without it runs have
   * no long-term memory. A rejection is told as a warning, and the run goes on.
   */
  remember?(call: MemoryCall): Promise<MemoryReply>;
  /** Where the platform tells where names lead: pages are then asked at an address that was judged before, or not at all. */
  dialer?: Dialer;
  network?: NetworkOptions;
}

/** Asks pages at addresses that are known: a name may lead into the own network, or do so a moment later. */
export interface Dialer {
  /** The addresses that a name leads to. */
  resolve(host: string): Promise<string[]>;
  /** Fetches from one of these addresses and from no other, wherever the name leads by then. Redirects are handed back. */
  fetch(request: Request, addresses: string[]): Promise<Response>;
}

/** What keeps runs: the contract of `crates/store`. A failure has the store's own error as its property `store`. */
export interface EngineStore {
  /** Whether runs outlive the page. */
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
 * back. Where it follows redirects itself, as it must for a tab, it names the address that answered in `X-Final-Url`, and
 * leads nobody into its own network. It exposes these headers (`Access-Control-Expose-Headers`). `X-Proxy-Token` it passes on
 * to nobody.
 */
export interface ProxyOptions {
  /** What stands before the percent-encoded target, such as `https://proxy.example/fetch?url=`. */
  address: string;
  /** Whether the language model is asked through it too; default no. */
  llm?: boolean;
  /** Whether it is trusted with the keys; default no: it adds its own. */
  keys?: boolean;
  /** The proxy's own token: sent as the header `X-Proxy-Token`, to the address of the proxy alone. */
  token?: string;
}
