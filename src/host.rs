//! The host that a bank is opened over.

use amb_agents::host::EmbedderInfo;
use amb_web::{JsEmbedder, JsHost};
use js_sys::{Function, Reflect};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::convert::from_js;
use crate::error::BankError;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What the engine asks of JavaScript. Without an embedder it searches by keywords alone. */
export interface HostCallbacks {
  embedder?: { modelId: string; dimensions: number } | null;
  embed?(texts: string[]): Promise<{ vectors: Float32Array; coverage: Float32Array }>;
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

/// The host behind these callbacks.
pub fn from_callbacks(callbacks: &JsValue) -> Result<JsHost, BankError> {
    let property = |name: &str| {
        Reflect::get(callbacks, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
    };
    let model = property("embedder");
    if model.is_undefined() || model.is_null() {
        return Ok(JsHost::new(None));
    }
    let Model {
        model_id,
        dimensions,
    } = from_js(model)?;
    let embed = property("embed")
        .dyn_into::<Function>()
        .map_err(|_| BankError::Argument {
            detail: "an embedder needs the function embed(texts)".to_owned(),
        })?;
    let embed = embed.bind0(callbacks);
    Ok(JsHost::new(Some(JsEmbedder::new(
        EmbedderInfo {
            model_id,
            dimensions,
        },
        embed,
    ))))
}
