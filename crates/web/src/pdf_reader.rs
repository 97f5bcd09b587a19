//! The reader of PDF files, which is another artefact's, behind a JavaScript function.

use amb_agents::host::HostError;
use amb_documents::{PdfError, PdfReading};
use js_sys::{Error, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::abandon::Abandon;

/// The `code` of the failure of whoever could not load the reader.
const NOT_LOADED: &str = "wasm_unreachable";

/// `readPdf(bytes, signal)` of the caller: it resolves to a [`PdfReading`], or rejects where the reader broke.
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
    /// nothing else. Whoever drops this ends the reading: its signal is aborted.
    ///
    /// # Errors
    /// [`HostError::Unavailable`] where the reader could not be loaded, which no other file would change.
    pub async fn read(&self, bytes: &[u8]) -> Result<PdfReading, HostError> {
        let value = match self.call(bytes).await {
            Ok(value) => value,
            Err(thrown) => return failed(&thrown),
        };
        let reading = serde_wasm_bindgen::from_value::<PdfReading>(value);
        Ok(reading.unwrap_or_else(|error| {
            Err(PdfError::Failed {
                detail: error.to_string(),
            })
        }))
    }

    async fn call(&self, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let copy = Uint8Array::from(bytes);
        let abandon = Abandon::new();
        let signal = JsValue::from(abandon.signal());
        let promise = self.read.call2(&JsValue::UNDEFINED, &copy, &signal)?;
        JsFuture::from(promise.dyn_into::<Promise>()?).await
    }
}

/// What was thrown, as the file's failure or the platform's.
fn failed(thrown: &JsValue) -> Result<PdfReading, HostError> {
    let detail = thrown.dyn_ref::<Error>().map_or_else(
        || "its reader broke".to_owned(),
        |error| String::from(error.message()),
    );
    let code = Reflect::get(thrown, &JsValue::from_str("code")).unwrap_or(JsValue::UNDEFINED);
    if code.as_string().as_deref() == Some(NOT_LOADED) {
        return Err(HostError::Unavailable {
            what: "the reader of PDF files".to_owned(),
            detail,
        });
    }
    Ok(Err(PdfError::Failed { detail }))
}
