//! The host that a bank is opened over.

use amb_agents::host::EmbedderInfo;
use amb_agents::settings::Settings;
use amb_web::{JsDocumentReader, JsEmbedder, JsHost, JsMemory};
use js_sys::{Function, Reflect};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::convert::from_js;
use crate::error::BankError;

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
    if let Ok(remember) = property("remember").dyn_into::<Function>() {
        host = host.with_memory(JsMemory::new(remember.bind0(callbacks)));
    }
    let reached = [property("network"), property("dialer")];
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
