//! Types and calls that the tests of answers share.

use serde::Deserialize;
use serde_json::Value;

use super::{Extracted, Extraction, JsonError, extract};

/// An object with a field of any kind.
#[derive(Debug, PartialEq, Deserialize)]
pub(super) struct Wanted {
    /// The field.
    pub(super) a: Value,
}

/// The field in a complete answer, and how it was found.
pub(super) fn wanted(text: &str) -> Result<(Value, Extraction), JsonError> {
    extract(text, true).map(
        |Extracted {
             value: Wanted { a },
             how,
         }| (a, how),
    )
}

#[track_caller]
pub(super) fn gives(text: &str, a: Value, how: Extraction) {
    assert_eq!(wanted(text), Ok((a, how)), "{text}");
}

#[track_caller]
pub(super) fn fails(text: &str, kind: &str) -> JsonError {
    let error = wanted(text).unwrap_err();
    assert_eq!(error.kind(), kind, "{text}: {error}");
    error
}
