//! Abort and bounded body reading for exchanges by the platform's `fetch`. The crate is empty on other targets than
//! wasm32.
#![cfg(target_arch = "wasm32")]

mod abandon;
mod body;

pub use abandon::Abandon;
pub use body::{BodyError, read_body, told};
