//! The JavaScript interface: decode, call, encode.

use js_sys::{Error, Reflect};
use wasm_bindgen::prelude::*;

use crate::{DIMENSIONS, EmbedError, EmbedErrorKind, MiniLm, WINDOW};

/// all-MiniLM-L6-v2: texts to vectors of 384 floats; cosine measures similarity in meaning.
#[wasm_bindgen]
pub struct Embedder(MiniLm);

#[wasm_bindgen]
impl Embedder {
    /// Loads the int8 model and `tokenizer.json`. Throws an `Error` whose `code` is `embed_model` or `embed_tokenizer`
    /// if a file is damaged or the wrong one.
    #[wasm_bindgen(constructor)]
    pub fn new(model: &[u8], tokenizer: &[u8]) -> Result<Embedder, JsValue> {
        MiniLm::load(model, tokenizer).map(Self).map_err(error)
    }

    /// One vector of 384 floats per text, end to end.
    pub fn embed(&self, texts: Vec<String>) -> Result<Vec<f32>, JsValue> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        Ok(self.0.embed(&texts).map_err(error)?.concat())
    }

    /// Share of the text's tokens that the vocabulary knows, 0 to 1.
    pub fn coverage(&self, text: &str) -> f32 {
        self.0.coverage(text)
    }

    /// Model and build id, to store with every vector.
    #[wasm_bindgen(getter, js_name = modelId)]
    pub fn model_id(&self) -> String {
        self.0.model_id().to_owned()
    }

    /// Floats per vector.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    /// Tokens read at once; a longer text is read in parts and averaged.
    #[wasm_bindgen(getter)]
    pub fn window(&self) -> usize {
        WINDOW
    }
}

fn error(error: EmbedError) -> JsValue {
    let code = match error.kind() {
        EmbedErrorKind::Model => "embed_model",
        EmbedErrorKind::Tokenizer => "embed_tokenizer",
        EmbedErrorKind::Internal => "embed_internal",
    };
    let thrown = JsValue::from(Error::new(&error.to_string()));
    // Setting a property on a fresh error cannot fail, and there is nothing to do if it did.
    let _ = Reflect::set(&thrown, &"code".into(), &code.into());
    let _ = Reflect::set(&thrown, &"retryable".into(), &false.into());
    thrown
}
