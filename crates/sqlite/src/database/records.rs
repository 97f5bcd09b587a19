//! Stored records: JSON in a column.

use amb_store::StoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns a record in its stored form.
pub fn written(record: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(record).map_err(|_| StoreError::Io {
        detail: "a record has no form in JSON".to_owned(),
    })
}

/// Reads a stored record. The error for a damaged one leaves out the parser's message, because it would quote the
/// record.
pub fn read<T: DeserializeOwned>(json: &str, what: &str) -> Result<T, StoreError> {
    serde_json::from_str(json).map_err(|error| StoreError::Corrupt {
        detail: format!(
            "the record of a {what} is damaged at byte {}",
            error.column()
        ),
    })
}

/// The name of a variant in JSON, as columns have it.
pub fn spelt(variant: impl Serialize) -> Result<String, StoreError> {
    let json = written(&variant)?;
    Ok(json.trim_matches('"').to_owned())
}

/// The variant of a name.
pub fn variant<T: DeserializeOwned>(name: &str, what: &str) -> Result<T, StoreError> {
    read(&format!("\"{name}\""), what)
}

/// Terms as one value that `json_each` takes apart. It would cut a text at a NUL, which no term has.
pub fn list(texts: &[impl AsRef<str>]) -> Result<String, StoreError> {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    written(&texts)
}
