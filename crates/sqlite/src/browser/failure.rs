//! Store errors for a browser's exceptions.

use amb_store::StoreError;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The store's error for an exception of the platform.
pub fn thrown(exception: &JsValue) -> StoreError {
    let property = |name: &str| {
        let value = Reflect::get(exception, &name.into()).ok();
        value.and_then(|value| value.as_string())
    };
    let name = property("name").unwrap_or_default();
    let message = property("message").unwrap_or_default();
    let detail = format!("{name}: {message}");
    match name.as_str() {
        "QuotaExceededError" => StoreError::Full { detail },
        "NoModificationAllowedError" => StoreError::Busy { detail },
        // Browsers report with these that the page may store nothing.
        "SecurityError" | "NotAllowedError" | "NotSupportedError" => {
            StoreError::Unavailable { detail }
        }
        _ => StoreError::Io { detail },
    }
}
