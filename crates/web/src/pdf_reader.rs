//! The reader of PDF files, which is another artefact's, behind a JavaScript function.

use amb_documents::{PdfError, PdfReading};
use js_sys::{Function, Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// `readPdf(bytes)` of the caller: it resolves to a [`PdfReading`], or rejects where the reader broke.
pub struct JsPdfReader {
    read: Function,
}

impl JsPdfReader {
    /// Over this function.
    #[must_use]
    pub fn new(read: Function) -> Self {
        Self { read }
    }

    /// Reads a file. Whatever the function throws is a failed reading: a file that breaks its reader breaks
    /// nothing else.
    ///
    /// # Errors
    /// As the reader says, and [`PdfError::Failed`].
    pub async fn read(&self, bytes: &[u8]) -> PdfReading {
        let called = self.call(bytes).await;
        let value = called.map_err(|thrown| PdfError::Failed {
            detail: told(&thrown),
        })?;
        serde_wasm_bindgen::from_value::<PdfReading>(value).unwrap_or_else(|error| {
            Err(PdfError::Failed {
                detail: error.to_string(),
            })
        })
    }

    async fn call(&self, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let copy = Uint8Array::from(bytes);
        let promise: Promise = self.read.call1(&JsValue::UNDEFINED, &copy)?.dyn_into()?;
        JsFuture::from(promise).await
    }
}

fn told(thrown: &JsValue) -> String {
    thrown.dyn_ref::<js_sys::Error>().map_or_else(
        || "its reader broke".to_owned(),
        |error| String::from(error.message()),
    )
}
