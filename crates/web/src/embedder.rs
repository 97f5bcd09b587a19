//! The embedder that JavaScript supplies: usually MiniLM in a Web Worker of its own.

use amb_agents::host::{EmbedderInfo, Embedding, HostError};
use js_sys::{Array, Float32Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The function `embed(texts: string[]): Promise<{ vectors: Float32Array, coverage: Float32Array }>` and the
/// description of its model.
pub struct JsEmbedder {
    info: EmbedderInfo,
    embed: Function,
}

impl JsEmbedder {
    /// Over this function.
    #[must_use]
    pub fn new(info: EmbedderInfo, embed: Function) -> Self {
        Self { info, embed }
    }

    /// The model.
    #[must_use]
    pub fn info(&self) -> &EmbedderInfo {
        &self.info
    }

    /// Embeds each text, in order.
    ///
    /// # Errors
    /// [`HostError::Embedding`] when the function throws, rejects, or resolves to another shape.
    pub async fn embed(&self, texts: &[String]) -> Result<Vec<Embedding>, HostError> {
        let array: Array = texts.iter().map(|text| JsValue::from_str(text)).collect();
        let promise = self
            .embed
            .call1(&JsValue::UNDEFINED, &array)
            .map_err(|error| failed(&error))?;
        let reply = JsFuture::from(Promise::resolve(&promise))
            .await
            .map_err(|error| failed(&error))?;
        let vectors = numbers(&reply, "vectors")?;
        let coverage = numbers(&reply, "coverage")?;
        if vectors.len() != texts.len() * self.info.dimensions || coverage.len() != texts.len() {
            return Err(HostError::Embedding {
                detail: format!(
                    "it returned {} numbers for {} texts",
                    vectors.len(),
                    texts.len()
                ),
            });
        }
        let rows = vectors
            .chunks(self.info.dimensions.max(1))
            .map(<[f32]>::to_vec);
        Ok(rows
            .zip(coverage)
            .map(|(vector, coverage)| Embedding { vector, coverage })
            .collect())
    }
}

fn numbers(reply: &JsValue, name: &str) -> Result<Vec<f32>, HostError> {
    let value = Reflect::get(reply, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
    let array = value
        .dyn_into::<Float32Array>()
        .map_err(|_| HostError::Embedding {
            detail: format!("its reply has no Float32Array named {name}"),
        })?;
    Ok(array.to_vec())
}

/// Returns the message of a JavaScript exception.
fn failed(error: &JsValue) -> HostError {
    let message = error
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()))
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "JavaScript threw something that is not an Error".to_owned());
    HostError::Embedding { detail: message }
}
