//! The body of a response, piece by piece.

use js_sys::{Error, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

/// Why a body was not read to its end.
#[derive(Debug, Clone, PartialEq)]
pub enum BodyError {
    /// The transfer broke off; the platform's exception.
    Broken(JsValue),
    /// It is longer than was allowed.
    TooLong,
}

/// Passes a body on piece by piece, up to its end or to `most_bytes`. A response without a body has an empty one.
///
/// # Errors
/// [`BodyError`]; pieces passed on before the error stay valid. The piece that exceeds the limit is not passed on.
pub async fn read_body(
    body: Option<ReadableStream>,
    most_bytes: usize,
    mut take: impl FnMut(&[u8]),
) -> Result<(), BodyError> {
    let Some(stream) = body else {
        return Ok(());
    };
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut taken = 0;
    loop {
        let read = JsFuture::from(reader.read()).await;
        let piece = read.map_err(BodyError::Broken)?;
        let field = |name: &str| Reflect::get(&piece, &name.into()).map_err(BodyError::Broken);
        if field("done")?.is_truthy() {
            return Ok(());
        }
        let bytes = Uint8Array::new(&field("value")?).to_vec();
        taken += bytes.len();
        if taken > most_bytes {
            return Err(BodyError::TooLong);
        }
        take(&bytes);
    }
}

/// Returns an error's message; `otherwise` if it has none.
#[must_use]
pub fn told(error: &JsValue, otherwise: &str) -> String {
    error.dyn_ref::<Error>().map_or_else(
        || otherwise.to_owned(),
        |error| String::from(error.message()),
    )
}
