//! The JavaScript interface: bytes in, text out.

use amb_documents::{DocumentReader, DocumentReading, ReadingError};
use wasm_bindgen::prelude::*;

/// Returns the text of a document in the shape that the engine's host takes: `{ Ok: { title, pages, notes, links } }`.
/// `reader` is the reader that the engine asked for; another reader's document gives `{ Err: { kind: "no_reader" } }`.
#[wasm_bindgen]
pub fn read(bytes: &[u8], reader: JsValue) -> Result<JsValue, JsValue> {
    let reading: DocumentReading = match serde_wasm_bindgen::from_value(reader)? {
        DocumentReader::Html { media, media_type } => {
            crate::read(bytes, media, media_type.as_deref())
        }
        DocumentReader::Pdf => Err(ReadingError::NoReader),
    };
    serde_wasm_bindgen::to_value(&reading).map_err(JsValue::from)
}
