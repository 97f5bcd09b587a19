//! What every exchange by the platform's `fetch` needs: giving it up, and reading its body within bounds. On other targets
//! than wasm32 this crate is empty.
#![cfg(target_arch = "wasm32")]

mod abandon;
mod body;

pub use abandon::Abandon;
pub use body::{BodyError, read_body, told};
