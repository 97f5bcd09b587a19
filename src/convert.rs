//! Values across the boundary.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use crate::error::BankError;

/// A Rust value as a plain JavaScript object: maps become objects, `None` becomes `null`.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, BankError> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| BankError::Argument {
            detail: error.to_string(),
        })
}

/// A JavaScript value as a Rust one; `undefined` and `null` become the default.
pub fn from_js<T: DeserializeOwned + Default>(value: JsValue) -> Result<T, BankError> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    serde_wasm_bindgen::from_value(value).map_err(|error| BankError::Argument {
        detail: error.to_string(),
    })
}
