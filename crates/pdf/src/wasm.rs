//! The JavaScript interface: bytes in, text or a typed refusal out.

use wasm_bindgen::prelude::*;

/// The text of a PDF file, as the engine's host takes it: `{ Ok: { title, pages, notes } }` or `{ Err: { kind, … } }`.
#[wasm_bindgen]
pub fn read(bytes: Vec<u8>) -> Result<JsValue, JsValue> {
    serde_wasm_bindgen::to_value(&crate::read(bytes)).map_err(JsValue::from)
}
