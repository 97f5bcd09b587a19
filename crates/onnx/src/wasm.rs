//! The JavaScript interface: decode, call, encode.

use js_sys::{Error, Reflect};
use wasm_bindgen::prelude::*;

use crate::{Description, Encoder, OnnxError};

/// A sentence encoder from an ONNX file.
#[wasm_bindgen]
pub struct Embedder(Encoder);

#[wasm_bindgen]
impl Embedder {
    /// Loads the ONNX file and `tokenizer.json`. `description` is JSON: `dimensions`, `pooling` (`"mean"` or `"cls"`),
    /// `prefix`, `maxTokens`. Throws an `Error` whose `code` is `embed_model`, `embed_tokenizer` or
    /// `embed_unsupported`.
    #[wasm_bindgen(constructor)]
    pub fn new(model: &[u8], tokenizer: &[u8], description: &str) -> Result<Embedder, JsValue> {
        let description = Description::from_json(description).map_err(error)?;
        Encoder::load(model, tokenizer, description)
            .map(Self)
            .map_err(error)
    }

    /// One vector per text, end to end.
    pub fn embed(&self, texts: Vec<String>) -> Result<Vec<f32>, JsValue> {
        let vectors: Result<Vec<_>, _> = texts.iter().map(|text| self.0.embed(text)).collect();
        Ok(vectors.map_err(error)?.concat())
    }

    /// Share of the text's tokens that the vocabulary has, 0 to 1.
    pub fn coverage(&self, text: &str) -> Result<f32, JsValue> {
        self.0.coverage(text).map_err(error)
    }

    /// Numbers in a vector.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.0.dimensions()
    }
}

fn error(error: OnnxError) -> JsValue {
    let code = match error {
        OnnxError::File { .. } => "embed_model",
        OnnxError::Tokenizer { .. } => "embed_tokenizer",
        _ => "embed_unsupported",
    };
    let thrown = JsValue::from(Error::new(&error.to_string()));
    // Setting a property on a fresh error cannot fail, and there is nothing to do if it did.
    let _ = Reflect::set(&thrown, &"code".into(), &code.into());
    let _ = Reflect::set(&thrown, &"retryable".into(), &false.into());
    thrown
}
