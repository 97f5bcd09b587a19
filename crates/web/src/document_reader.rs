//! The readers of documents, which are artefacts of their own, behind a JavaScript function.

use amb_agents::host::HostError;
use amb_documents::{DocumentReader, DocumentReading, ReadingError};
use amb_fetch::Abandon;
use js_sys::{Error, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The `code` of a failure to load the reader.
const NOT_LOADED: &str = "wasm_unreachable";

/// The caller's `readDocument(bytes, reader, signal)`: it resolves to a [`DocumentReading`], or rejects if the reader
/// broke.
pub struct JsDocumentReader {
    read: Function,
}

impl JsDocumentReader {
    /// Over this function.
    #[must_use]
    pub fn new(read: Function) -> Self {
        Self { read }
    }

    /// Reads a document. Every exception of the function is a failed reading: a document that breaks its reader breaks
    /// nothing else. Dropping the future aborts the reading by its signal.
    ///
    /// # Errors
    /// [`HostError::Unavailable`] if the reader could not be loaded, which holds for all documents.
    pub async fn read(
        &self,
        reader: &DocumentReader,
        bytes: &[u8],
    ) -> Result<DocumentReading, HostError> {
        let value = match self.call(reader, bytes).await {
            Ok(value) => value,
            Err(thrown) => return failed(&thrown),
        };
        let reading = serde_wasm_bindgen::from_value::<DocumentReading>(value);
        Ok(reading.unwrap_or_else(|error| {
            Err(ReadingError::Failed {
                detail: error.to_string(),
            })
        }))
    }

    async fn call(&self, reader: &DocumentReader, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let reader = serde_wasm_bindgen::to_value(reader)?;
        let copy = Uint8Array::from(bytes);
        let abandon = Abandon::new();
        let signal = JsValue::from(abandon.signal());
        let promise = self
            .read
            .call3(&JsValue::UNDEFINED, &copy, &reader, &signal)?;
        JsFuture::from(promise.dyn_into::<Promise>()?).await
    }
}

/// Returns an exception as the document's failure or the platform's.
fn failed(thrown: &JsValue) -> Result<DocumentReading, HostError> {
    let detail = thrown.dyn_ref::<Error>().map_or_else(
        || "its reader broke".to_owned(),
        |error| String::from(error.message()),
    );
    let code = Reflect::get(thrown, &JsValue::from_str("code")).unwrap_or(JsValue::UNDEFINED);
    if code.as_string().as_deref() == Some(NOT_LOADED) {
        return Err(HostError::Unavailable {
            what: "the reader of such documents".to_owned(),
            detail,
        });
    }
    Ok(Err(ReadingError::Failed { detail }))
}
