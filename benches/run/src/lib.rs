//! The world of the run bench: a model, a search, pages and an embedder that reply at once, and the requests to them.
//!
//! Native for `main.rs`, which measures the engine in its own program; as wasm for `wasm.mjs`, which measures the
//! engine's artefact.

pub mod pages;
pub mod scenario;
pub mod script;
pub mod services;
pub mod traffic;

#[cfg(target_arch = "wasm32")]
mod wasm;
