//! The host that a bank is opened over.

use amb_agents::host::EmbedderInfo;
use amb_agents::settings::Settings;
use amb_web::{JsDocumentReader, JsEmbedder, JsHost};
use js_sys::{Function, Reflect};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::convert::from_js;
use crate::error::BankError;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Batch } from "./types/Batch";
import type { DocumentReader } from "./types/DocumentReader";
import type { NewRun } from "./types/NewRun";
import type { RunHead } from "./types/RunHead";
import type { StoredRun } from "./types/StoredRun";
/** What the engine asks of JavaScript. Without an embedder it searches by keywords alone. */
export interface HostCallbacks {
  embedder?: { modelId: string; dimensions: number } | null;
  embed?(texts: string[]): Promise<{ vectors: Float32Array; coverage: Float32Array }>;
  /**
   * Reads a document that is not plain text: what `read(bytes, reader)` of the artefact `html` or `pdf` returns, as
   * `reader` names it. A file may break that artefact or keep it at work: instantiate it anew for each file, in a worker
   * that is ended in time, and reject where it failed, with the code `wasm_unreachable` where the artefact could not be
   * loaded. The signal is aborted once nobody waits. Without it, such documents are refused with `no_reader`.
   */
  readDocument?(bytes: Uint8Array, reader: DocumentReader, signal: AbortSignal): Promise<unknown>;
  /** Where runs with `keep` are kept while they are at work, and after: `RunStore` of the artefact `store`, or its like. */
  store?: RunStore;
  /** The addresses that a name leads to, where the platform tells; pages whose names lead into the own network are then not asked. */
  resolve?(host: string): Promise<string[]>;
  network?: NetworkOptions;
}
/** What keeps runs. A failure has the store's own error as its property `store`. */
export interface RunStore {
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
/** The user's keys and proxy. Keys stay in memory: they are in no event, export, journal or error. */
export interface NetworkOptions {
  keys?: { llm?: string; search?: string; reader?: string };
  proxy?: Proxy;
}
/**
 * A proxy of the user's own. It gets each request at `{address}{target}`, the target percent-encoded, and passes status,
 * body, `Content-Type`, `Retry-After` and `Location` back. Where it follows redirects, as it must for a tab, it names the address that
 * answered in `X-Final-Url`, and leads nobody into its own network. It exposes all of these headers.
 */
export interface Proxy {
  address: string;
  /** Whether the language model is asked through it too. */
  llm?: boolean;
  /** Whether it is trusted with the keys; else it adds its own. */
  keys?: boolean;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// `HostCallbacks` of the TypeScript definitions.
    #[wasm_bindgen(typescript_type = "HostCallbacks")]
    pub type HostCallbacks;
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Model {
    model_id: String,
    dimensions: usize,
}

/// The host behind these callbacks. Keys go to the services that the settings name, and nowhere else.
pub fn from_callbacks(callbacks: &JsValue, settings: &Settings) -> Result<JsHost, BankError> {
    let property = |name: &str| {
        Reflect::get(callbacks, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
    };
    let embedder = embedder(callbacks, property("embedder"), property("embed"))?;
    let mut host = JsHost::new(embedder);
    if let Ok(read) = property("readDocument").dyn_into::<Function>() {
        host = host.with_document_reader(JsDocumentReader::new(read.bind0(callbacks)));
    }
    let reached = [property("network"), property("resolve")];
    crate::language_model::with_network(host, reached, settings)
}

fn embedder(
    callbacks: &JsValue,
    model: JsValue,
    embed: JsValue,
) -> Result<Option<JsEmbedder>, BankError> {
    if model.is_undefined() || model.is_null() {
        return Ok(None);
    }
    let Model {
        model_id,
        dimensions,
    } = from_js(model)?;
    let embed = embed
        .dyn_into::<Function>()
        .map_err(|_| BankError::Argument {
            detail: "an embedder needs the function embed(texts)".to_owned(),
        })?;
    let info = EmbedderInfo {
        model_id,
        dimensions,
    };
    Ok(Some(JsEmbedder::new(info, embed.bind0(callbacks))))
}
