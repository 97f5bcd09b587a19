//! The platform's clock and chance, and how values and errors cross.

use std::rc::Rc;

use amb_long_term::MemoryError;
use amb_memory::hierarchy::UtcOffset;
use js_sys::{Error, Reflect};
use wasm_bindgen::prelude::*;

use crate::caller::{Caller, Need, Platform, Supply};
use crate::conversation::Office;

/// The world of calls that ask in this office.
pub fn caller(office: &Office<Need, Supply>) -> Rc<Caller> {
    let platform = Platform {
        now,
        offset,
        random,
    };
    Rc::new(Caller::new(office.clone(), platform))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "whole milliseconds, far below 2^53"
)]
fn now() -> i64 {
    js_sys::Date::now() as i64
}

/// JavaScript counts from local time to UTC, hence the sign.
#[expect(
    clippy::cast_possible_truncation,
    reason = "whole minutes, a day at most"
)]
fn offset() -> UtcOffset {
    let minutes = -js_sys::Date::new_0().get_timezone_offset() as i32;
    UtcOffset::from_minutes(minutes).unwrap_or_default()
}

fn random() -> [u8; 16] {
    let mut bits = [0; 16];
    // Every platform with wasm has it; an id of zeros would be refused as a duplicate by the second write.
    let _ = getrandom::fill(&mut bits);
    bits
}

/// An argument that was read.
pub fn read<T>(argument: Result<T, serde_json::Error>) -> Result<T, JsValue> {
    argument.map_err(|error| {
        let message = format!("an argument is not of the documented shape: {error}");
        invalid(&message)
    })
}

/// Returns the exception for a failure.
pub fn thrown(error: &MemoryError) -> JsValue {
    coded(&error.to_string(), error.kind(), error.is_retryable()).into()
}

/// Returns the exception for an invalid argument.
pub fn invalid(message: &str) -> JsValue {
    coded(message, "invalid_argument", false).into()
}

/// An `Error` with `code` and `retryable`.
pub fn coded(message: &str, code: &str, is_retryable: bool) -> Error {
    let js = Error::new(message);
    // Setting properties of a fresh error cannot fail.
    let _ = Reflect::set(&js, &"code".into(), &code.into());
    let _ = Reflect::set(&js, &"retryable".into(), &is_retryable.into());
    js
}
